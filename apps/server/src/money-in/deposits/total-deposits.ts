import { sql, type RawBuilder } from "kysely";
import { endOfDay, startOfDay } from "../../kernel/days.ts";
import type { Db } from "../../database/db.ts";
import { rollupsInPeriod } from "../../rollups/find-page-range.ts";
import type { DepositFilter, DepositStatus } from "./queries.ts";
import { matchUtr } from "./match-utr.ts";

/** Count and paise of each status, for the filter's UTR and days but not its status. */
export interface DepositTotals {
  readonly pending_count: bigint;
  readonly pending_paise: bigint;
  readonly completed_count: bigint;
  readonly completed_paise: bigint;
  readonly failed_count: bigint;
  readonly failed_paise: bigint;
}

/** The number of deposits that match the whole filter, status included. */
export function countOf({ status = "all" }: DepositFilter, totals: DepositTotals): bigint {
  if (status !== "all") return totals[`${status}_count`];
  return totals.pending_count + totals.completed_count + totals.failed_count;
}

/** @param tenantId null for all tenants. */
export async function totalDeposits(db: Db, tenantId: string | null, filter: DepositFilter) {
  const { rows } = await sql<DepositTotals>`
    with ${withUtrMatches(tenantId, filter)} ${selectTotals(tenantId, filter)}
  `.execute(db);
  const [totals] = rows;
  if (!totals) throw new Error("The totals query returned no row");
  return totals;
}

/**
 * The CTE `matches`: deposits whose UTR contains the filter's part, searched once for the totals and
 * the page. No rollup covers it, so the cost grows with the number of matches.
 */
export function withUtrMatches(tenantId: string | null, { utr, from, to }: DepositFilter) {
  if (!utr) return sql`matches as (select)`;
  const own = tenantId === null ? sql`` : sql`and tenant_id = ${tenantId}`;
  const first = from ? sql`and created_at >= ${startOfDay(from)}` : sql``;
  const last = to ? sql`and created_at < ${endOfDay(to)}` : sql``;
  return sql`matches as materialized (
    select id, created_at, status, amount_paise from deposits
    where ${matchUtr(utr)} ${own} ${first} ${last}
  )`;
}

/** Selects one row of `DepositTotals`; needs a statement that begins `with ${withUtrMatches(…)}`. */
export function selectTotals(
  tenantId: string | null,
  filter: DepositFilter,
): RawBuilder<DepositTotals> {
  if (filter.utr) return sql`select ${forEachStatus(matchTotals)} from matches`;
  const own = tenantId === null ? sql`true` : sql`tenant_id = ${tenantId}`;
  return sql`select ${forEachStatus(rollupTotals)} from ${rollupsInPeriod("deposit_rollups", own, filter)} as sums`;
}

const statuses: readonly DepositStatus[] = ["pending", "completed", "failed"];

function forEachStatus(figures: (status: DepositStatus) => RawBuilder<unknown>) {
  return sql.join(statuses.map(figures));
}

const matchTotals = (status: DepositStatus) => sql`
  count(*) filter (where status = ${sql.lit(status)}) as ${sql.ref(`${status}_count`)},
  coalesce(sum(amount_paise) filter (where status = ${sql.lit(status)}), 0)::bigint
    as ${sql.ref(`${status}_paise`)}
`;

const rollupTotals = (status: DepositStatus) => {
  const [count, paise] = [sql.ref(`${status}_count`), sql.ref(`${status}_paise`)];
  return sql`
    coalesce(sum(${count}), 0)::bigint as ${count}, coalesce(sum(${paise}), 0)::bigint as ${paise}
  `;
};
