import { sql } from "kysely";
import { transaction } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { now } from "../../kernel/clock.ts";

const atOnce = 200;

/**
 * Lets runs whose payout was not funded be retried: they failed, with the reason. The key of the due
 * day is free again, because its wait ended without a payout. A task does this, because the end of a
 * wait may hold the wallet, and runs are locked before wallets.
 * @returns how many.
 */
export function returnRuns(): Promise<number> {
  return transaction(async (db) => {
    const { rows } = await sql<{ tenant_id: string }>`
      with ended as (
        select funds_queue.id, series_id, due_on,
          coalesce(ended_reason, 'Its wait for funds was cancelled.') as why
        from funds_queue
        join schedule_runs on schedule_runs.payout_id = funds_queue.id
        where funds_queue.state in ('cancelled', 'expired') and schedule_runs.state = 'created'
          and funds_queue.schedule_id is not null
        order by series_id, due_on limit ${atOnce}
        for update of schedule_runs skip locked
      ), freed as (
        update funds_queue set idempotency_key = null from ended where funds_queue.id = ended.id
      )
      update schedule_runs
      set state = 'failed', code = 'INSUFFICIENT_BALANCE', reason = why, payout_id = null,
        decided_at = ${now()}
      from ended
      where schedule_runs.series_id = ended.series_id and schedule_runs.due_on = ended.due_on
      returning tenant_id
    `.execute(db);
    await publishChange(
      db,
      rows.map(({ tenant_id: id }) => id),
      ["payouts"],
    );
    return rows.length;
  });
}
