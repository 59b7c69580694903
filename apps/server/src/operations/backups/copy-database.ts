import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { CopyOutStream, type RowWriter } from "../../database/copy-stream.ts";
import { migrate } from "../../database/migrations/migrate.ts";
import { ConfigError } from "../../kernel/config-error.ts";
import { heartbeatTimeoutSeconds } from "../activity/list-processes.ts";
import { stillRuns } from "../environment/stored-environment.ts";

/** The sandbox bank has a schema of its own. */
const inSchemas = "nspname in (current_schema(), 'sandbox_bank')";

/** A table with the columns that a copy writes, each name quoted, and with its schema where needed. */
interface Table {
  readonly name: string;
  readonly columns: string;
}

export interface Copied {
  readonly tables: number;
  readonly rows: bigint;
}

interface CopyOptions {
  /** Aborted when the process is asked to stop; the target then keeps no row. */
  readonly signal: AbortSignal;
  /** Called before each table. */
  readonly progress?: (table: string) => void;
}

/** Values as the same text on both sides, whatever the servers' own settings are. */
const settings = "-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c bytea_output=hex";
const lineFeed = 10;
const unchanged: RowWriter = (row, into, at) => {
  row.copy(into, at);
  into[at + row.length] = lineFeed;
  return at + row.length + 1;
};

/**
 * Copies a database of Rokad into an empty one, of any version of PostgreSQL that Rokad supports: the
 * migrations make the schema, and COPY the rows, in one transaction. No server may run on the source,
 * and none can start on it meanwhile. Before it commits, it compares the content of each table, as
 * each server computes it, and PostgreSQL checks every foreign key.
 * @param from the address of the database that is copied. Nothing in it changes.
 * @param to the address of a database that has no tables, or that a stopped copy left.
 * @throws {ConfigError} for a person.
 */
export async function copyDatabase(
  from: string,
  to: string,
  options: CopyOptions,
): Promise<Copied> {
  const source = new pg.Client({ connectionString: from, options: settings });
  const target = new pg.Client({ connectionString: to, options: settings });
  // A connection that breaks fails its query, and then emits an error.
  for (const client of [source, target]) client.on("error", () => undefined);
  await Promise.all([source.connect(), target.connect()]);
  try {
    await assertEmpty(target);
    await migrate(to);
    await source.query("begin isolation level repeatable read");
    await assertStopped(source);
    await assertSameSchema(source, target);
    await target.query("begin");
    const copied = await copyTables(source, target, options);
    await target.query("commit");
    await target.query("analyze");
    return copied;
  } finally {
    await Promise.all([source.end(), target.end()]);
  }
}

/** A copy that was stopped leaves the schema, and what the migrations write. */
async function assertEmpty(target: pg.Client): Promise<void> {
  const tables = await listTables(target);
  if (tables.length === 0) return;
  const isRokad = tables.some(({ name }) => name === "people");
  const { rows } = isRokad ? await target.query("select from people limit 1") : { rows: [{}] };
  if (rows.length > 0)
    throw new ConfigError("The database of --to has tables already. Name an empty one");
}

/** The lock keeps a server from starting: each stores a row there. */
async function assertStopped(source: pg.Client): Promise<void> {
  await source.query("lock table processes in share mode");
  const { rows } = await source.query<{ host: string }>(
    "select host from processes where beat_at > clock_timestamp() - make_interval(secs => $1)",
    [heartbeatTimeoutSeconds],
  );
  if (rows[0]) throw stillRuns(rows[0].host);
}

async function assertSameSchema(source: pg.Client, target: pg.Client): Promise<void> {
  const [before, after] = await Promise.all(
    [source, target].map(async (client) => {
      const { rows } = await client.query<{ files: string }>(
        "select string_agg(name || checksum, ',' order by name) as files from schema_migrations",
      );
      return rows[0]?.files;
    }),
  );
  if (before !== after)
    throw new ConfigError(
      "The database has the schema of another version. Start this version on it once",
    );
}

async function copyTables(
  source: pg.Client,
  target: pg.Client,
  { signal, progress = () => {} }: CopyOptions,
): Promise<Copied> {
  const tables = await listTables(source);
  const names = tables.map(({ name }) => name).join(", ");
  const references = await dropReferences(target);
  for (const { name } of tables) await target.query(`alter table ${name} disable trigger user`);
  await target.query(`truncate ${names}`);
  let copied = 0n;
  for (const table of tables) {
    progress(table.name);
    copied += await copyTable(source, target, table, signal);
  }
  await copySequences(source, target);
  for (const { name } of tables) await target.query(`alter table ${name} enable trigger user`);
  for (const reference of references) {
    signal.throwIfAborted();
    await target.query(reference);
  }
  return { tables: tables.length, rows: copied };
}

async function copyTable(
  source: pg.Client,
  target: pg.Client,
  { name, columns }: Table,
  signal: AbortSignal,
): Promise<bigint> {
  const rows = source.query(new CopyOutStream(`copy ${name} (${columns}) to stdout`, unchanged));
  const into = target.query(copyFrom(`copy ${name} (${columns}) from stdin`));
  await pipeline(rows, into, { signal });
  const [before, after] = await Promise.all(
    [source, target].map((client) => digestOf(client, { name, columns })),
  );
  if (!before || before.digest !== after?.digest)
    throw new Error(`The copy of ${name} differs from its original. Nothing was stored.`);
  return BigInt(before.rows);
}

/** The rows' sum, which does not depend on their order. */
async function digestOf(client: pg.Client, { name, columns }: Table) {
  const { rows } = await client.query<{ rows: string; digest: string }>(`
    select count(*) as rows, count(*) || ' ' || coalesce(
      sum(('x' || encode(
        substr(sha256(convert_to(row(${columns})::text, 'UTF8')), 1, 8), 'hex'
      ))::bit(64)::bigint::numeric), 0
    ) as digest
    from ${name}
  `);
  return rows[0];
}

async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select pg_class.oid::regclass::text as name,
      string_agg(quote_ident(attname), ', ' order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
      join pg_namespace on pg_namespace.oid = relnamespace
    where ${inSchemas} and relkind = 'r'
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by pg_class.oid order by 1
  `);
  return rows;
}

/** Rows arrive in no order of their references. @returns what adds them again, with a check of all rows. */
async function dropReferences(target: pg.Client): Promise<string[]> {
  const { rows } = await target.query<{ of: string; name: string; definition: string }>(`
    select conrelid::regclass::text as of, quote_ident(conname) as name,
      pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_namespace on pg_namespace.oid = connamespace
    where contype = 'f' and ${inSchemas}
  `);
  for (const { of, name } of rows) await target.query(`alter table ${of} drop constraint ${name}`);
  return rows.map(
    ({ of, name, definition }) => `alter table ${of} add constraint ${name} ${definition}`,
  );
}

async function copySequences(source: pg.Client, target: pg.Client): Promise<void> {
  const { rows } = await source.query<{ name: string; last: string | null }>(`
    select format('%I.%I', schemaname, sequencename)::regclass::text as name, last_value as last
    from pg_sequences join pg_namespace on nspname = schemaname where ${inSchemas}
  `);
  for (const { name, last } of rows)
    if (last !== null) await target.query("select setval($1::regclass, $2)", [name, last]);
}
