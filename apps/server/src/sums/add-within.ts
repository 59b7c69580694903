import { sql } from "kysely";
import { cutSpan, type Piece, type Span } from "./cut-span.ts";

/** Spans by a name for each. */
export type Spans = Readonly<Record<string, Span>>;
type Query = ReturnType<typeof sql>;

/**
 * One table for a query, of what `select` finds in each piece of each span, with the span's
 * `name`; all of it in one statement and so of one moment.
 */
export function addWithin(spans: Spans, select: (piece: Piece, name: Query) => Query): Query {
  const found = Object.entries(spans).flatMap(([name, span]) => {
    const pieces = cutSpan(span);
    // An empty span has a piece too, in which there is nothing.
    const all = pieces.length > 0 ? pieces : [{ grain: "row" as const, ...span }];
    return all.map((piece) => sql`(${select(piece, sql`${sql.lit(name)} as name`)})`);
  });
  return sql`(${sql.join(found, sql` union all `)})`;
}

/** That something happened within a piece. */
export function within(at: string, { start, end }: Span): Query {
  const column = sql.ref(at);
  return sql`${start ? sql`${column} >= ${start}` : sql`true`}
    and ${end ? sql`${column} < ${end}` : sql`true`}`;
}
