import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { asNoRows } from "../as-no-rows.ts";
import { PostgresError } from "../embedded/postgres-error.ts";
import {
  applyFunctions,
  FUNCTIONS,
  readDefinitions,
  type DefinitionFile,
} from "./apply-functions.ts";
import { lockWaitSeconds } from "./lock-wait.ts";

/** The folder of this version's migrations. */
export const MIGRATIONS = join(import.meta.dirname, "../../../../../db/migrations");
const OLDEST_VERSION = 15;

/** An arbitrary number, the same in every Rokad. */
const ADVISORY_LOCK = 7_652_317_001;

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
  /** Set for a file that removes something: servers go on if they know this earlier migration. */
  readonly requiredMigration: string | null;
}

/** The first line of a file that removes or renames what servers of earlier versions use. */
const contractLine = /^-- contract after (\d{4}_[a-z0-9_]+\.sql)\n/;

/**
 * Migrates a database to the newest schema with numbered SQL files, each in one transaction. When
 * several servers start at once, one migrates and the others wait. On a database with the newest
 * schema this is one query, without a lock.
 * @param options.mayBePooled true for DATABASE_SESSION_URL, which promises one session per
 *   connection. Otherwise a pooler is rejected: it would keep the lock of a session that ended.
 * @param options.functions the folder of functions, triggers and views to apply afterwards; by
 *   default `db/functions`, or none with another `directory`.
 * @returns the names of the migrations that this call applied, in order.
 * @throws {PostgresError} if a file was changed after it was applied, a number is missing, the
 *   database is newer than this Rokad or older than its first release, or PostgreSQL is too old.
 */
export async function migrate(
  url: string,
  options: {
    directory?: string;
    functions?: string;
    mayBePooled?: boolean;
  } = {},
): Promise<{ applied: string[] }> {
  const functionsFolder = options.functions ?? (options.directory ? undefined : FUNCTIONS);
  const [migrations, functions] = await Promise.all([
    readMigrations(options.directory ?? MIGRATIONS),
    functionsFolder === undefined ? undefined : readDefinitions(functionsFolder),
  ]);
  const client = new pg.Client({ connectionString: url, application_name: "rokad migrate" });
  await client.connect();
  try {
    const { mayBePooled = false } = options;
    if (functions && (await isCurrent(client, { migrations, functions, mayBePooled })))
      return { applied: [] };
    await assertVersion(client);
    if (!mayBePooled) await assertNoPooler(client);
    await client.query("SELECT pg_advisory_lock($1)", [ADVISORY_LOCK]);
    await client.query(`
      CREATE TABLE IF NOT EXISTS schema_migrations (
        name text PRIMARY KEY,
        checksum text NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now(),
        required_migration text
      )`);
    const pending = await findPending(client, migrations);
    for (const migration of pending) await apply(client, migration);
    if (functions) await applyFunctions(client, functions);
    return { applied: pending.map(({ name }) => name) };
  } finally {
    // The end of the session also releases the lock.
    await client.end();
  }
}

/** The names of this version's migrations, in order. */
export function migrationNames(): Promise<string[]> {
  return namesIn(MIGRATIONS);
}

async function namesIn(directory: string): Promise<string[]> {
  return (await readdir(directory)).filter((name) => name.endsWith(".sql")).toSorted();
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = await namesIn(directory);
  const migrations: Migration[] = [];
  for (const [index, name] of names.entries()) {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1];
    const expected = String(index + 1).padStart(4, "0");
    if (number !== expected) {
      throw new PostgresError(
        `${name} in ${directory} should be number ${expected}: migrations are numbered 0001_name.sql, 0002_name.sql and so on, without gaps.`,
      );
    }
    // Git may check files out with CRLF, which must not change the checksum.
    const sql = (await readFile(join(directory, name), "utf8")).replaceAll("\r\n", "\n");
    const requiredMigration = contractLine.exec(sql)?.[1] ?? null;
    if (requiredMigration !== null && !names.slice(0, index).includes(requiredMigration))
      throw new PostgresError(`${name} names ${requiredMigration}, which is no earlier migration.`);
    const checksum = createHash("sha256").update(sql).digest("hex");
    migrations.push({ name, sql, checksum, requiredMigration });
  }
  return migrations;
}

interface Schema {
  readonly migrations: readonly Migration[];
  readonly functions: readonly DefinitionFile[];
  readonly mayBePooled: boolean;
}

/** Whether everything is as this version leaves it. Whatever is not gets its message from the checks. */
async function isCurrent(
  client: pg.Client,
  { migrations, functions, mayBePooled }: Schema,
): Promise<boolean> {
  const listOf = (files: readonly { readonly name: string; readonly checksum: string }[]) =>
    files.map(({ name, checksum }) => `${name} ${checksum}`).toSorted();
  const stored = (table: string) =>
    `ARRAY(SELECT name || ' ' || checksum FROM ${table} ORDER BY name COLLATE "C")`;
  const { rows } = await client
    .query<{ current: boolean }>(
      `SELECT current_setting('server_version_num')::int >= ${OLDEST_VERSION * 10_000}
         AND ($1 OR pg_backend_pid() = $2)
         AND ${stored("schema_migrations")} = $3 AND ${stored("schema_functions")} = $4 AS current`,
      [mayBePooled, reportedPidOf(client), listOf(migrations), listOf(functions)],
    )
    .catch(asNoRows);
  return rows[0]?.current === true;
}

async function assertVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; text: string }>(
    "SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS text",
  );
  const version = rows[0];
  if (version === undefined || version.number < OLDEST_VERSION * 10_000) {
    throw new PostgresError(
      `Rokad needs PostgreSQL ${OLDEST_VERSION} or newer; this server is ${version?.text ?? "of an unknown version"}.`,
    );
  }
}

/** A pooler reports another process number for the connection than PostgreSQL itself. */
async function assertNoPooler(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  if (reportedPidOf(client) === rows[0]?.pid) return;
  throw new PostgresError(
    "DATABASE_URL leads to a connection pooler. Set DATABASE_SESSION_URL too, to the same database without the pooler: migrations and live updates need a session of their own.",
  );
}

function reportedPidOf(client: pg.Client): number | null {
  return (client as unknown as { readonly processID: number | null }).processID;
}

async function findPending(
  client: pg.Client,
  migrations: readonly Migration[],
): Promise<Migration[]> {
  const { rows: applied } = await client.query<{ name: string; checksum: string }>(
    "SELECT name, checksum FROM schema_migrations ORDER BY name",
  );
  for (const [index, row] of applied.entries()) {
    const migration = migrations[index];
    if (index === 0 && migration?.name !== row.name) {
      throw new PostgresError(
        "This database is of a build before the first release, which can't be upgraded. Start with an empty one.",
      );
    }
    if (migration?.name !== row.name) {
      throw new PostgresError(
        `This database was used by a newer version, with the migration ${row.name}. Start that version.`,
      );
    }
    if (migration.checksum !== row.checksum) {
      throw new PostgresError(
        `The migration ${row.name} was changed after this database applied it. Restore the file and write the change as a new migration.`,
      );
    }
  }
  return migrations.slice(applied.length);
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const { name, sql, checksum, requiredMigration } = migration;
  await client.query("BEGIN");
  try {
    // While a migration waits for a lock, all later queries on the table wait behind it.
    await client.query(`SET LOCAL lock_timeout = '${lockWaitSeconds}s'`);
    await client.query(sql);
    await client.query(
      "INSERT INTO schema_migrations (name, checksum, required_migration) VALUES ($1, $2, $3)",
      [name, checksum, requiredMigration],
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    const line = error instanceof pg.DatabaseError ? lineOf(sql, error.position) : "";
    throw new PostgresError(
      `The migration ${name} failed${line}: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
}

function lineOf(sql: string, position: string | undefined): string {
  return position === undefined
    ? ""
    : ` on line ${sql.slice(0, Number(position)).split("\n").length}`;
}
