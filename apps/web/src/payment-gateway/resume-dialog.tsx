import { resumeForm, resumeProvider, type Rail } from "@rokad/contract/gateway";
import { providerNames } from "@rokad/contract/tenants";
import { send } from "../api/client.ts";
import type { ActAnswer } from "../common/actions/confirm-dialog.tsx";
import { ReasonDialog } from "../common/actions/reason-dialog.tsx";
import { formatPayoutCount, describeTotal } from "../common/rails/describe-total.ts";

interface ResumeDialogProps {
  rail: Rail;
  open: boolean;
  onClose: () => void;
  onDone: () => void;
}

export function ResumeDialog({ rail, open, onClose, onDone }: ResumeDialogProps) {
  const name = providerNames[rail.id];
  const { waiting } = rail;

  async function resume(reason: string): Promise<ActAnswer> {
    const { data } = await send(resumeProvider, { params: { id: rail.id }, body: { reason } });
    const { count } = data.waiting;
    return {
      message:
        count === 0
          ? `${name} resumed`
          : `${name} resumed; sending ${formatPayoutCount(count)} now`,
    };
  }

  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title={`Resume ${name}?`}
      consequence={
        waiting.count > 0
          ? `Sent immediately, oldest first, each once: ${describeTotal(waiting)}.`
          : "No payouts are waiting. New payouts are sent immediately."
      }
      label={
        waiting.count > 0 ? `Resume and send ${formatPayoutCount(waiting.count)}` : `Resume ${name}`
      }
      form={resumeForm}
      isOptional
      placeholder="Why it can send again"
      hint="Stored in the security log"
      busyLabel="Resuming..."
      onSubmit={resume}
      refresh={onDone}
    />
  );
}
