import { sql } from "kysely";
import { replicaOrPrimary } from "../../database/replica.ts";
import type { Tenant } from "../../kernel/person.ts";
import type { AnalyticsTotals } from "./analytics-totals.ts";

/** Days in Asia/Kolkata, both inclusive. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** One row for each day with a payout, oldest first. */
export async function totalsByDay(tenant: Tenant, period: Period) {
  const { rows } = await sql<AnalyticsTotals & { day: string }>`
    select to_char(day, 'YYYY-MM-DD') as day, ${totals}
    from ${partsOf(tenant, period)}
    group by parts.day
    order by parts.day
  `.execute(await replicaOrPrimary());
  return rows;
}

export interface DestinationTotals extends AnalyticsTotals {
  readonly method: "imps" | "upi";
  readonly bank_name: string | null;
}

/** One row for each method and bank, the largest first. */
export async function totalsByDestination(tenant: Tenant, period: Period) {
  const { rows } = await sql<DestinationTotals>`
    select method, case when method = 'imps' then nullif(bank_name, '') end as bank_name, ${totals}
    from ${partsOf(tenant, period)}
    group by 1, 2
    order by volume desc, 2
  `.execute(await replicaOrPrimary());
  return rows;
}

const totals = sql`
  sum(open_count + success_count)::bigint as count, sum(success_count)::bigint as successes,
  sum(failed_count)::bigint as failures, sum(open_paise + success_paise)::bigint as volume,
  sum(fee_paise)::bigint as fees, sum(gst_paise)::bigint as gst
`;

/** The rollup of each day by method and bank; its size does not depend on the number of payouts. */
function partsOf(tenant: Tenant, { from, to }: Period) {
  return sql`(
    select * from all_payout_day_parts where tenant_id = ${tenant.tenantId} and day between ${from} and ${to}
  ) as parts`;
}
