import { endOtherSessions, endOwnSession, type OwnSession } from "@rokad/contract/sessions";
import { t } from "../language.ts";
import { send } from "../api/client.ts";
import { ConfirmDialog } from "../common/actions/confirm-dialog.tsx";

interface EndDialogProps {
  ending: OwnSession | "others";
  open: boolean;
  onClose: () => void;
  onDone: () => void;
}

export function EndDialog({ ending, open, onClose, onDone }: EndDialogProps) {
  const isAll = ending === "others";

  async function end() {
    const { data } = await (isAll
      ? send(endOtherSessions, {})
      : send(endOwnSession, { params: { id: ending.id } }));
    if (data.ended_count === 0) return { message: t`It was already signed out` };
    const devices = data.ended_count === 1 ? t`1 device` : t`${data.ended_count} devices`;
    return { message: t`${devices} signed out` };
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={
        isAll ? t`Sign out all other devices?` : t`Sign out ${ending.device ?? t`this device`}?`
      }
      label={isAll ? t`Sign out all others` : t`Sign out`}
      busyLabel={t`Signing out...`}
      onConfirm={end}
      refresh={onDone}
    >
      <p>
        {isAll
          ? t`They are signed out at once. Signing in again needs a new OTP.`
          : t`It is signed out at once. Signing in again needs a new OTP.`}
      </p>
    </ConfirmDialog>
  );
}
