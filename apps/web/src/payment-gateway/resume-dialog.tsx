import { resumeForm, resumeProvider, type Rail } from "@rokad/contract/gateway";
import { providerNames } from "@rokad/contract/tenants";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
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
  const name = translateText(providerNames[rail.id]);
  const { waiting } = rail;

  async function resume(reason: string): Promise<ActAnswer> {
    const { data } = await send(resumeProvider, { params: { id: rail.id }, body: { reason } });
    const { count } = data.waiting;
    return {
      message:
        count === 0
          ? t`${name} resumed`
          : t`${name} resumed; sending ${formatPayoutCount(count)} now`,
    };
  }

  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title={t`Resume ${name}?`}
      consequence={
        waiting.count > 0
          ? t`Sent immediately, oldest first, each once: ${describeTotal(waiting)}.`
          : t`No payouts are waiting. New payouts are sent immediately.`
      }
      label={
        waiting.count > 0
          ? t`Resume and send ${formatPayoutCount(waiting.count)}`
          : t`Resume ${name}`
      }
      form={resumeForm}
      isOptional
      placeholder={t`Why it can send again`}
      hint={t`Stored in the security log`}
      busyLabel={t`Resuming...`}
      onSubmit={resume}
      refresh={onDone}
    />
  );
}
