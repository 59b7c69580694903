import { sql, type RawBuilder } from "kysely";
import { endOfDay, startOfDay } from "../days.ts";

/** A history that the sums of migration 0033 count, and what of it is asked for. */
export interface History {
  /** A wallet's history is its payouts and its credits; the queue is over all tenants, oldest first. */
  readonly of: "payouts" | "credits" | "wallet" | "deposits" | "deposit_queue";
  /** Null for all tenants together. */
  readonly personId: string | null;
  /**
   * Open is pending or processing, done is success or completed. Uncounted are rows whose status
   * no sum tells: they are reached by walking the index from the newest.
   */
  readonly status: "all" | "open" | "done" | "failed" | "uncounted";
  /** Days in Asia/Kolkata, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface Paged {
  readonly page: number;
  readonly limit: number;
}

/**
 * One row `low, high, skipped`: a stretch of time that holds the page, from the first
 * instant to before the second, and how many of the stretch's rows stand before the page. However
 * many pages lie before, the stretch is no longer than the page and the hours at its two ends.
 *
 * To be asked in the statement that reads the rows: sums and rows are then of one snapshot, and no
 * row that arrives meanwhile makes a page skip or repeat one. Behind the last page nothing is found.
 */
export function placeOfPage(history: History, { page, limit }: Paged): RawBuilder<unknown> {
  const skip = (page - 1) * limit;
  const since = sql`${history.from ? startOfDay(history.from) : "-infinity"}::timestamptz`;
  const until = sql`${history.to ? endOfDay(history.to) : "infinity"}::timestamptz`;
  if (history.status === "uncounted") {
    return sql`select ${since} as low, ${until} as high, ${skip}::bigint as skipped`;
  }
  return sql`
    select * from ${sql.raw(`place_in_${history.of}`)}(
      ${history.personId}::uuid, ${history.status}, ${since}, ${until}, ${skip}::bigint,
      ${limit}::bigint
    )
  `;
}

/** Days of sums within a filter's days, for totals: days are counted whole, so no hour is cut. */
export function daysWithin({ from, to }: Pick<History, "from" | "to">): RawBuilder<unknown> {
  const first = from ? sql`and starts_at >= ${startOfDay(from)}` : sql``;
  const last = to ? sql`and starts_at < ${endOfDay(to)}` : sql``;
  return sql`grain = 'day' ${first} ${last}`;
}
