import { limits } from "@rokad/contract/limits";
import type { Invitation } from "@rokad/contract/team";
import { t } from "../language.ts";
import { ConfirmDialog } from "../common/actions/confirm-dialog.tsx";
import { DeputiesDialog } from "../common/approvals/deputies-dialog.tsx";
import { DisableDialog } from "./disable-dialog.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { RolesDialog } from "./roles-dialog.tsx";
import type { TeamAct } from "./team-columns.tsx";
import type { TeamDialogFrame } from "./dialog-frame.ts";

interface TeamDialogProps extends TeamDialogFrame {
  act: TeamAct;
  /** The open ones of the team. */
  invitations: readonly Invitation[];
}

/** The dialog of an act on the team. */
export function TeamDialog({ act, invitations, ...frame }: TeamDialogProps) {
  if (act.kind === "invite") return <InviteDialog {...frame} />;
  const { kind, open, onClose } = frame;
  const confirm = (work: () => Promise<unknown>, done: string) => async () => {
    await work();
    return { message: done };
  };
  if ("member" in act) {
    const { member } = act;
    if (act.kind === "roles") return <RolesDialog {...frame} member={member} />;
    if (act.kind === "deputies")
      return <DeputiesDialog member={member} open={open} onClose={onClose} onDone={frame.onDone} />;
    if (act.kind === "disable") {
      const sent = invitations.filter(({ invited_by_id: by }) => by === member.id);
      return <DisableDialog {...frame} member={member} sent={sent} />;
    }
    const { id, name } = member;
    return (
      <ConfirmDialog
        open={open}
        onClose={onClose}
        title={t`Enable ${name}?`}
        label={t`Enable`}
        variant="primary"
        busyLabel={t`Enabling...`}
        onConfirm={confirm(() => kind.setStatus(id, true), t`${name} can sign in again`)}
        refresh={frame.onDone}
      >
        <p>{t`They can sign in again, with the same roles as before.`}</p>
      </ConfirmDialog>
    );
  }
  const { id, name } = act.invitation;
  const isRepeat = act.kind === "repeat";
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={isRepeat ? t`Repeat the invitation of ${name}?` : t`Cancel the invitation of ${name}?`}
      label={isRepeat ? t`Repeat` : t`Cancel invitation`}
      variant={isRepeat ? "primary" : "danger"}
      busyLabel={isRepeat ? t`Repeating...` : t`Cancelling...`}
      keepLabel={isRepeat ? t`Close` : t`Keep it`}
      onConfirm={confirm(
        () => (isRepeat ? kind.repeat(id) : kind.cancel(id)),
        isRepeat ? t`Valid for ${limits.invitationDays} days again` : t`Invitation cancelled`,
      )}
      refresh={frame.onDone}
    >
      <p>
        {isRepeat
          ? t`It is valid for ${limits.invitationDays} days from now. Pass on the sign-in link again.`
          : t`The number can't sign in with it any more.`}
      </p>
    </ConfirmDialog>
  );
}
