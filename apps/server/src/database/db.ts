import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import type { DB } from "./tables.generated.ts";
import { UnconfirmedCommitError, withFailoverGuard } from "./failover-guard.ts";
import { ExportCursor } from "./export-cursor.ts";
import { unreachableCodes } from "../kernel/unreachable-codes.ts";

/** The pool or a transaction: the first parameter of every query. */
export type Db = Kysely<DB>;
/** Only a transaction, for work that must be committed whole or not at all. */
export type Tx = Transaction<DB>;

let pool: Db | undefined;
let sessionAddress: string | undefined;

interface DatabaseOptions {
  readonly connections: number;
  /** An address without a pooler. By default the same address as that of the pool. */
  readonly sessionUrl?: string | undefined;
}

/** Opens the pool of this process. */
export function openDatabase(url: string, options: DatabaseOptions): Db {
  sessionAddress = options.sessionUrl ?? url;
  pool = createPool(url, { ...options, usesPreparedStatements: options.sessionUrl === undefined });
  return pool;
}

interface PoolOptions {
  readonly connections: number;
  /** Limit of each statement and of the wait for a connection. Default: none, and 5 s. */
  readonly timeoutMs?: number;
  /** False behind a pooler, where the next statement may run in another session. */
  readonly usesPreparedStatements?: boolean;
}

/** A pool of connections. int8 is read as bigint, so that paise are never a float. */
export function createPool(
  url: string,
  { connections, timeoutMs, usesPreparedStatements = true }: PoolOptions,
): Db {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, BigInt);
  const pgPool = new pg.Pool({
    connectionString: url,
    max: connections,
    types,
    connectionTimeoutMillis: timeoutMs ?? 5_000,
    ...(timeoutMs !== undefined && { query_timeout: timeoutMs }),
    keepAlive: true,
    application_name: "rokad",
  });
  // The pool replaces an idle connection that breaks; the next query reports an outage.
  pgPool.on("error", () => undefined);
  // A connection may also break between two statements of a transaction: the next one fails.
  // Without a listener the error event would end the process.
  pgPool.on("connect", (client) => client.on("error", () => undefined));
  const dialect = new PostgresDialect({
    pool: withFailoverGuard(pgPool, { usesPreparedStatements }),
    cursor: ExportCursor,
  });
  const db = new Kysely<DB>({ dialect });
  pgPools.set(db, pgPool);
  return db;
}

const pgPools = new WeakMap<Db, pg.Pool>();

/** The pg pool behind a Kysely pool, for COPY, which Kysely does not support. */
export function poolOf(db: Db): pg.Pool {
  const pgPool = pgPools.get(db);
  if (!pgPool) throw new Error("A transaction has no pool");
  return pgPool;
}

export async function closeDatabase(): Promise<void> {
  await pool?.destroy();
  pool = undefined;
}

/**
 * A connection outside the pool, not yet opened, for LISTEN and for locks that outlast a
 * transaction. A statement fails after 5 s, which detects a connection that is silently dead.
 */
export function separateConnection(): pg.Client {
  if (!sessionAddress) throw new Error("Call openDatabase() before the first connection");
  return new pg.Client({
    connectionString: sessionAddress,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
    keepAlive: true,
    application_name: "rokad listener",
  });
}

/** The pool, outside any transaction. */
export function database(): Db {
  if (!pool) throw new Error("Call openDatabase() before the first query");
  return pool;
}

/** Runs `work` in one READ COMMITTED transaction, which is rolled back if it throws. */
export function transaction<T>(work: (db: Tx) => Promise<T>): Promise<T> {
  return database().transaction().execute(work);
}

/** The violated constraint or index, if that is what `error` reports. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  return error.code?.startsWith("23") ? (error.constraint ?? error.code) : undefined;
}

/** Whether a transaction gave up a lock: it waited longer than it may, or to end a deadlock. */
export function isLockConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === "55P03" || error.code === "40P01");
}

/** Connection lost (08), shutting down (57P), disk full, out of memory, no connection left (53), replica. */
const unreachableStates = /^(08|57P|53100|53200|53300|25006)/;
/** The replica cancelled a long read because it conflicts with replay; a retry succeeds. */
const replayConflict = "conflict with recovery";

/** Whether the database is unreachable or full, or the connection was lost: a retry may succeed. */
export function isDatabaseUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof UnconfirmedCommitError) return true;
  if (error instanceof pg.DatabaseError)
    return unreachableStates.test(error.code ?? "") || error.message.includes(replayConflict);
  if ("code" in error && typeof error.code === "string" && unreachableCodes.has(error.code))
    return true;
  return /Connection terminated|timeout e(xceeded when trying to connect|xpired)|not queryable/.test(
    error.message,
  );
}

/** Whether PostgreSQL rejected the statement, so that its transaction is rolled back. */
export function isStatementError(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !isDatabaseUnreachable(error);
}
