import { sql } from "kysely";
import type { Tenant } from "../kernel/person.ts";
import { selectRangeParts, inRange, type TimeRanges } from "./select-range-parts.ts";

/**
 * A table for a query: the credits of a tenant's wallet in each range, that is credited deposits
 * and returned payouts. Columns are the range's `name`, `count` and `paise`; a range may have
 * several rows. Reads rollups like `selectPayoutRollups`.
 */
export function selectCreditRollups(tenant: Tenant, ranges: TimeRanges) {
  return selectRangeParts(ranges, (part, name) =>
    part.grain === "row"
      ? sql`select ${name}, count(*) as count, coalesce(sum(paise), 0) as paise
          from (
            select amount_paise as paise from deposits
            where tenant_id = ${tenant.tenantId} and status = 'completed' and ${inRange("reviewed_at", part)}
            union all
            select amount_paise from payout_reversals
            where tenant_id = ${tenant.tenantId} and ${inRange("created_at", part)}
          ) as arrived`
      : sql`select ${name}, deposit_count + reversal_count as count,
            deposit_paise + reversal_paise as paise
          from credit_rollups
          where tenant_id = ${tenant.tenantId} and grain = ${sql.lit(part.grain)}
            and ${inRange("starts_at", part)}`,
  );
}
