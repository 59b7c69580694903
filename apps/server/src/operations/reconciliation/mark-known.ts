import { record } from "../../identity/audit/record.ts";
import { completesDecision } from "../../identity/proposals/second-person.ts";
import { now } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import type { DifferenceRow } from "./difference.ts";

/**
 * Marks a difference as known, with a reason. A contradicted outcome needs two different people;
 * the first approval is only recorded. A balance is settled: the next run opens from it.
 * @param difference a row locked by this transaction.
 * @returns the message for the person.
 * @throws 409 `SECOND_APPROVER_NEEDED` when the same person approves twice.
 */
export async function markKnown(
  db: Tx,
  person: SuperAdmin,
  difference: DifferenceRow,
  reason: string,
): Promise<string> {
  const { id, action, adapter: provider, kind, subject, first_by: by, first_at: at } = difference;
  if (action === "decide" && by === person.member.id) throw secondApproverNeeded();
  const isFirst =
    action === "decide" && !(await completesDecision(db, person, { by, at }, "difference"));
  await db
    .updateTable("reconciliation_differences")
    .set(
      isFirst
        ? { first_by: person.member.id, first_at: now(), first_reason: reason }
        : {
            state: kind === "balance" ? "settled" : "known",
            ended_at: now(),
            ended_by: person.member.id,
            reason,
          },
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
  if (kind === "balance") return "Marked as known. The next run opens from this balance.";
  return isFirst
    ? "Recorded. A second super admin must agree."
    : "Marked as known. It reopens if it changes.";
}

const secondApproverNeeded = () =>
  new ApiError(
    409,
    "SECOND_APPROVER_NEEDED",
    "You already agreed. A second super admin must agree too.",
  );
