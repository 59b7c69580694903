import { sql } from "kysely";

/**
 * The payments of a tenant that go out once funds, approvals or their turn come, and are no payouts
 * yet: each with its account and amount. `id` is of the payout, the request or the batch, by `kind`. An
 * index of each part finds those to one account.
 */
export const waitingPayments = (tenantId: string) => sql`(
  select 'payout' as kind, id, destination_hash, amount_paise, created_at
  from funds_queue where tenant_id = ${tenantId} and state = 'waiting'
  union all
  select 'request', id, destination_hash, amount_paise, created_at
  from payment_requests
  where tenant_id = ${tenantId} and state in ('awaiting_approval', 'approved') and payout_id is null
  union all
  select 'batch', batch_id, destination_hash, amount_paise, payout_batches.created_at
  from batch_rows join payout_batches on payout_batches.id = batch_id
  where batch_rows.tenant_id = ${tenantId} and batch_rows.state = 'ready'
    and payout_batches.state in ('awaiting_approval', 'running', 'paused')
)`;
