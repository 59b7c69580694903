import { sql } from "kysely";
import { endOfDay, startOfDay } from "../days.ts";
import type { Tenant } from "../sign-in/person.ts";
import { reading } from "../replica.ts";
import type { Sums } from "./payout-sums.ts";

/** Days in Asia/Kolkata, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** One row for each day with a payout, oldest first. */
export async function sumsByDay(tenant: Tenant, period: Period) {
  const { rows } = await sql<Sums & { day: string }>`
    select to_char(day, 'YYYY-MM-DD') as day, ${added}
    from (${dailySums(tenant, period)}) as daily
    group by daily.day
    order by daily.day
  `.execute(await reading());
  return rows;
}

export interface DestinationSums extends Sums {
  readonly method: "imps" | "upi";
  readonly bank_name: string | null;
}

/** One row for each method and bank, the largest first. */
export async function sumsByDestination(tenant: Tenant, period: Period) {
  const { rows } = await sql<DestinationSums>`
    select method, bank_name, ${added}
    from (${dailySums(tenant, period)}) as daily
    group by method, bank_name
    order by sum(volume) desc, bank_name
  `.execute(await reading());
  return rows;
}

const added = sql`
  sum(count)::bigint as count, sum(successes)::bigint as successes,
  sum(failures)::bigint as failures, sum(volume)::bigint as volume, sum(fees)::bigint as fees,
  sum(gst)::bigint as gst
`;

/**
 * What each day of the tenant's came to, by method and bank. Everything that is told of a period
 * is added up from these rows, so that a table of kept daily sums can stand here instead of the
 * payouts themselves.
 */
function dailySums(tenant: Tenant, { from, to }: Period) {
  return sql`
    select (created_at at time zone 'Asia/Kolkata')::date as day, method, bank_name,
      count(*) filter (where status <> 'failed') as count,
      count(*) filter (where status = 'success') as successes,
      count(*) filter (where status = 'failed') as failures,
      coalesce(sum(amount_paise) filter (where status <> 'failed'), 0) as volume,
      coalesce(sum(fee_paise) filter (where status <> 'failed'), 0) as fees,
      coalesce(sum(gst_paise) filter (where status <> 'failed'), 0) as gst
    from payouts
    where person_id = ${tenant.id}
      and created_at >= ${startOfDay(from)} and created_at < ${endOfDay(to)}
    group by 1, 2, 3
  `;
}
