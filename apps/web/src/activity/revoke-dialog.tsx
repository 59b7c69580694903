import { revokeSession, revokeSessionsOf, type OpenSession } from "@rokad/contract/activity-lists";
import { send } from "../api/client.ts";
import { Notice } from "../ui/notice.tsx";
import { ConfirmDialog } from "../shell/confirm-dialog.tsx";

interface RevokeDialogProps {
  session: OpenSession;
  /** Every session of the person. */
  all: boolean;
  open: boolean;
  onClose: () => void;
  onDone: () => void;
}

export function RevokeDialog({ session, all, open, onClose, onDone }: RevokeDialogProps) {
  const { person, is_own: own } = session;

  async function revoke(): Promise<string> {
    const { data } = await (all
      ? send(revokeSessionsOf, { params: { id: person.id } })
      : send(revokeSession, { params: { id: session.id } }));
    onDone();
    if (data.ended_count === 0) return "It had ended already";
    return data.ended_count === 1
      ? `1 session of ${person.name} has ended`
      : `${data.ended_count} sessions of ${person.name} have ended`;
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={all ? `Revoke all sessions of ${person.name}?` : `Revoke a session of ${person.name}?`}
      label={all ? "Revoke all sessions" : "Revoke the session"}
      busyLabel="Revoking..."
      onConfirm={revoke}
    >
      <div className="grid gap-3">
        <p>
          {all ? "They end" : "It ends"} at once, on every server: the next call is refused and the
          sign-in page opens. {person.name} may sign in again with a new code.
        </p>
        {own && (
          <Notice tone="warn" title="This is your own session">
            You will be signed out.
          </Notice>
        )}
      </div>
    </ConfirmDialog>
  );
}
