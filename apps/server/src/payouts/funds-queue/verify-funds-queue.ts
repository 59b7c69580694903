import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import type { Fault } from "../../ledger/fault.ts";
import { hasPosting } from "../../ledger/has-posting.ts";

export const fundsQueueRule = {
  funded: "every payout that waited for funds was created once, as it was authorised",
  holdsNothing: "what waits for funds, or was not funded, has no payout and no posting",
  inTime: "no payout that waited for funds was created after its time",
  order: "no payout was funded before one of its wallet that waited longer",
  named: "every payout that a payment request names exists or waits for funds",
} as const;
/** The rules that `verifyFundsQueue` checks. */
export const fundsQueueRules = Object.values(fundsQueueRule);

/**
 * Compares the queue for funds with the payouts and the ledger, in SQL of its own: it shares no code
 * with what funds them.
 * @returns a fault for each payout.
 */
export async function verifyFundsQueue(db: Db): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    select ${fundsQueueRule.funded}::text as rule, funds_queue.id::text as where
    from funds_queue left join payouts on payouts.id = funds_queue.id
    where state = 'funded' and (
      payouts.id is null or payouts.tenant_id <> funds_queue.tenant_id
      or payouts.amount_paise <> funds_queue.amount_paise
      or payouts.fee_paise <> funds_queue.fee_paise or payouts.gst_paise <> funds_queue.gst_paise
      or payouts.method <> funds_queue.method
      or payouts.destination_hash <> funds_queue.destination_hash
      or payouts.beneficiary_name <> funds_queue.beneficiary_name
      or payouts.reference_id <> funds_queue.reference_id
      or payouts.order_digest <> funds_queue.order_digest
      or payouts.idempotency_key is distinct from funds_queue.idempotency_key
      or coalesce(payouts.initiated_by, payouts.tenant_id) <> member_id
    )
    union all
    select ${fundsQueueRule.holdsNothing}::text, funds_queue.id::text
    from funds_queue
    where state <> 'funded' and (
      exists (select from payouts where payouts.id = funds_queue.id)
      or ${hasPosting(sql`funds_queue.id`)}
    )
    union all
    select ${fundsQueueRule.inTime}::text, funds_queue.id::text
    from funds_queue join payouts on payouts.id = funds_queue.id
    -- Servers' clocks may differ by seconds.
    where payouts.created_at > expires_at + interval '1 minute'
      or payouts.created_at < funds_queue.created_at - interval '1 minute'
    union all
    select ${fundsQueueRule.order}::text, id::text
    from (
      select id, state, coalesce(ended_number, 9223372036854775807) as ended_number,
        min(ended_number) filter (where state = 'funded') over (
          partition by tenant_id order by place desc rows between unbounded preceding and 1 preceding
        ) as next_funded
      from funds_queue
    ) as queued
    where next_funded < ended_number
    union all
    select ${fundsQueueRule.named}::text, named.payout_id::text
    from payment_requests as named
    where payout_id is not null
      and not exists (select from payouts where payouts.id = payout_id)
      and not exists (select from funds_queue where funds_queue.id = payout_id)
  `.execute(db);
  return rows;
}
