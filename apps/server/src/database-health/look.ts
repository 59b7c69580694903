import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import pg from "pg";
import { database, type Tx } from "../db.ts";
import { tooSlow } from "../errors.ts";

const queryCanceled = "57014";

/**
 * Looks at the database without changing or holding up anything: read only, on one snapshot, and
 * each statement broken off after some seconds.
 * @throws 422 `TOO_SLOW` when that happened.
 */
export async function look<T>(
  work: (db: Tx) => Promise<T>,
  { seconds = limits.databaseLookSeconds }: { seconds?: number } = {},
): Promise<T> {
  try {
    return await database()
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(async (db) => {
        await sql`select set_config('statement_timeout', ${`${seconds * 1000}`}, true)`.execute(db);
        return work(db);
      });
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === queryCanceled) throw tooSlow();
    throw error;
  }
}
