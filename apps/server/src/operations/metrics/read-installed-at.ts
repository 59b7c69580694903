import { sql } from "kysely";
import { database } from "../../database/db.ts";

/** When the first migration was applied: ages of what has never happened count from then. */
export async function readInstalledAt(): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(applied_at) as at from schema_migrations
  `.execute(database());
  return rows[0]?.at ?? null;
}
