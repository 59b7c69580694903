import { removePasskey, type Passkey } from "@rokad/contract/passkeys";
import { t } from "../language.ts";
import { send } from "../api/client.ts";
import { ConfirmDialog } from "../common/actions/confirm-dialog.tsx";

interface RemovePasskeyDialogProps {
  passkey: Passkey;
  open: boolean;
  onClose: () => void;
  onDone: () => void;
}

export function RemovePasskeyDialog({ passkey, open, onClose, onDone }: RemovePasskeyDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t`Remove ${passkey.name}?`}
      label={t`Remove passkey`}
      busyLabel={t`Removing...`}
      onConfirm={() => send(removePasskey, { params: { id: passkey.id } })}
      refresh={onDone}
    >
      <p>
        {t`It no longer signs in or confirms. You can still use an OTP. Delete it from your device or password manager too.`}
      </p>
    </ConfirmDialog>
  );
}
