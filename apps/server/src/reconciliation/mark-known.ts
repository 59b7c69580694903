import { record } from "../audit/record.ts";
import { now } from "../clock.ts";
import type { Tx } from "../db.ts";
import { Refusal } from "../errors.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import type { DifferenceRow } from "./difference.ts";

/**
 * Calls a difference known, with the reason. Where the provider contradicts an end of ours it
 * takes two different people, and the first one's word is only kept.
 * @param difference locked.
 * @returns what to say of it.
 * @throws 409 `SECOND_APPROVER_NEEDED` when the first one comes again.
 */
export async function markKnown(
  db: Tx,
  person: SuperAdmin,
  difference: DifferenceRow,
  reason: string,
): Promise<string> {
  const { id, action, adapter: provider, kind, subject, first_by: first } = difference;
  const isFirst = action === "decide" && first === null;
  if (action === "decide" && first === person.id) throw secondNeeded();
  await db
    .updateTable("reconciliation_differences")
    .set(
      isFirst
        ? { first_by: person.id, first_at: now(), first_reason: reason }
        : { state: "known", ended_at: now(), ended_by: person.id, reason },
    )
    .where("id", "=", id)
    .execute();
  await record(db, {
    act: isFirst ? "reconciliation.known_first" : "reconciliation.marked_known",
    by: person,
    subject: { kind: "reconciliation", id },
    reason,
    before: { provider, kind, subject },
    after: { known: !isFirst },
  });
  return isFirst
    ? "Recorded. A second super admin has to agree."
    : "Marked as known. If it changes, it is open again.";
}

const secondNeeded = () =>
  new Refusal(
    409,
    "SECOND_APPROVER_NEEDED",
    "You were the first. A second super admin has to agree.",
  );
