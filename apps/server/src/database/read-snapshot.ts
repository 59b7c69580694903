import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import pg from "pg";
import { database, type Db, type Tx } from "./db.ts";
import { queryTimedOut } from "../kernel/errors.ts";

const queryCanceled = "57014";

/**
 * Runs queries read-only on one snapshot, so that they neither change nor block anything.
 * @param seconds time limit of each statement.
 * @param from the primary, unless a replica may answer.
 * @throws 422 `TOO_SLOW` when a statement exceeds it.
 */
export async function readSnapshot<T>(
  work: (db: Tx) => Promise<T>,
  {
    seconds = limits.databaseQuerySeconds,
    from = database(),
  }: { seconds?: number; from?: Db } = {},
): Promise<T> {
  try {
    return await from
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(async (db) => {
        await sql`select set_config('statement_timeout', ${`${seconds * 1000}`}, true)`.execute(db);
        return work(db);
      });
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === queryCanceled) throw queryTimedOut();
    throw error;
  }
}
