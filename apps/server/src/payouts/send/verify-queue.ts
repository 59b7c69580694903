import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import type { Fault } from "../../ledger/fault.ts";

export const queueRule = {
  open: "every open payout is in the queue as it is, and no other",
  finished: "every finished payout is listed once under its outcome, and no other",
} as const;
/** The rules that `verifyQueue` checks. */
export const queueRules = Object.values(queueRule);

/**
 * Compares the queue and the list of finished payouts, which triggers keep, with the payouts. A payout
 * that the queue lacks would never be sent; one in both could be sent after its end.
 * @returns a fault for each payout.
 */
export async function verifyQueue(db: Db): Promise<Fault[]> {
  const isFinished = sql`status in ('success', 'failed', 'cancelled')`;
  const payouts = sql`select tenant_id, id, created_at`;
  const listed = sql`select tenant_id, payout_id, created_at`;
  const queue = {
    expected: sql`${payouts}, coalesce(due_at, 'infinity'), provider, status,
        unknown_since is not null
      from payouts where not (${isFinished})`,
    stored: sql`${listed}, due_at, provider, status, is_unclear from payout_queue`,
  };
  const finished = {
    expected: sql`${payouts}, finished_at, status, adapter from payouts where ${isFinished}`,
    stored: sql`${listed}, finished_at, status, adapter from finished_payouts`,
  };
  const { rows } = await sql<Fault>`
    select distinct ${queueRule.open}::text as rule, id::text as where
    from (${differences(queue)}) as different
    union all
    select distinct ${queueRule.finished}::text, id::text from (${differences(finished)}) as different
  `.execute(db);
  return rows;
}

type Query = ReturnType<typeof sql>;

function differences({ expected, stored }: { readonly expected: Query; readonly stored: Query }) {
  return sql`
    (${expected} except all ${stored}) union all (${stored} except all ${expected})
  `;
}
