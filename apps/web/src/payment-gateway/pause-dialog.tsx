import { pauseForm, pauseProvider, type Rail } from "@rokad/contract/gateway";
import { providerNames } from "@rokad/contract/tenants";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { send } from "../api/client.ts";
import type { ActAnswer } from "../common/actions/confirm-dialog.tsx";
import { ReasonDialog } from "../common/actions/reason-dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { formatPayoutCount } from "../common/rails/describe-total.ts";
import { pauseConsequences } from "./pause-consequences.ts";

interface PauseDialogProps {
  rail: Rail;
  other: Rail | undefined;
  open: boolean;
  onClose: () => void;
  onDone: () => void;
}

export function PauseDialog({ rail, other, open, onClose, onDone }: PauseDialogProps) {
  const name = translateText(providerNames[rail.id]);

  async function pause(reason: string): Promise<ActAnswer> {
    const { data } = await send(pauseProvider, { params: { id: rail.id }, body: { reason } });
    const { count } = data.waiting;
    return {
      message:
        count === 0 ? t`${name} paused` : t`${name} paused; ${formatPayoutCount(count)} waiting`,
    };
  }

  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title={t`Pause ${name}?`}
      consequence={
        <Notice tone="warn" title={t`No new payouts will go through ${name}`}>
          <ul className="grid list-disc gap-1 pl-4">
            {pauseConsequences(rail, other).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      }
      label={t`Pause ${name}`}
      form={pauseForm}
      placeholder={t`Why this provider is paused`}
      hint={t`Stored in the security log`}
      variant="danger"
      busyLabel={t`Pausing...`}
      onSubmit={pause}
      refresh={onDone}
    />
  );
}
