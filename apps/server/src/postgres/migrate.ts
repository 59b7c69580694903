import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { DB } from "../database.generated.ts";
import type { Db } from "../db.ts";
import { PostgresError } from "./postgres-error.ts";

const MIGRATIONS = join(import.meta.dirname, "../../../../db/migrations");
const OLDEST_VERSION = 15;

const LOCK_WAIT_SECONDS = 15;

/** Any number will do, as long as every Rokad takes the same one. */
const ADVISORY_LOCK = 7_652_317_001;

type Migration = { name: string; sql: string; checksum: string };

/**
 * What a migration needs that SQL can't do, such as encrypting what was plain. A line
 * `-- step: <name>` of the file is the place where it runs, in the migration's own transaction.
 */
export type MigrationStep = (db: Db) => Promise<void>;
export type MigrationSteps = Readonly<Record<string, MigrationStep>>;

const stepLine = /^-- step: (.+)$/m;

/**
 * Brings a database to the newest schema: numbered plain SQL files, forward
 * only, each in one transaction. Several servers may start at once; one
 * migrates and the others wait for it.
 * @param options.mayBePooled somebody has said that sessions are whole on this way, whatever stands
 *   between; without it a pooler is refused, because it would keep the lock of a session that ended.
 * @returns the names applied by this call, in order
 * @throws a sentence when a file was changed after it was applied, a number is
 * missing, the database is newer than this program, or PostgreSQL is too old
 */
export async function migrate(
  url: string,
  options: { directory?: string; steps?: MigrationSteps; mayBePooled?: boolean } = {},
): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(options.directory ?? MIGRATIONS);
  const client = new pg.Client({ connectionString: url, application_name: "rokad migrate" });
  await client.connect();
  try {
    await requireVersion(client);
    if (!options.mayBePooled) await refusePooler(client);
    await client.query("SELECT pg_advisory_lock($1)", [ADVISORY_LOCK]);
    await client.query(`
      CREATE TABLE IF NOT EXISTS schema_migrations (
        name text PRIMARY KEY,
        checksum text NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now()
      )`);
    const pending = await findPending(client, migrations);
    for (const migration of pending) await apply(client, migration, options.steps ?? {});
    return { applied: pending.map(({ name }) => name) };
  } finally {
    // The end of the session gives the lock back too.
    await client.end();
  }
}

/** The steps that this version knows, in order. */
export function migrationNames(): Promise<string[]> {
  return namesIn(MIGRATIONS);
}

/** Only the names: a page asks for them, and the files are many to open for that. */
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
    // A checkout may turn line ends into CRLF, which changes nothing.
    const sql = (await readFile(join(directory, name), "utf8")).replaceAll("\r\n", "\n");
    migrations.push({ name, sql, checksum: createHash("sha256").update(sql).digest("hex") });
  }
  return migrations;
}

async function requireVersion(client: pg.Client): Promise<void> {
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

/** A pooler tells its clients another number for the connection than PostgreSQL has for it. */
async function refusePooler(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const told = (client as unknown as { readonly processID: number | null }).processID;
  if (told === rows[0]?.pid) return;
  throw new PostgresError(
    "DATABASE_URL leads to a connection pooler. Set DATABASE_SESSION_URL too, to the same database without the pooler: migrations and live updates need a connection that is not shared.",
  );
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
    if (migration?.name !== row.name) {
      throw new PostgresError(
        `This database has the migration ${row.name}, which this Rokad doesn't know at that place. It was used by a newer version; start that one.`,
      );
    }
    if (migration.checksum !== row.checksum) {
      throw new PostgresError(
        `The migration ${row.name} was changed after this database applied it. Put the file back as it was and write the change as a new migration.`,
      );
    }
  }
  return migrations.slice(applied.length);
}

async function apply(
  client: pg.Client,
  { name, sql, checksum }: Migration,
  steps: MigrationSteps,
): Promise<void> {
  await client.query("BEGIN");
  try {
    // While a migration waits for a lock, every later query on that table waits behind it.
    await client.query(`SET LOCAL lock_timeout = '${LOCK_WAIT_SECONDS}s'`);
    await run(client, sql, steps);
    await client.query("INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)", [
      name,
      checksum,
    ]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    const line =
      error instanceof pg.DatabaseError && !stepLine.test(sql) ? lineOf(sql, error.position) : "";
    throw new PostgresError(
      `The migration ${name} failed${line}: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
}

/** A failed part of a file with steps tells no line: its positions are the part's. */
async function run(client: pg.Client, sql: string, steps: MigrationSteps): Promise<void> {
  if (!stepLine.test(sql)) {
    await client.query(sql);
    return;
  }
  const [before = "", ...rest] = sql.split(stepLine);
  await client.query(before);
  for (let at = 0; at < rest.length; at += 2) {
    const step = steps[rest[at] ?? ""];
    if (!step) throw new PostgresError(`there is no step "${rest[at]}"`);
    await step(overOne(client));
    await client.query(rest[at + 1] ?? "");
  }
}

/** Queries over one connection, which stays in its transaction and is not given back. */
function overOne(client: pg.Client): Db {
  const connection = {
    query: client.query.bind(client),
    release: () => undefined,
  } as unknown as pg.PoolClient;
  const pool = { connect: async () => connection, end: async () => {} };
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

function lineOf(sql: string, position: string | undefined): string {
  return position === undefined
    ? ""
    : ` on line ${sql.slice(0, Number(position)).split("\n").length}`;
}
