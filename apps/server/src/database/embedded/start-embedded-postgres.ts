import { chmod, mkdir, realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import pg from "pg";
import { findBinaries } from "./find-binaries.ts";
import { openCluster, readPassword } from "./open-cluster.ts";
import { isDataDirectoryLocked, lockDataDirectory } from "./lock-data-directory.ts";
import { keepPostgresRunning } from "./keep-postgres-running.ts";
import { PostgresError } from "./postgres-error.ts";
import { readyPort } from "./postmaster.ts";
import { chooseAccount } from "./choose-account.ts";

/** A running embedded PostgreSQL. The account of `url` owns the database "rokad" and may create others. */
export type EmbeddedPostgres = { url: string; stop(): Promise<void> };

export type EmbeddedPostgresOptions = {
  dataDir: string;
  log: (line: string) => void;
  /** PostgreSQL's settings, which override those below; tests switch fsync off. */
  settings?: Readonly<Record<string, string>>;
  /** Use the server of a running Rokad on `dataDir` and leave it running, for admin commands. */
  share?: boolean;
  /** Called when the server's process runs, some time before it accepts connections. */
  launched?: () => void;
  /** Keeps the address over a restart; by default any free port. */
  port?: number;
};

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "100",
  shared_buffers: "256MB",
  max_wal_size: "2GB",
  wal_compression: "on",
  random_page_cost: "1.1",
  // JIT compilation costs more than it saves for statements on a few rows.
  jit: "off",
  // Parallel queries need /dev/shm, which a container limits to 64 MB.
  max_parallel_workers_per_gather: "0",
  timezone: "UTC",
  log_timezone: "UTC",
  // Errors contain values of rows, such as mobile numbers. Rokad logs them redacted instead.
  log_min_messages: "log",
  log_checkpoints: "off",
  log_autovacuum_min_duration: "-1",
} as const;

/**
 * Starts PostgreSQL on `dataDir`, which the first start creates, and on a port of 127.0.0.1. Works
 * as an ordinary user and as root, and after any crash. One that ends while it is needed starts again.
 * @throws {PostgresError} for instance when another Rokad holds `dataDir`.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  if (process.platform === "win32") {
    throw new PostgresError(
      "The embedded PostgreSQL needs Linux or macOS. On Windows use WSL, or set DATABASE_URL.",
    );
  }
  const { log } = options;
  const dataDir = resolve(options.dataDir);
  const shared = options.share === true ? await findShared(dataDir) : null;
  if (shared !== null) return { url: shared, stop: async () => undefined };
  await makeWritable(dataDir);
  const locks = new DisposableStack();
  locks.defer(await lockDataDirectory(dataDir));
  try {
    const runAs = chooseAccount(join(dataDir, "postgres"));
    const binaries = await findBinaries(runAs, log);
    const settings = { ...SETTINGS, ...options.settings };
    const initdbFlags = options.settings?.["fsync"] === "off" ? ["--no-sync"] : [];
    const place = { dataDir, runAs, log, locks };
    const { cluster, password } = await openCluster(place, binaries, initdbFlags);
    const postgres = join(binaries.directory, "bin", "postgres");
    const logFile = join(dataDir, "postgres.log");
    const { port, launched } = options;
    const launch = { postgres, cluster, port, runAs, logFile, settings, log, launched };
    const server = await keepPostgresRunning(launch);
    try {
      await ensureDatabase(urlOf("postgres", password, server.port), password);
    } catch (error) {
      await server.stop();
      throw error;
    }
    log(
      `PostgreSQL ${binaries.version} is running on 127.0.0.1:${server.port}, its data in ${cluster}.`,
    );
    return {
      url: urlOf("rokad", password, server.port),
      async stop() {
        await server.stop();
        locks.dispose();
      },
    };
  } catch (error) {
    locks.dispose();
    throw error;
  }
}

/** The address of the server that a running Rokad started on `dataDir`; null if there is none. */
async function findShared(dataDir: string): Promise<string | null> {
  if (!isDataDirectoryLocked(dataDir)) return null;
  const port = readyPort(await realpath(join(dataDir, "postgres")));
  return port === null ? null : urlOf("rokad", await readPassword(dataDir), port);
}

/**
 * The superuser's access to the PostgreSQL that a running Rokad started on `dataDir`.
 * @throws {PostgresError} if there is none.
 */
export async function findSuperuser(dataDir: string) {
  const cluster = await realpath(join(dataDir, "postgres")).catch(() => null);
  const port = cluster === null ? null : readyPort(cluster);
  if (cluster === null || port === null)
    throw new PostgresError(`Rokad is not running on ${dataDir}. Start it first.`);
  const password = await readPassword(dataDir);
  return { url: urlOf("postgres", password, port), password, cluster };
}

/** Each account has a database with the same name. */
function urlOf(account: "postgres" | "rokad", password: string, port: number): string {
  return `postgres://${account}:${password}@127.0.0.1:${port}/${account}`;
}

async function makeWritable(dataDir: string): Promise<void> {
  try {
    const created = await mkdir(dataDir, { recursive: true });
    // Other accounts may traverse the folder to the cluster, which is closed, but not list it.
    if (created !== undefined) await chmod(dataDir, 0o711);
  } catch (error) {
    throw new PostgresError(
      `The data directory ${dataDir} can't be created: ${(error as Error).message}`,
      {
        cause: error,
      },
    );
  }
}

/**
 * Creates Rokad's account and database. The account may create databases, for tests, but is not a
 * superuser: an injected statement can't read files or run programs.
 */
async function ensureDatabase(superuserUrl: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const role = await client.query("SELECT 1 FROM pg_roles WHERE rolname = 'rokad'");
    if (role.rowCount === 0) {
      await client.query(
        `CREATE ROLE rokad LOGIN CREATEDB PASSWORD ${client.escapeLiteral(password)}`,
      );
    }
    const database = await client.query("SELECT 1 FROM pg_database WHERE datname = 'rokad'");
    if (database.rowCount === 0) await client.query("CREATE DATABASE rokad OWNER rokad");
  } finally {
    await client.end();
  }
}
