import { sql, type RawBuilder } from "kysely";
import type { Search } from "./read-search.ts";

/** As the stored terms are compared, whatever the collation of the database. */
export const bytes = sql`collate "C"`;

/** Whether an array of terms has one of each needle. A search without needles matches all. */
export function hasNeedles(
  { needles }: Pick<Search, "needles">,
  terms: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const conditions = needles.map((needle) => {
    const alternatives = needle.map(({ find, check }) =>
      check === undefined
        ? sql`(term ${bytes} >= ${find.low} and term ${bytes} < ${find.high})`
        : sql`term = ${check}`,
    );
    return sql`
      exists (select from unnest(${terms}) as term where ${sql.join(alternatives, sql` or `)})
    `;
  });
  return conditions.length > 0
    ? sql<boolean>`(${sql.join(conditions, sql` and `)})`
    : sql<boolean>`true`;
}
