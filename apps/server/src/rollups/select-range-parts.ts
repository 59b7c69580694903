import { sql } from "kysely";
import { splitRange, type RangePart, type TimeRange } from "./split-range.ts";

/** Time ranges by name. */
export type TimeRanges = Readonly<Record<string, TimeRange>>;
type Query = ReturnType<typeof sql>;

/**
 * A table for a query: the rows of `select` for each part of each range. One statement reads all
 * parts, so they are of one snapshot.
 * @param select returns a query for one part; `name` is its first column.
 */
export function selectRangeParts(
  ranges: TimeRanges,
  select: (part: RangePart, name: Query) => Query,
): Query {
  const queries = Object.entries(ranges).flatMap(([name, range]) => {
    const parts = splitRange(range);
    // An empty range also needs a query, which returns its name with zeros.
    const all = parts.length > 0 ? parts : [{ grain: "row" as const, ...range }];
    return all.map((part) => sql`(${select(part, sql`${sql.lit(name)} as name`)})`);
  });
  return sql`(${sql.join(queries, sql` union all `)})`;
}

/** The condition that a column of instants is in a range. */
export function inRange(at: string, { start, end }: TimeRange): Query {
  const column = sql.ref(at);
  return sql`${start ? sql`${column} >= ${start}` : sql`true`}
    and ${end ? sql`${column} < ${end}` : sql`true`}`;
}
