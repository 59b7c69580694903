import { limits } from "@rokad/contract/limits";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import { encrypt } from "../../database/encryption/encrypt.ts";
import { newId } from "../../kernel/ids.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { record } from "../audit/record.ts";
import { notifySuperAdmins } from "../notifications/notify-super-admins.ts";
import { publishToSuperAdmins } from "../people/publish-to-super-admins.ts";
import { assertNoneWaiting } from "./assert-none-waiting.ts";
import { expireProposals } from "./expire-proposals.ts";
import { logged } from "./logged-changes.ts";
import { lockSuperAdmins, proposalPermissions } from "./lock-proposals.ts";
import type { Approval, ControlledChange } from "./proposal.ts";
import { digestOf } from "./sign-change.ts";

const daySeconds = 24 * 60 * 60;

/**
 * Proposes a signed change, or applies it when the person is the only active super admin. Call it
 * after `lockProposals`, with the code checked.
 * @returns the proposal's id; null when the change was applied.
 * @throws 403 `ACCOUNT_INACTIVE`; 409 `PROPOSAL_WAITING`.
 */
export async function submitChange(
  db: Tx,
  person: SuperAdmin,
  change: ControlledChange,
  apply: (approval: Approval) => Promise<void>,
): Promise<string | null> {
  const active = await lockSuperAdmins(db, person, proposalPermissions[change.kind]);
  await expireProposals(db);
  await assertNoneWaiting(db, change);
  const { reason } = change;
  if (active.size === 1) {
    await apply({ proposerId: person.id, by: person, proposalId: null, reason });
    return null;
  }
  return propose(db, person, change);
}

async function propose(db: Tx, person: SuperAdmin, change: ControlledChange): Promise<string> {
  const { kind, subjects, title, reason } = change;
  const id = newId();
  const digest = digestOf(change);
  await db
    .insertInto("proposals")
    .values({
      id,
      kind,
      title,
      changes_sealed: encrypt("proposed changes", id, JSON.stringify(change.changes)),
      content_sealed: encrypt("proposal content", id, JSON.stringify(change.content)),
      digest,
      reason,
      proposed_by: person.id,
      proposed_at: now(),
      expires_at: secondsFromNow(limits.proposalDays * daySeconds),
    })
    .execute();
  await db
    .insertInto("proposal_subjects")
    .values(subjects.map((subject) => ({ proposal_id: id, kind, subject })))
    .execute();
  await notifySuperAdmins(db, {
    kind: "proposal_waiting",
    subjectId: id,
    exceptPersonId: person.id,
  });
  await publishToSuperAdmins(db, ["proposals"]);
  await record(db, {
    act: "proposal.proposed",
    by: person,
    subject: { kind: "proposal", id },
    reason,
    before: logged(change.changes, "before"),
    after: { ...logged(change.changes, "after"), digest: digest.toString("hex") },
  });
  return id;
}
