import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import type { DB } from "./database.generated.ts";
import { CommitInDoubt, doubting } from "./doubt-connections.ts";
import { ExportCursor } from "./export-cursor.ts";

/** Either the pool or a transaction: what every query takes as its first parameter. */
export type Db = Kysely<DB>;
/** Only a transaction: for verbs that must not run half. */
export type Tx = Transaction<DB>;

let open: Db | undefined;
let address: string | undefined;

interface Opening {
  readonly connections: number;
  /** Where connections are not shared: the same place, unless a pooler stands before it. */
  readonly sessionUrl?: string | undefined;
}

/** Opens the pool that this process works with. */
export function openDatabase(url: string, options: Opening): Db {
  address = options.sessionUrl ?? url;
  open = makePool(url, { ...options, keepsPlans: options.sessionUrl === undefined });
  return open;
}

interface PoolOptions {
  readonly connections: number;
  /** The longest that a statement may take, and the wait for a connection; 5 s for that unless told. */
  readonly patienceMs?: number;
  /** False behind a pooler, which lends one session's plans to nobody. */
  readonly keepsPlans?: boolean;
}

/** A pool of connections. int8 arrives as bigint, so that paise never pass through a float. */
export function makePool(
  url: string,
  { connections, patienceMs, keepsPlans = true }: PoolOptions,
): Db {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, BigInt);
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    types,
    connectionTimeoutMillis: patienceMs ?? 5_000,
    ...(patienceMs !== undefined && { query_timeout: patienceMs }),
    keepAlive: true,
    application_name: "rokad",
  });
  // An idle connection that breaks is replaced by the pool; the next query tells if it matters.
  pool.on("error", () => undefined);
  // One that breaks between two statements of a transaction or export has no query to fail: the
  // next one does. Without a listener its error event would end the whole process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const dialect = new PostgresDialect({
    pool: doubting(pool, { keepsPlans }),
    cursor: ExportCursor,
  });
  const db = new Kysely<DB>({ dialect });
  pools.set(db, pool);
  return db;
}

const pools = new WeakMap<Db, pg.Pool>();

/** The connections behind a pool of `database()`'s kind, for what Kysely has no words for: COPY. */
export function poolOf(db: Db): pg.Pool {
  const pool = pools.get(db);
  if (!pool) throw new Error("A transaction has one connection, and no pool");
  return pool;
}

export async function closeDatabase(): Promise<void> {
  await open?.destroy();
  open = undefined;
}

/**
 * A connection of its own that is not opened yet, for what a pool can't do: LISTEN, and locks that
 * outlast a transaction. A statement that is not answered within 5 s fails, so that a line that went dead is noticed.
 */
export function separateConnection(): pg.Client {
  if (!address) throw new Error("openDatabase() comes before the first connection");
  return new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
    keepAlive: true,
    application_name: "rokad listener",
  });
}

/** The pool, outside any transaction. */
export function database(): Db {
  if (!open) throw new Error("openDatabase() comes before the first query");
  return open;
}

/** Runs `work` in one READ COMMITTED transaction: all of it is kept, or nothing. */
export function transaction<T>(work: (db: Tx) => Promise<T>): Promise<T> {
  return database().transaction().execute(work);
}

/** The violated constraint or index, when `error` is PostgreSQL's word about one. */
export function violated(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  return error.code?.startsWith("23") ? (error.constraint ?? error.code) : undefined;
}

const gone = /^(08|57P|53300|25006)/;
/** A replica had to let go of what a long statement was reading: asked again, it is answered. */
const replicaMovedOn = "conflict with recovery";
const goneInNode = new Set(["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EPIPE", "ETIMEDOUT"]);

/** Whether the database could not be reached or went away, rather than refusing something. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof CommitInDoubt) return true;
  if (error instanceof pg.DatabaseError)
    return gone.test(error.code ?? "") || error.message.includes(replicaMovedOn);
  if ("code" in error && typeof error.code === "string" && goneInNode.has(error.code)) return true;
  return /Connection terminated|timeout exceeded when trying to connect|not queryable/.test(
    error.message,
  );
}

/** Whether PostgreSQL answered with an error of the statement, so that the transaction is undone. */
export function isDatabaseRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !isDatabaseAway(error);
}
