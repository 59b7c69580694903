import { sql, type RawBuilder } from "kysely";
import { endOfDay, startOfDay } from "../../kernel/days.ts";
import type { Db } from "../../database/db.ts";
import type { Tenant } from "../../kernel/person.ts";
import { rollupsInPeriod } from "../../rollups/find-page-range.ts";
import type { PayoutFilter } from "../queries.ts";

export interface PayoutTotals {
  readonly count: bigint;
  /** Without failed and cancelled payouts, like the charges; a filter of these alone has their amounts. */
  readonly amount: bigint;
  /** What the bank sent back of paid payouts, in part. */
  readonly returned: bigint;
  /** Without failed and cancelled payouts: their charges were refunded. */
  readonly charges: bigint;
  readonly success: bigint;
  readonly pending: bigint;
}

/** The totals of the whole filter. */
export async function totalPayouts(db: Db, tenant: Tenant, filter: PayoutFilter) {
  const { rows } = await sql<PayoutTotals>`${totalsOf(tenant, filter)}`.execute(db);
  const [totals] = rows;
  if (!totals) throw new Error("Expected one row of totals");
  return totals;
}

/** A subquery that returns one row of `PayoutTotals`, from the rollups of months and days. */
export function totalsOf(tenant: Tenant, filter: PayoutFilter): RawBuilder<PayoutTotals> {
  const { status = "all" } = filter;
  if (status === "processing") return processing(tenant, filter);
  const { count, amount, returned, charges, success, pending } = figuresOf[status];
  const fromRollups = sql<PayoutTotals>`
    select ${sum(count)} as count, ${sum(amount)} as amount, ${sum(returned)} as returned,
      ${sum(charges)} as charges, ${sum(success)} as success, ${sum(pending)} as pending
    from ${rollupsInPeriod("all_payout_rollups", sql`tenant_id = ${tenant.tenantId}`, filter)} as sums
  `;
  if (status !== "pending") return fromRollups;
  // The rollups count pending and processing payouts together as open; few are processing.
  return sql`
    select open.count - processing.count as count, open.amount - processing.amount as amount,
      0::bigint as returned, open.charges - processing.charges as charges, 0::bigint as success,
      open.pending - processing.pending as pending
    from (${fromRollups}) as open, (${processing(tenant, filter)}) as processing
  `;
}

const none = {
  count: "0",
  amount: "0",
  returned: "0",
  charges: "0",
  success: "0",
  pending: "0",
} as const;

/** The rollup columns that each figure adds up, by status. */
const figuresOf = {
  all: {
    count: "open_count + success_count + failed_count + returned_count + cancelled_count",
    amount: "open_paise + success_paise + back_paise",
    returned: "back_paise",
    charges: "open_charges_paise + success_charges_paise",
    success: "success_count",
    pending: "open_count",
  },
  success: {
    count: "success_count",
    amount: "success_paise + back_paise",
    returned: "back_paise",
    charges: "success_charges_paise",
    success: "success_count",
    pending: "0",
  },
  // Payouts that the bank returned count as failed.
  failed: {
    count: "failed_count + returned_count",
    amount: "failed_paise + returned_paise",
    returned: "0",
    charges: "0",
    success: "0",
    pending: "0",
  },
  cancelled: {
    count: "cancelled_count",
    amount: "cancelled_paise",
    returned: "0",
    charges: "0",
    success: "0",
    pending: "0",
  },
  waiting_for_funds: none,
  not_funded: none,
  pending: {
    count: "open_count",
    amount: "open_paise",
    returned: "0",
    charges: "open_charges_paise",
    success: "0",
    pending: "open_count",
  },
} as const;

function sum(columns: string): RawBuilder<bigint> {
  return sql`coalesce(sum(${sql.raw(columns)}), 0)::bigint`;
}

function processing(tenant: Tenant, { from, to }: PayoutFilter): RawBuilder<PayoutTotals> {
  const first = from ? sql`and created_at >= ${startOfDay(from)}` : sql``;
  const last = to ? sql`and created_at < ${endOfDay(to)}` : sql``;
  return sql`
    select count(*) as count, ${sum("amount_paise")} as amount, 0::bigint as returned,
      ${sum("fee_paise + gst_paise")} as charges, 0::bigint as success, count(*) as pending
    from payouts
    where id in (
        select payout_id from payout_queue where tenant_id = ${tenant.tenantId} and status = 'processing'
      ) ${first} ${last}
  `;
}
