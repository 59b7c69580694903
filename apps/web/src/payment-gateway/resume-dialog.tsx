import { resumeForm, resumeProvider, type Rail } from "@rokad/contract/gateway";
import { providerNames } from "@rokad/contract/tenants";
import { send } from "../api/client.ts";
import { ReasonDialog } from "./reason-dialog.tsx";
import { formatPayoutCount, describeTotal } from "./describe-total.ts";

interface ResumeDialogProps {
  rail: Rail;
  open: boolean;
  onClose: () => void;
  onDone: () => void;
}

export function ResumeDialog({ rail, open, onClose, onDone }: ResumeDialogProps) {
  const name = providerNames[rail.id];
  const { waiting } = rail;

  async function resume(reason: string): Promise<string> {
    const { data } = await send(resumeProvider, { params: { id: rail.id }, body: { reason } });
    onDone();
    return data.waiting.count === 0
      ? `${name} resumed`
      : `${name} resumed; sending ${formatPayoutCount(data.waiting.count)} now`;
  }

  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title={`Resume ${name}?`}
      schema={resumeForm}
      required={false}
      placeholder="Why it can send again"
      submit={{
        label:
          waiting.count > 0
            ? `Resume and send ${formatPayoutCount(waiting.count)}`
            : `Resume ${name}`,
        busy: "Resuming...",
        variant: "primary",
      }}
      onSubmit={resume}
    >
      <p className="text-sm">
        {waiting.count > 0
          ? `Sent immediately, oldest first, each once: ${describeTotal(waiting)}.`
          : "No payouts are waiting. New payouts are sent immediately."}
      </p>
    </ReasonDialog>
  );
}
