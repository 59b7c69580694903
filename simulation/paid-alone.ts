import { sql } from "kysely";

/**
 * The ids of paid payouts of which nothing came back and that no other record is about: no policy,
 * request, batch, key or wait, whose rules a change of theirs would break too.
 */
export const paidAlone = sql`
  select payouts.id from payouts
  where status = 'success' and payout_kind = 'payout' and returned_paise = 0
    and not exists (select from approval_policies where tenant_id = payouts.tenant_id)
    and not exists (select from payment_requests where payout_id = payouts.id)
    and not exists (select from batch_rows where payout_id = payouts.id)
    and not exists (select from api_orders where api_orders.id = payouts.id)
    and not exists (select from funds_queue where funds_queue.id = payouts.id)
`;
