import { sql, type RawBuilder } from "kysely";
import { endOfDay, startOfDay } from "../days.ts";
import type { Db } from "../db.ts";
import type { Tenant } from "../sign-in/person.ts";
import { sumsWithin } from "../sums/locate-page.ts";
import type { PayoutFilter } from "./queries.ts";

export interface PayoutTotals {
  readonly count: bigint;
  readonly amount: bigint;
  /** A failed payout was charged nothing in the end. */
  readonly charges: bigint;
  readonly success: bigint;
  readonly pending: bigint;
}

/** What the whole filter comes to. */
export async function totalPayouts(db: Db, tenant: Tenant, filter: PayoutFilter) {
  const { rows } = await sql<PayoutTotals>`${totalsOf(tenant, filter)}`.execute(db);
  const [totals] = rows;
  if (!totals) throw new Error("A sum without a group is always one row");
  return totals;
}

/** One row of `PayoutTotals`, to stand in a statement: added up from the sums of months and days. */
export function totalsOf(tenant: Tenant, filter: PayoutFilter): RawBuilder<PayoutTotals> {
  const { status = "all" } = filter;
  if (status === "processing") return processing(tenant, filter);
  const { count, amount, charges, success, pending } = figuresOf[status];
  const kept = sql<PayoutTotals>`
    select ${sum(count)} as count, ${sum(amount)} as amount, ${sum(charges)} as charges,
      ${sum(success)} as success, ${sum(pending)} as pending
    from ${sumsWithin("payout_sums", sql`person_id = ${tenant.id}`, filter)} as sums
  `;
  if (status !== "pending") return kept;
  // Open is pending or processing. Of the two, processing are the few that are under way.
  return sql`
    select kept.count - under_way.count as count, kept.amount - under_way.amount as amount,
      kept.charges - under_way.charges as charges, 0::bigint as success,
      kept.pending - under_way.pending as pending
    from (${kept}) as kept, (${processing(tenant, filter)}) as under_way
  `;
}

/** Columns of the sums that each figure adds up, under each status. */
const figuresOf = {
  all: {
    count: "open_count + success_count + failed_count + returned_count",
    amount: "open_paise + success_paise + failed_paise + returned_paise",
    charges: "open_charges_paise + success_charges_paise",
    success: "success_count",
    pending: "open_count",
  },
  success: {
    count: "success_count",
    amount: "success_paise",
    charges: "success_charges_paise",
    success: "success_count",
    pending: "0",
  },
  // What the bank returned shows failed.
  failed: {
    count: "failed_count + returned_count",
    amount: "failed_paise + returned_paise",
    charges: "0",
    success: "0",
    pending: "0",
  },
  pending: {
    count: "open_count",
    amount: "open_paise",
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
    select count(*) as count, ${sum("amount_paise")} as amount,
      ${sum("fee_paise + gst_paise")} as charges, 0::bigint as success, count(*) as pending
    from payouts
    where person_id = ${tenant.id} and status = 'processing' ${first} ${last}
  `;
}
