import { once } from "node:events";
import { resolve } from "node:path";
import { adminCommand } from "./admin-commands.ts";
import { ConfigError, readConfig, type Config } from "./kernel/config.ts";
import { closeDatabase, openDatabase } from "./database/db.ts";
import { assertCell } from "./operations/cells/assert-cell.ts";
import { checkRails } from "./operations/rails/check-rails.ts";
import { seedDemo } from "./operations/demo/seed-demo.ts";
import { backupCommand } from "./database/embedded/backup-command.ts";
import { startEmbeddedPostgres } from "./database/embedded/start-embedded-postgres.ts";
import { migrate } from "./database/migrations/migrate.ts";
import { closeReplica, openReplica } from "./database/replica.ts";
import { waitForDatabase } from "./database/wait-for-database.ts";
import { loadEncryptionKeys } from "./kernel/encryption-keys.ts";
import { encryptionSteps } from "./database/encryption/encrypt-plain-values.ts";
import { composePlatform } from "./compose-platform.ts";
import { runServer } from "./run-server.ts";

type Environment = Parameters<typeof readConfig>[0];

/**
 * Runs one command: `serve` (the default; as all, api or worker, by `ROLE`), `migrate` or
 * `admin …`. An error is printed and sets the exit code to 1.
 */
export async function runCommand(args: readonly string[], env: Environment): Promise<void> {
  try {
    await run(args, env);
  } catch (error) {
    // A person can act on these messages; any other error needs its stack.
    const isForPerson =
      error instanceof Error && (error instanceof ConfigError || "isForPerson" in error);
    process.stderr.write(`${isForPerson ? error.message : (error as Error).stack}\n`);
    process.exitCode = 1;
  }
}

async function run(args: readonly string[], env: Environment): Promise<void> {
  const [command = "serve", ...rest] = args;
  const config = readConfig(env);
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const [subcommand, ...options] = rest;
  if (command === "admin" && subcommand === "backup") return backupCommand(options, config, print);

  // Registered before anything starts, so that Ctrl-C during the start also ends it cleanly.
  const stop = listenForStop();
  const postgres = await openPostgres(config, { share: command !== "serve", print, stop });
  if (!postgres) return;
  try {
    const { applied } = await migrate(config.databaseSessionUrl ?? postgres.url, {
      mayBePooled: config.databaseSessionUrl !== undefined,
      steps: encryptionSteps(await loadEncryptionKeys(config)),
    });
    if (applied.length > 0) print(`Migrated the database: ${applied.length} steps`);
    openDatabase(postgres.url, {
      connections: config.databaseConnections,
      sessionUrl: config.databaseSessionUrl,
    });
    await composePlatform(config, print);
    if (command === "migrate") return;
    if (command === "admin") return await adminCommand(rest, print, config.rails);
    if (command !== "serve")
      throw new ConfigError(`Unknown command "${command}". Use serve, migrate or admin.`);
    await checkRails(config.rails, (db) => assertCell(db, config.cell));
    if (config.demoAccounts && config.role !== "worker") await seedDemo(print);
    openReplica(config.databaseReplicaUrl, {
      connections: config.databaseConnections,
      // If the primary is behind a pooler, the replica may be behind one too.
      usesPreparedStatements: config.databaseSessionUrl === undefined,
    });
    await runServer(config, { stopping: stop.requested, print });
  } finally {
    await closeReplica();
    await closeDatabase();
    await postgres.stop();
  }
}

interface Stop {
  /** Resolves at the first SIGINT or SIGTERM. */
  readonly requested: Promise<void>;
  /** Aborted at the same moment. */
  readonly signal: AbortSignal;
}

function listenForStop(): Stop {
  const stopping = new AbortController();
  const requested = once(stopping.signal, "abort").then(() => undefined);
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stopping.abort());
  return { requested, signal: stopping.signal };
}

interface PostgresOptions {
  /** Use the embedded PostgreSQL of a running Rokad if there is one. */
  readonly share: boolean;
  readonly print: (line: string) => void;
  readonly stop: Stop;
}

/**
 * The database of `DATABASE_URL` once it accepts connections, or an embedded one in `DATA_DIR`.
 * @returns undefined when the process was asked to stop first.
 */
async function openPostgres(config: Config, { share, print, stop }: PostgresOptions) {
  const { databaseUrl, databaseSessionUrl } = config;
  if (databaseUrl) {
    for (const url of new Set([databaseSessionUrl ?? databaseUrl, databaseUrl])) {
      if (!(await waitForDatabase(url, { print, signal: stop.signal }))) return undefined;
    }
    return { url: databaseUrl, stop: async () => {} };
  }
  if (!share) print("Starting PostgreSQL …");
  return startEmbeddedPostgres({ dataDir: resolve(config.dataDir), log: print, share });
}
