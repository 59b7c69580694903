import { sql } from "kysely";
import { database, transaction, type Tx } from "../../database/db.ts";
import { lockProposals } from "../../identity/proposals/lock-proposals.ts";
import { voidProposals } from "../../identity/proposals/expire-proposals.ts";
import { now } from "../../kernel/clock.ts";
import { cancelClosing } from "../../tenants/closing/start-closing.ts";

/**
 * Ends the decisions that one person began with a code that anyone could read, and that a second
 * person or a waiting time would complete with real money. No server runs meanwhile.
 * @param why a sentence that people read with what ended.
 * @returns how many.
 */
export async function endPendingDecisions(why: string): Promise<number> {
  const ended = await transaction(async (db) => {
    await lockProposals(db);
    const proposals = await voidProposals(db, "all", why);
    return proposals + (await withdrawPolicies(db)) + (await endDifferences(db));
  });
  return ended + (await cancelClosings());
}

/** Versions of approval policies that wait for a second owner. */
async function withdrawPolicies(db: Tx): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("approval_policies")
    .set({ state: "withdrawn", decided_at: now() })
    .where("state", "=", "proposed")
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** A return that is recorded for a payout of the sandbox would credit real money. */
async function endDifferences(db: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    update reconciliation_differences
    set state = 'gone', ended_at = ${now()}, first_by = null, first_at = null, first_reason = null,
      first_return = null
    where state = 'open' and adapter = 'sandbox'
  `.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** An emptied wallet would close its account for good as soon as a server starts. */
async function cancelClosings(): Promise<number> {
  const closings = await database()
    .selectFrom("tenant_closings")
    .select("tenant_id")
    .where("state", "=", "open")
    .execute();
  for (const { tenant_id: id } of closings) await cancelClosing(null, id);
  return closings.length;
}
