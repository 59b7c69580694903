import { removePasskey, type Passkey } from "@rokad/contract/passkeys";
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
      title={`Remove ${passkey.name}?`}
      label="Remove passkey"
      busyLabel="Removing..."
      onConfirm={() => send(removePasskey, { params: { id: passkey.id } })}
      refresh={onDone}
    >
      <p>
        It no longer signs in or confirms. You can still use an OTP. Delete it from your device or
        password manager too.
      </p>
    </ConfirmDialog>
  );
}
