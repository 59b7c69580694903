import { sql } from "kysely";
import { database } from "../src/database/db.ts";

/** The number of transactions that wait for a lock now. */
export async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `.execute(database());
  return rows[0]?.count ?? 0;
}
