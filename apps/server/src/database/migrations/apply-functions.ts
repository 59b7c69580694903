import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { PostgresError } from "../embedded/postgres-error.ts";
import { lockWaitSeconds } from "./lock-wait.ts";

/** Where the current text of every function, trigger and view stands, one file each. */
export const FUNCTIONS = join(import.meta.dirname, "../../../../../db/functions");

export interface DefinitionFile {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/**
 * Applies the files whose text differs from what this database last applied:
 * functions first, then views, then triggers, all in one transaction. Runs after the migrations,
 * under their lock.
 * @returns the names of the files that were applied.
 * @throws {PostgresError} names the file that failed; nothing of the others is applied then.
 */
export async function applyFunctions(
  client: pg.Client,
  files: readonly DefinitionFile[],
): Promise<string[]> {
  await client.query(`
    CREATE TABLE IF NOT EXISTS schema_functions (
      name text PRIMARY KEY,
      checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`);
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "SELECT name, checksum FROM schema_functions",
  );
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const changed = files.filter(({ name, checksum }) => applied.get(name) !== checksum);
  if (changed.length === 0 && applied.size === files.length) return [];
  await client.query("BEGIN");
  try {
    await client.query(`SET LOCAL lock_timeout = '${lockWaitSeconds}s'`);
    // A function may call one whose file comes later.
    await client.query("SET LOCAL check_function_bodies = off");
    for (const file of changed) await applyOne(client, file);
    await client.query("DELETE FROM schema_functions WHERE NOT name = ANY ($1)", [
      files.map(({ name }) => name),
    ]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
  return changed.map(({ name }) => name);
}

async function applyOne(client: pg.Client, { name, sql, checksum }: DefinitionFile) {
  try {
    await client.query(sql);
  } catch (error) {
    throw new PostgresError(
      `db/functions/${name} failed: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
  await client.query(
    `INSERT INTO schema_functions (name, checksum) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum, applied_at = now()`,
    [name, checksum],
  );
}

/** The files of a folder, in the order in which they are applied. */
export async function readDefinitions(directory: string): Promise<DefinitionFile[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".sql"));
  const inOrder = names.toSorted((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1));
  return Promise.all(
    inOrder.map(async (name) => {
      // A checkout may turn line ends into CRLF, which changes nothing.
      const sql = (await readFile(join(directory, name), "utf8")).replaceAll("\r\n", "\n");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

/** Views call functions, and triggers need theirs. */
function rankOf(name: string): number {
  if (name.endsWith(".trigger.sql")) return 2;
  return name.endsWith(".view.sql") ? 1 : 0;
}
