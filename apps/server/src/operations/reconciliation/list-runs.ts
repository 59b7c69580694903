import { database } from "../../database/db.ts";
import { pageOf } from "../../kernel/page.ts";
import { asRun, selectRuns } from "./run.ts";

interface Query {
  readonly adapter?: string | undefined;
  readonly page: number;
  readonly limit: number;
}

/** A page of the runs, newest first. */
export async function listRuns(query: Query) {
  const { adapter, page, limit } = query;
  const [rows, { count }] = await Promise.all([
    selectRuns(database())
      .$if(adapter !== undefined, (runs) => runs.where("runs.adapter", "=", adapter as string))
      .orderBy("runs.requested_at", "desc")
      .orderBy("runs.id", "desc")
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    database()
      .selectFrom("reconciliation_runs")
      .select((eb) => eb.fn.countAll<bigint>().as("count"))
      .$if(adapter !== undefined, (runs) => runs.where("adapter", "=", adapter as string))
      .executeTakeFirstOrThrow(),
  ]);
  return { data: rows.map(asRun), pagination: pageOf(query, count), total: Number(count) };
}
