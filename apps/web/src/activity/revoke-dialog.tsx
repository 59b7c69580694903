import { revokeSession, revokeSessionsOf, type OpenSession } from "@rokad/contract/activity-lists";
import { t } from "../super-admin-language.ts";
import { send } from "../api/client.ts";
import { Notice } from "../ui/notice.tsx";
import { ConfirmDialog } from "../common/actions/confirm-dialog.tsx";

interface RevokeDialogProps {
  session: OpenSession;
  /** True to revoke all of the person's sessions. */
  all: boolean;
  open: boolean;
  onClose: () => void;
  onDone: () => void;
}

export function RevokeDialog({ session, all, open, onClose, onDone }: RevokeDialogProps) {
  const { person, is_own: own } = session;

  async function revoke() {
    const { data } = await (all
      ? send(revokeSessionsOf, { params: { id: person.id } })
      : send(revokeSession, { params: { id: session.id } }));
    if (data.ended_count === 0) return { message: t`The session had already ended` };
    const sessions = data.ended_count === 1 ? t`1 session` : t`${data.ended_count} sessions`;
    return { message: t`${sessions} of ${person.name} revoked` };
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={
        all ? t`Revoke all sessions of ${person.name}?` : t`Revoke a session of ${person.name}?`
      }
      label={all ? t`Revoke all sessions` : t`Revoke session`}
      busyLabel={t`Revoking...`}
      onConfirm={revoke}
      refresh={onDone}
    >
      <div className="grid gap-3">
        <p>
          {all
            ? t`The sessions end at once. ${person.name} can sign in again with a new OTP.`
            : t`The session ends at once. ${person.name} can sign in again with a new OTP.`}
        </p>
        {own && (
          <Notice tone="warn" title={t`This is your own session`}>
            {t`You will be signed out.`}
          </Notice>
        )}
      </div>
    </ConfirmDialog>
  );
}
