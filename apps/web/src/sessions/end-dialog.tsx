import { endOtherSessions, endOwnSession, type OwnSession } from "@rokad/contract/sessions";
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
    if (data.ended_count === 0) return { message: "It was already signed out" };
    const devices = data.ended_count === 1 ? "1 device" : `${data.ended_count} devices`;
    return { message: `${devices} signed out` };
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={isAll ? "Sign out all other devices?" : `Sign out ${ending.device ?? "this device"}?`}
      label={isAll ? "Sign out all others" : "Sign out"}
      busyLabel="Signing out..."
      onConfirm={end}
      refresh={onDone}
    >
      <p>{isAll ? "They are" : "It is"} signed out at once. Signing in again needs a new OTP.</p>
    </ConfirmDialog>
  );
}
