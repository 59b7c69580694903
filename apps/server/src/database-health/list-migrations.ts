import { sql } from "kysely";
import type { Db } from "../db.ts";
import { migrationNames } from "../postgres/migrate.ts";

/** What was applied, newest first, and what this version has that was not. */
export async function listMigrations(db: Db) {
  const { rows } = await sql<{ name: string; applied_at: Date }>`
    select name, applied_at from schema_migrations order by name desc limit 1000
  `.execute(db);
  const applied = new Set(rows.map(({ name }) => name));
  const missing = (await migrationNames()).filter((name) => !applied.has(name));
  return {
    applied: rows.map(({ name, applied_at: at }) => ({ name, applied_at: at.toISOString() })),
    missing,
  };
}
