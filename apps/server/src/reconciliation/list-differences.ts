import { sql } from "kysely";
import { database } from "../db.ts";
import { pageOf } from "../page.ts";
import { asDifference, inFilter, selectDifferences, type DifferenceFilter } from "./difference.ts";

// As their index has it.
const inOrder = sql`
  differences.state = 'open' desc, differences.is_severe desc, differences.found_at desc,
  differences.id desc
`;

/** A page of the differences: open and severe ones first, then the newest. */
export async function listDifferences(
  query: DifferenceFilter & { readonly page: number; readonly limit: number },
) {
  // A page deep in the list is found by index; only its own rows are read and joined.
  const page = database()
    .selectFrom("reconciliation_differences as differences")
    .select("differences.id")
    .where(inFilter(query))
    .orderBy(inOrder)
    .limit(query.limit)
    .offset((query.page - 1) * query.limit);
  const [rows, { count }] = await Promise.all([
    selectDifferences(database()).where("differences.id", "in", page).orderBy(inOrder).execute(),
    database()
      .selectFrom("reconciliation_differences as differences")
      .select((eb) => eb.fn.countAll<bigint>().as("count"))
      .where(inFilter(query))
      .executeTakeFirstOrThrow(),
  ]);
  return { data: rows.map(asDifference), pagination: pageOf(query, count), total: Number(count) };
}
