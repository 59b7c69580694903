import { sql } from "kysely";
import { asNoRows } from "../../database/as-no-rows.ts";
import type { Db } from "../../database/db.ts";
import { migrationNames } from "../../database/migrations/migrate.ts";

/** Lists applied migrations, newest first, and those of this version that are missing. */
export async function listMigrations(db: Db) {
  const { rows } = await sql<{ name: string; applied_at: Date }>`
    select name, applied_at from schema_migrations order by name desc limit 1000
  `
    .execute(db)
    .catch(asNoRows);
  const applied = new Set(rows.map(({ name }) => name));
  const missing = (await migrationNames()).filter((name) => !applied.has(name));
  return {
    applied: rows.map(({ name, applied_at: at }) => ({ name, applied_at: at.toISOString() })),
    missing,
  };
}
