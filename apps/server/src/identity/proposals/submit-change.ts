import { now } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import { encrypt } from "../../database/encryption/encrypt.ts";
import { hmac } from "../../kernel/app-secret.ts";
import { digest, newId } from "../../kernel/ids.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { record } from "../audit/record.ts";
import { notifySuperAdmins } from "../notifications/notify-super-admins.ts";
import { publishToSuperAdmins } from "../people/publish-to-super-admins.ts";
import { readSettingsWithin } from "../settings/settings.ts";
import { assertNoneWaiting } from "./assert-none-waiting.ts";
import { expiryAfter } from "./expiry.ts";
import { findEffect, type Effect } from "./find-effect.ts";
import { expireProposals } from "./expire-proposals.ts";
import { logged } from "./logged-changes.ts";
import { lockSuperAdmins, proposalPermissions } from "./lock-proposals.ts";
import type { Approval, ControlledChange, Submitted } from "./proposal.ts";
import { assertOldEnough } from "./second-person.ts";

/**
 * Proposes a signed change. When nobody else can confirm, it takes effect after the waiting time, or
 * at once while there is no money to protect. Call it after `lockProposals`.
 * @returns the proposal; null when the change was applied.
 * @throws 403 `ACCOUNT_INACTIVE`; 409 `PROPOSAL_WAITING`, `CONFIRMER_TOO_NEW` for a person who is too new
 *   to be one of two.
 */
export async function submitChange(
  db: Tx,
  person: SuperAdmin,
  change: ControlledChange,
  apply: (approval: Approval) => Promise<void>,
): Promise<Submitted | null> {
  const active = await lockSuperAdmins(db, person, proposalPermissions[change.kind]);
  await expireProposals(db);
  await assertNoneWaiting(db, change);
  const { reason } = change;
  const others = [...active].filter(([id]) => id !== person.member.id).map(([, since]) => since);
  const effect = await findEffect(db, others, await readSettingsWithin(db));
  if (effect.how === "at_once") {
    const alone = { by: person, confirmedById: null, proposalId: null };
    await apply({ proposerId: person.member.id, reason, ...alone });
    return null;
  }
  // Nobody could confirm it.
  if (effect.how === "second_person" && effect.confirmersBefore)
    assertOldEnough(
      active.get(person.member.id),
      effect.confirmersBefore,
      " Another super admin can propose it.",
    );
  return propose(db, person, change, effect);
}

async function propose(
  db: Tx,
  person: SuperAdmin,
  change: ControlledChange,
  { at: takesEffectAt, confirmersBefore }: Effect,
): Promise<Submitted> {
  const { kind, subjects, title, reason } = change;
  const id = newId();
  const contentDigest = digestOf(change);
  const proposedAt = now();
  await db
    .insertInto("proposals")
    .values({
      id,
      kind,
      title,
      changes_encrypted: encrypt("proposed changes", id, JSON.stringify(change.changes)),
      content_encrypted: encrypt("proposal content", id, JSON.stringify(change.content)),
      digest: contentDigest,
      reason,
      proposed_by: person.member.id,
      proposed_at: proposedAt,
      expires_at: expiryAfter(takesEffectAt ?? proposedAt),
      takes_effect_at: takesEffectAt,
      confirmers_before: confirmersBefore,
    })
    .execute();
  await db
    .insertInto("proposal_subjects")
    .values(subjects.map((subject) => ({ proposal_id: id, kind, subject })))
    .execute();
  // The proposer too, where nobody has to confirm: a thief may have their session.
  await notifySuperAdmins(
    db,
    takesEffectAt === null
      ? { kind: "proposal_waiting", subjectId: id, exceptPersonId: person.member.id }
      : { kind: "change_scheduled", subjectId: id },
  );
  await publishToSuperAdmins(db, ["proposals"]);
  await record(db, {
    act: "proposal.proposed",
    by: person,
    subject: { kind: "proposal", id },
    reason,
    before: logged(change.changes, "before"),
    after: {
      ...logged(change.changes, "after"),
      digest: contentDigest.toString("hex"),
      ...(takesEffectAt && { takes_effect_at: takesEffectAt.toISOString() }),
    },
  });
  return { id, takesEffectAt };
}

/** The digest of exactly this change. Keyed, because the content may be a secret. */
function digestOf({ kind, content, reason }: ControlledChange): Buffer {
  return hmac("one-time-code", "change", digest({ kind, content, reason }).toString("hex"));
}
