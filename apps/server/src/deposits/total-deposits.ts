import { sql, type RawBuilder } from "kysely";
import { endOfDay, startOfDay } from "../days.ts";
import type { Db } from "../db.ts";
import { containing } from "../search.ts";
import { sumsWithin } from "../sums/locate-page.ts";
import type { DepositFilter, DepositStatus } from "./queries.ts";

/** Count and paise of each status: of the filter's UTR and days, but not its status. */
export interface DepositTotals {
  readonly pending_count: bigint;
  readonly pending_paise: bigint;
  readonly completed_count: bigint;
  readonly completed_paise: bigint;
  readonly failed_count: bigint;
  readonly failed_paise: bigint;
}

/** How many deposits the whole filter has, its status included. */
export function countOf({ status = "all" }: DepositFilter, totals: DepositTotals): bigint {
  if (status !== "all") return totals[`${status}_count`];
  return totals.pending_count + totals.completed_count + totals.failed_count;
}

/** @param personId null for all tenants. */
export async function totalDeposits(db: Db, personId: string | null, filter: DepositFilter) {
  const { rows } = await sql<DepositTotals>`
    with ${withFound(personId, filter)} ${totalsOf(personId, filter)}
  `.execute(db);
  const [totals] = rows;
  if (!totals) throw new Error("A sum without a group is always one row");
  return totals;
}

/**
 * `found`: what has a part of a UTR, looked for once, for the totals and the page. No sum tells of
 * it, so the work grows with how many have it; a long part has few.
 */
export function withFound(personId: string | null, { utr, from, to }: DepositFilter) {
  if (!utr) return sql`found as (select)`;
  const own = personId === null ? sql`` : sql`and person_id = ${personId}`;
  const first = from ? sql`and created_at >= ${startOfDay(from)}` : sql``;
  const last = to ? sql`and created_at < ${endOfDay(to)}` : sql``;
  return sql`found as materialized (
    select id, created_at, status, amount_paise from deposits
    where utr_reference like ${containing(utr)} ${own} ${first} ${last}
  )`;
}

/** One row of `DepositTotals`, to stand in a statement that begins `with ${withFound(…)}`. */
export function totalsOf(
  personId: string | null,
  filter: DepositFilter,
): RawBuilder<DepositTotals> {
  if (filter.utr) return sql`select ${each(ofFound)} from found`;
  const own = personId === null ? sql`true` : sql`person_id = ${personId}`;
  return sql`select ${each(ofSums)} from ${sumsWithin("deposit_sums", own, filter)} as sums`;
}

const statuses: readonly DepositStatus[] = ["pending", "completed", "failed"];

function each(figures: (status: DepositStatus) => RawBuilder<unknown>) {
  return sql.join(statuses.map(figures));
}

const ofFound = (status: DepositStatus) => sql`
  count(*) filter (where status = ${sql.lit(status)}) as ${sql.ref(`${status}_count`)},
  coalesce(sum(amount_paise) filter (where status = ${sql.lit(status)}), 0)::bigint
    as ${sql.ref(`${status}_paise`)}
`;

const ofSums = (status: DepositStatus) => {
  const [count, paise] = [sql.ref(`${status}_count`), sql.ref(`${status}_paise`)];
  return sql`
    coalesce(sum(${count}), 0)::bigint as ${count}, coalesce(sum(${paise}), 0)::bigint as ${paise}
  `;
};
