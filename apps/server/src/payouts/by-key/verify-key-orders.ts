import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import type { Fault } from "../../ledger/fault.ts";

export const keyRule = {
  authorised: "every payout of an API key is what an owner signed limits for, before it was sent",
  working:
    "no API key sent after it was revoked, disabled or had expired, or under limits that others had replaced",
  perDay: "no API key sent more on a day in India than the limits that it was sent under",
  counted: "what each API key has used of its day is the sum of its payouts",
  known: "every payout that came from a program directly names the key that sent it",
} as const;
/** The rules that `verifyKeyOrders` checks. */
export const keyRules = Object.values(keyRule);

/** Servers' clocks may differ by seconds. */
const clocks = sql`interval '1 minute'`;

/**
 * Checks the payouts of API keys against the signed limits, which are never changed, in SQL of its
 * own: it shares no code with what reserves them.
 * @returns a fault for each payout or key.
 */
export async function verifyKeyOrders(db: Db): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    with sent as (
      select api_orders.*, payouts.amount_paise as paid_paise
      from api_orders join payouts on payouts.id = api_orders.id
      where kind = 'payout'
    )
    select ${keyRule.authorised}::text as rule, api_orders.id::text as where
    from api_orders
    left join payouts on payouts.id = api_orders.id
    left join api_key_limits on api_key_limits.id = limits_id
    where kind = 'payout' and not coalesce(
      payouts.tenant_id = api_orders.tenant_id and payouts.amount_paise = api_orders.amount_paise
        and payout_kind = 'payout' and api_key_limits.key_id = api_orders.key_id
        and api_key_limits.tenant_id = api_orders.tenant_id
        and payouts.amount_paise <= per_payout_paise
        and coalesce(initiated_by, payouts.tenant_id) = signed_by
        and signed_at <= payouts.created_at + ${clocks}, false
    )
    union all
    select ${keyRule.working}::text, sent.id::text
    from sent join payouts on payouts.id = sent.id left join api_keys on api_keys.id = sent.key_id
    where api_keys.id is null or not 'payouts:send' = any(scopes)
      or least(revoked_at, disabled_at, expires_at) + ${clocks} < payouts.created_at
      or exists (
        select from api_key_limits as newer
        where newer.key_id = sent.key_id and newer.id > sent.limits_id
          and newer.signed_at + ${clocks} < payouts.created_at
      )
    union all
    select ${keyRule.perDay}::text, used.key_id || ' on ' || used.day
    from (select distinct key_id, day, limits_id from sent) as used
    join api_key_limits on api_key_limits.id = limits_id
      and api_key_limits.key_id = used.key_id
    where per_day_paise < (
      select sum(paid_paise) from sent
      where sent.key_id = used.key_id and sent.day = used.day
        -- Ids increase with time: what was sent under these limits and those before.
        and sent.limits_id <= used.limits_id
    )
    union all
    select ${keyRule.counted}::text, coalesce(sums.key_id, counted.key_id) || ' on ' || coalesce(sums.day, counted.day)
    from (select key_id, day, sum(paid_paise) as paise from sent group by key_id, day) as sums
    full join api_key_days as counted using (key_id, day)
    where sums.paise is distinct from counted.paise
    union all
    select ${keyRule.known}::text, payout_id::text from payout_policies
    where source = 'api' and not exists (select from sent where sent.id = payout_id)
      and not exists (
        select from payment_requests where payment_requests.payout_id = payout_policies.payout_id
      )
  `.execute(db);
  return rows;
}
