import { sql } from "kysely";
import type { Tenant } from "../kernel/person.ts";
import { selectRangeParts, inRange, type TimeRanges } from "./select-range-parts.ts";

/** A payout that a bank returned counts as `returned`, not as `failed`. */
const outcomes = {
  open: sql`status in ('pending', 'processing')`,
  success: sql`status = 'success'`,
  failed: sql`status = 'failed' and returned_at is null`,
  returned: sql`status = 'failed' and returned_at is not null`,
  cancelled: sql`status = 'cancelled'`,
} as const;

const stays = sql`status = 'success'`;
const measures = {
  count: sql`count(*)`,
  paise: sql`sum(amount_paise - case when ${stays} then returned_paise else 0 end)`,
  charges_paise: sql`
    sum(case when ${stays} and charges_returned_at is not null then 0 else fee_paise + gst_paise end)
  `,
} as const;

/** What partial returns brought back of payouts that stay paid. */
const back = [
  {
    name: sql.ref("back_paise"),
    sum: sql`coalesce(sum(returned_paise) filter (where ${stays}), 0) as back_paise`,
  },
  {
    name: sql.ref("back_charges_paise"),
    sum: sql`
      coalesce(sum(fee_paise + gst_paise) filter (
        where ${stays} and returned_paise > 0 and charges_returned_at is not null
      ), 0) as back_charges_paise
    `,
  },
];

/** `open_count`, `open_paise`, `open_charges_paise` and so on, as `all_payout_rollups` names them. */
const columns = [
  ...Object.entries(outcomes).flatMap(([outcome, condition]) =>
    Object.entries(measures).map(([measure, aggregate]) => {
      const name = sql.ref(`${outcome}_${measure}`);
      return { name, sum: sql`coalesce(${aggregate} filter (where ${condition}), 0) as ${name}` };
    }),
  ),
  ...back,
];

/**
 * A table for a query: the sums of a tenant's payouts that were requested in each range. Columns are
 * the range's `name`, and for open, success, failed, returned and cancelled payouts `…_count`,
 * `…_paise` and `…_charges_paise` (fee and GST); a range may have several rows. A paid payout counts
 * with what stays paid; `back_paise` and `back_charges_paise` are what partial returns brought back
 * of it. However many payouts there are, it reads one rollup per month, day or hour, and the rows of less than an hour at each end.
 */
export function selectPayoutRollups(tenant: Tenant, ranges: TimeRanges) {
  const [names, sums] = [columns.map((column) => column.name), columns.map(({ sum }) => sum)];
  return selectRangeParts(ranges, (part, name) =>
    part.grain === "row"
      ? sql`select ${name}, ${sql.join(sums)} from payouts
          where tenant_id = ${tenant.tenantId} and ${inRange("created_at", part)}`
      : sql`select ${name}, ${sql.join(names)} from all_payout_rollups
          where tenant_id = ${tenant.tenantId} and grain = ${sql.lit(part.grain)}
            and ${inRange("starts_at", part)}`,
  );
}
