import { sql } from "kysely";
import { database } from "../../database/db.ts";
import { pageOf } from "../../kernel/page.ts";
import {
  asDifference,
  matchesFilter,
  selectDifferences,
  type DifferenceFilter,
} from "./difference.ts";

// The order of the index.
const listOrder = sql`
  differences.state = 'open' desc, differences.is_severe desc, differences.found_at desc,
  differences.id desc
`;

/** A page of the differences: open and severe ones first, then the newest. */
export async function listDifferences(
  query: DifferenceFilter & { readonly page: number; readonly limit: number },
) {
  // The subquery finds a deep page in the index; only its rows are read and joined.
  const page = database()
    .selectFrom("reconciliation_differences as differences")
    .select("differences.id")
    .where(matchesFilter(query))
    .orderBy(listOrder)
    .limit(query.limit)
    .offset((query.page - 1) * query.limit);
  const [rows, { count }] = await Promise.all([
    selectDifferences(database()).where("differences.id", "in", page).orderBy(listOrder).execute(),
    database()
      .selectFrom("reconciliation_differences as differences")
      .select((eb) => eb.fn.countAll<bigint>().as("count"))
      .where(matchesFilter(query))
      .executeTakeFirstOrThrow(),
  ]);
  return { data: rows.map(asDifference), pagination: pageOf(query, count), total: Number(count) };
}
