import { database } from "../db.ts";
import { pageOf } from "../page.ts";
import { asDifference, inFilter, selectDifferences, type DifferenceFilter } from "./difference.ts";

/** A page of the differences: open and severe ones first, then the newest. */
export async function listDifferences(
  query: DifferenceFilter & { readonly page: number; readonly limit: number },
) {
  const [rows, { count }] = await Promise.all([
    selectDifferences(database())
      .where(inFilter(query))
      .orderBy((eb) => eb("differences.state", "=", "open"), "desc")
      .orderBy("differences.is_severe", "desc")
      .orderBy("differences.found_at", "desc")
      .orderBy("differences.id", "desc")
      .limit(query.limit)
      .offset((query.page - 1) * query.limit)
      .execute(),
    database()
      .selectFrom("reconciliation_differences as differences")
      .select((eb) => eb.fn.countAll<bigint>().as("count"))
      .where(inFilter(query))
      .executeTakeFirstOrThrow(),
  ]);
  return { data: rows.map(asDifference), pagination: pageOf(query, count), total: Number(count) };
}
