import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import type { Fault } from "../../ledger/fault.ts";

export const batchRule = {
  row: "every payout of a batch is what its row says, and has the row's own key",
  created: "every payout with the key of a row is that row's payout",
  signed: "every batch that created payouts was started by someone",
  counted: "every batch that was approved has each step's approvals, over what it paid",
  preparer: "nobody approved a batch that they prepared, and no deputy did so for them",
} as const;
/** The rules that `verifyBatches` checks. */
export const batchRules = Object.values(batchRule);

/**
 * Compares batches with the payouts that came of them, in SQL of its own: it shares no code with what
 * creates them.
 * @returns a fault for each payout, batch or approval.
 */
export async function verifyBatches(db: Db): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    select ${batchRule.row}::text as rule, payouts.id::text as where
    from batch_rows join payouts on payouts.id = payout_id
    where payouts.tenant_id <> batch_rows.tenant_id or payouts.amount_paise <> batch_rows.amount_paise
      or payouts.fee_paise <> batch_rows.fee_paise or payouts.gst_paise <> batch_rows.gst_paise
      or payouts.method <> batch_rows.method
      or payouts.destination_hash <> batch_rows.destination_hash
      or payouts.order_digest <> batch_rows.digest
      or payouts.idempotency_key is distinct from batch_id || ' ' || number
    union all
    select ${batchRule.created}::text, payouts.id::text
    from payouts
    join batch_rows on payouts.idempotency_key = batch_id || ' ' || number
      and payouts.tenant_id = batch_rows.tenant_id
    where payout_id is distinct from payouts.id
    union all
    select ${batchRule.signed}::text, payout_batches.id::text
    from payout_batches
    where (started_by is null or started_at is null or content_hash is null)
      and exists (select from batch_rows where batch_id = payout_batches.id and payout_id is not null)
    union all
    select distinct ${batchRule.counted}::text, payout_batches.id::text
    from payout_batches
    cross join lateral jsonb_array_elements(steps) with ordinality as asked (step, number)
    where started_at is not null and (
      select count(*) from batch_approvals
      where batch_id = payout_batches.id and revision = payout_batches.revision
        and batch_approvals.content_hash = payout_batches.content_hash
        and amount_paise = (
          select sum(batch_rows.amount_paise) from batch_rows
          where batch_id = payout_batches.id and state <> 'removed'
        )
        and batch_approvals.step = asked.number - 1
        and roles && array['owner', 'approver']
        and (asked.step -> 'people' ? coalesce(in_place_of, person_id)::text
          or asked.step -> 'roles' ?| coalesce(place_roles, roles))
    ) < (asked.step ->> 'approvals')::int
    union all
    select ${batchRule.preparer}::text, batch_id::text
    from batch_approvals join payout_batches on payout_batches.id = batch_id
    where person_id = any(prepared_by) or in_place_of = any(prepared_by)
  `.execute(db);
  return rows;
}
