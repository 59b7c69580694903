import { getMemberDeputies, setMemberDeputies } from "@rokad/contract/deputies";
import type { Invitation, TeamMember } from "@rokad/contract/team";
import { useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { useApi } from "../api/use-api.ts";
import { chosenDeputies, DeputyChoice } from "../common/approvals/deputy-choice.tsx";
import { WaitingItems } from "../common/approvals/waiting-items.tsx";
import { formatPhone } from "../common/people/person.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { toast } from "../ui/toast.ts";
import type { TeamDialogFrame } from "./dialog-frame.ts";

interface DisableDialogProps extends TeamDialogFrame {
  member: TeamMember;
  /** The open invitations that the member sent. */
  sent: readonly Invitation[];
}

/** Disables a member, and hands what waits for them to deputies. */
export function DisableDialog({ kind, member, sent, open, onClose, onDone }: DisableDialogProps) {
  const { id, name } = member;
  const input = open && kind.hasDeputies ? { params: { id } } : null;
  const answer = useApi(getMemberDeputies, input, { isFresh: true });
  const deputies = answer.data?.data;
  const isLoading = kind.hasDeputies && !deputies && !answer.error;
  const before = deputies ? chosenDeputies(deputies) : [];
  const [choice, setChoice] = useState<readonly string[]>();
  const chosen = choice ?? before;
  const [busy, setBusy] = useState(false);

  /** First out, then handed over: a cancelled signature must not leave them signed in. */
  async function disable() {
    setBusy(true);
    try {
      await kind.setStatus(id, false);
      toast.success(t`${name} is disabled`);
      onDone();
      if (choice && choice.join() !== before.join()) await handOver(choice);
      onClose();
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  async function handOver(names: readonly string[]) {
    try {
      const body = { deputies: [...names], away_from: null, away_until: null };
      const { message } = await send(setMemberDeputies, { params: { id }, body });
      toast.success(message);
      onDone();
    } catch (error) {
      toast.error(t`${name} is disabled. ${messageOf(error, t`The deputies are not saved`)}`);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      closable={!busy}
      size={kind.hasDeputies ? "lg" : "sm"}
      title={<span className="break-words">{t`Disable ${name}?`}</span>}
    >
      <DialogBody className="grid gap-4 text-sm">
        <p>
          {t`They are signed out at once and can't sign in here.`}{" "}
          {member.open_count > 0 && kind.describeOpen(member.open_count)}
        </p>
        {sent.length > 0 && (
          <div>
            <p>{t`Cancelled with it, because they sent it:`}</p>
            <ul className="mt-1 list-disc pl-5">
              {sent.map((invitation) => (
                <li key={invitation.id} className="break-words">
                  {t`Invitation of ${invitation.name},`}{" "}
                  <span className="tabular-nums">{formatPhone(invitation.mobile)}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
        {isLoading && <Skeleton className="h-24" />}
        {deputies && (
          <>
            <WaitingItems deputies={deputies} whom={name} onNavigate={onClose} />
            {(deputies.waiting_count > 0 || before.length > 0) && (
              <DeputyChoice
                deputies={deputies}
                value={chosen}
                onValueChange={setChoice}
                note={t`Any one of them approves in their place. You sign this after disabling.`}
              />
            )}
          </>
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose} disabled={busy}>
          {t`Cancel`}
        </Button>
        <Button
          variant="danger"
          // What waits for the member moves the button when it arrives.
          disabled={isLoading}
          busy={busy}
          busyLabel={t`Disabling...`}
          onClick={() => void disable()}
        >
          {t`Disable`}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
