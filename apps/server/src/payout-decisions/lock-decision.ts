import type { Tx } from "../db.ts";
import { notFound, Refusal } from "../errors.ts";
import type { lockPayout, LockedPayout } from "./decidable.ts";

export type LockedDecision = NonNullable<Awaited<ReturnType<typeof selectLocked>>>;

/**
 * A proposal that is open, locked after its payout: of two who confirm or withdraw at once, and of
 * the provider's word that comes in between, one is first and the others are told.
 * @throws 404; 409 `ALREADY_DECIDED`.
 */
export async function lockProposed(
  db: Tx,
  id: string,
  lock: typeof lockPayout,
): Promise<{ payout: LockedPayout; decision: LockedDecision }> {
  const found = await db
    .selectFrom("payout_decisions")
    .select("payout_id")
    .where("id", "=", id)
    .executeTakeFirst();
  if (!found) throw notFound("This decision");
  const payout = await lock(db, found.payout_id);
  const decision = await selectLocked(db, id);
  if (!decision) throw notFound("This decision");
  if (decision.state === "proposed") return { payout, decision };
  throw new Refusal(409, "ALREADY_DECIDED", sentences[decision.state] ?? "It is decided already");
}

const sentences: Readonly<Record<string, string>> = {
  confirmed: "This outcome was confirmed already",
  withdrawn: "This proposal was withdrawn",
  overtaken: "The provider gave its word meanwhile, so there is nothing left to decide",
};

async function selectLocked(db: Tx, id: string) {
  const row = await db
    .selectFrom("payout_decisions")
    .innerJoin("people", "people.id", "proposed_by")
    .select(["outcome", "utr", "reason", "evidence", "provider_said", "state"])
    .select(["proposed_by", "proposed_at", "people.name as proposer_name"])
    .select((eb) =>
      eb
        .and([
          eb("role", "=", "superadmin"),
          eb("is_active", "=", true),
          eb("people.closed_at", "is", null),
        ])
        .as("proposer_is_active"),
    )
    .where("payout_decisions.id", "=", id)
    .forUpdate("payout_decisions")
    .executeTakeFirst();
  return row && { ...row, outcome: row.outcome as "paid" | "failed" };
}
