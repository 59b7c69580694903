import { sql } from "kysely";
import { database } from "../db.ts";
import { migrationNames } from "./migrate.ts";

/**
 * Why a server of this version may not use the schema any more: a newer version has removed what it
 * reads or writes. Until then both share a database, as rolling upgrades do.
 * @param known the migrations of this version.
 */
export async function findSchemaProblem(known?: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<{ name: string; required_migration: string }>`
    select name, required_migration from schema_migrations
    where required_migration is not null order by name
  `.execute(database());
  if (rows.length === 0) return undefined;
  const names = new Set(known ?? (await migrationNames()));
  const ended = rows.find(({ required_migration: required }) => !names.has(required));
  return (
    ended &&
    `A newer version applied the migration ${ended.name}, which ends the support of this version. Start the newer one.`
  );
}

/** @returns a promise of the problem, and a periodic task that finds it. */
export function watchSchemaSupport() {
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  return {
    ended,
    run: async () => {
      const problem = await findSchemaProblem();
      if (problem !== undefined) resolve(problem);
    },
  };
}
