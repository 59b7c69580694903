import type { Tx } from "../../database/db.ts";
import { notFound, ApiError } from "../../kernel/errors.ts";
import type { lockPayout, DecidablePayout } from "./lock-decidable-payout.ts";

export type LockedDecision = NonNullable<Awaited<ReturnType<typeof selectLocked>>>;

/**
 * Locks an open proposal, after its payout. Closes the race between two people who confirm or
 * withdraw it, and with a provider update: the first wins, the others get the error.
 * @throws 404; 409 `ALREADY_DECIDED`.
 */
export async function lockProposed(
  db: Tx,
  id: string,
  lock: typeof lockPayout,
): Promise<{ payout: DecidablePayout; decision: LockedDecision }> {
  const row = await db
    .selectFrom("payout_decisions")
    .select("payout_id")
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("This decision");
  const payout = await lock(db, row.payout_id);
  const decision = await selectLocked(db, id);
  if (!decision) throw notFound("This decision");
  if (decision.state === "proposed") return { payout, decision };
  throw new ApiError(409, "ALREADY_DECIDED", messages[decision.state] ?? "It is already decided");
}

const messages: Readonly<Record<string, string>> = {
  confirmed: "This outcome is already confirmed",
  withdrawn: "This proposal was withdrawn",
  overtaken: "The provider has reported the outcome, so nothing is left to decide",
};

async function selectLocked(db: Tx, id: string) {
  const row = await db
    .selectFrom("payout_decisions")
    .innerJoin("people", "people.id", "proposed_by")
    .select(["outcome", "utr", "reason", "evidence", "provider_said", "state"])
    .select(["proposed_by", "proposed_at", "people.name as proposer_name"])
    .where("payout_decisions.id", "=", id)
    .forUpdate("payout_decisions")
    .executeTakeFirst();
  return row && { ...row, outcome: row.outcome as "paid" | "failed" };
}
