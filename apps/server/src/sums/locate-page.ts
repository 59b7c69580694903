import { sql, type RawBuilder } from "kysely";
import { endOfDay, startOfDay } from "../days.ts";
import { within } from "./add-within.ts";
import { cutSpan } from "./cut-span.ts";

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

/**
 * The sums that a filter's days come to, of a table of them, to stand after `from`: whole months,
 * and days where the filter cuts one. So a total over years reads as few rows as one over weeks.
 * @param own which of the table's rows are meant
 */
export function sumsWithin(
  table: "payout_sums" | "credit_sums" | "deposit_sums",
  own: RawBuilder<unknown>,
  { from, to }: Pick<History, "from" | "to">,
): RawBuilder<unknown> {
  const pieces = cutSpan({
    ...(from && { start: startOfDay(from) }),
    ...(to && { end: endOfDay(to) }),
  });
  // Days that end before they begin have none.
  if (pieces.length === 0) return sql`(select * from ${sql.table(table)} where false)`;
  const found = pieces.map(
    (piece) => sql`
      select * from ${sql.table(table)}
      where ${own} and grain = ${sql.lit(piece.grain)} and ${within("starts_at", piece)}
    `,
  );
  return sql`(${sql.join(found, sql` union all `)})`;
}
