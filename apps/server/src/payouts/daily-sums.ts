import { sql } from "kysely";
import { reading } from "../replica.ts";
import type { Tenant } from "../sign-in/person.ts";
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
    from ${partsOf(tenant, period)}
    group by parts.day
    order by parts.day
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
    select method, case when method = 'imps' then nullif(bank_name, '') end as bank_name, ${added}
    from ${partsOf(tenant, period)}
    group by 1, 2
    order by volume desc, 2
  `.execute(await reading());
  return rows;
}

const added = sql`
  sum(open_count + success_count)::bigint as count, sum(success_count)::bigint as successes,
  sum(failed_count)::bigint as failures, sum(open_paise + success_paise)::bigint as volume,
  sum(fee_paise)::bigint as fees, sum(gst_paise)::bigint as gst
`;

/** What is kept of each day by where its payouts went, however many they were. */
function partsOf(tenant: Tenant, { from, to }: Period) {
  return sql`(
    select * from payout_day_parts where person_id = ${tenant.id} and day between ${from} and ${to}
  ) as parts`;
}
