import { sql, type RawBuilder } from "kysely";
import { endOfDay, startOfDay } from "../kernel/days.ts";
import { inRange } from "./select-range-parts.ts";
import { splitRange } from "./split-range.ts";

/** A filter of a history that has rollups. */
export interface History {
  /** `wallet` is payouts and credits; `deposit_queue` is of all tenants, oldest first. */
  readonly of: "payouts" | "credits" | "wallet" | "deposits" | "deposit_queue";
  /** Null for all tenants. */
  readonly tenantId: string | null;
  /**
   * `open` is pending or processing, `done` is success or completed. `uncounted` is a filter without
   * rollups: its pages are reached along the index, from the newest row.
   */
  readonly status: "all" | "open" | "done" | "failed" | "cancelled" | "uncounted";
  /** Days in Asia/Kolkata, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface PageRequest {
  readonly page: number;
  readonly limit: number;
  /** The number of rows before the page. Default: those of the pages before it. */
  readonly skip?: number;
}

/**
 * A query for one row `low, high, skipped`: the time range that contains the page, from `low` to
 * before `high`, and the number of its rows before the page. However deep the page is, the range
 * only has the page and the rest of the hours at its ends. No row after the last page.
 *
 * Use it in the statement that reads the rows, so that rollups and rows are of one snapshot: a new
 * row then never makes a page skip or repeat one.
 */
export function findPageRange(
  history: History,
  { page, limit, skip = (page - 1) * limit }: PageRequest,
): RawBuilder<unknown> {
  const { since, until } = boundsOf(history);
  if (history.status === "uncounted") {
    return sql`select ${since} as low, ${until} as high, ${skip}::bigint as skipped`;
  }
  return sql`
    select * from ${sql.raw(`place_in_${history.of}`)}(
      ${history.tenantId}::uuid, ${history.status}, ${since}, ${until}, ${skip}::bigint,
      ${limit}::bigint
    )
  `;
}

/**
 * Like `findPageRange`, for a history whose rows are merged with a few that no rollup counts. Of the
 * rows before the page, between none and all of the few are extra, so the range of the others is
 * taken that much wider; then the extra rows after its end are subtracted.
 * @param extra a query for the `at` of the uncounted rows.
 * @param total the number of all rows of the filter, the extra ones included.
 */
export function findMergedPageRange(
  history: History,
  { page, limit }: PageRequest,
  extra: RawBuilder<unknown>,
  total: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const skip = sql`${(page - 1) * limit}::bigint`;
  const { since, until } = boundsOf(history);
  return sql`
    with extra as materialized (
      select at from (${extra}) as uncounted where at >= ${since} and at < ${until}
    ), wider as (
      select count(*) as extra_rows, greatest(${skip} - count(*), 0) as skip from extra
    )
    select
      -- After the last counted row there may be extra ones.
      case when ${skip} + ${limit} >= ${total} - extra_rows then ${since} else low end as low,
      high, ${skip} - (wider.skip - skipped)
        - (select count(*) from extra where at >= high) as skipped
    from wider cross join lateral ${sql.raw(`place_in_${history.of}`)}(
      ${history.tenantId}::uuid, ${history.status}, ${since}, ${until}, wider.skip,
      ${limit} + extra_rows
    )
  `;
}

/** The first moment of a filter's days, and the one after them. */
export function boundsOf({ from, to }: Pick<History, "from" | "to">) {
  return {
    since: sql`${from ? startOfDay(from) : "-infinity"}::timestamptz`,
    until: sql`${to ? endOfDay(to) : "infinity"}::timestamptz`,
  };
}

/**
 * The rollups of a period, as a table for a query: whole months, and days where the period has part
 * of a month. So a total over years reads as few rows as one over weeks.
 * @param condition selects rows of the table, such as those of one tenant.
 */
export function rollupsInPeriod(
  table: "all_payout_rollups" | "credit_rollups" | "deposit_rollups",
  condition: RawBuilder<unknown>,
  { from, to }: Pick<History, "from" | "to">,
): RawBuilder<unknown> {
  const parts = splitRange({
    ...(from && { start: startOfDay(from) }),
    ...(to && { end: endOfDay(to) }),
  });
  // The period is empty if it ends before it starts.
  if (parts.length === 0) return sql`(select * from ${sql.table(table)} where false)`;
  const queries = parts.map(
    (part) => sql`
      select * from ${sql.table(table)}
      where ${condition} and grain = ${sql.lit(part.grain)} and ${inRange("starts_at", part)}
    `,
  );
  return sql`(${sql.join(queries, sql` union all `)})`;
}
