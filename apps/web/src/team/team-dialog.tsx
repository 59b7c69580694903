import { limits } from "@rokad/contract/limits";
import type { Invitation, TeamMember } from "@rokad/contract/team";
import { ConfirmDialog } from "../common/actions/confirm-dialog.tsx";
import { formatPhone } from "../common/people/person.ts";
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
    frame.onDone();
    return done;
  };
  if ("member" in act) {
    const { member } = act;
    if (act.kind === "roles") return <RolesDialog {...frame} member={member} />;
    if (act.kind === "disable") {
      const sent = invitations.filter(({ invited_by_id: by }) => by === member.id);
      return <DisableDialog {...frame} member={member} sent={sent} />;
    }
    const { id, name } = member;
    return (
      <ConfirmDialog
        open={open}
        onClose={onClose}
        title={`Enable ${name}?`}
        label="Enable"
        variant="primary"
        busyLabel="Enabling..."
        onConfirm={confirm(() => kind.setStatus(id, true), `${name} can sign in again`)}
      >
        <p>They can sign in again, with the same roles as before.</p>
      </ConfirmDialog>
    );
  }
  const { id, name } = act.invitation;
  const isRepeat = act.kind === "repeat";
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={isRepeat ? `Repeat the invitation of ${name}?` : `Cancel the invitation of ${name}?`}
      label={isRepeat ? "Repeat" : "Cancel invitation"}
      variant={isRepeat ? "primary" : "danger"}
      busyLabel={isRepeat ? "Repeating..." : "Cancelling..."}
      keepLabel={isRepeat ? "Close" : "Keep it"}
      onConfirm={confirm(
        () => (isRepeat ? kind.repeat(id) : kind.cancel(id)),
        isRepeat ? `Valid for ${limits.invitationDays} days again` : "Invitation cancelled",
      )}
    >
      <p>
        {isRepeat
          ? `It is valid for ${limits.invitationDays} days from now. Pass on the sign-in link again.`
          : "The number can't sign in with it any more."}
      </p>
    </ConfirmDialog>
  );
}

interface DisableDialogProps extends TeamDialogFrame {
  member: TeamMember;
  /** The open invitations that the member sent. */
  sent: readonly Invitation[];
}

function DisableDialog({ kind, member, sent, open, onClose, onDone }: DisableDialogProps) {
  async function disable() {
    await kind.setStatus(member.id, false);
    onDone();
    return `${member.name} is disabled`;
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Disable ${member.name}?`}
      label="Disable"
      busyLabel="Disabling..."
      onConfirm={disable}
    >
      <p>
        They are signed out at once and can't sign in here.{" "}
        {member.open_count > 0 && kind.describeOpen(member.open_count)}
      </p>
      {sent.length > 0 && (
        <>
          <p className="mt-3">Cancelled with it, because they sent it:</p>
          <ul className="mt-1 list-disc pl-5">
            {sent.map(({ id, name, mobile }) => (
              <li key={id} className="break-words">
                Invitation of {name}, <span className="tabular-nums">{formatPhone(mobile)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </ConfirmDialog>
  );
}
