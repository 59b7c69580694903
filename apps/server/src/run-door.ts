import { resolve } from "node:path";
import { adminCommand } from "./admin.ts";
import { ConfigError, readConfig, type Config } from "./config.ts";
import { closeDatabase, openDatabase } from "./db.ts";
import { seedDemo } from "./demo/seed-demo.ts";
import { backupCommand } from "./postgres/backup-command.ts";
import { startEmbeddedPostgres } from "./postgres/embedded.ts";
import { migrate } from "./postgres/migrate.ts";
import { closeReplica, openReplica } from "./replica.ts";
import { encryptionKeysOf } from "./sealing/encryption-keys.ts";
import { stepsWith } from "./sealing/seal-plain-values.ts";
import { usePlatform } from "./use-platform.ts";
import { runServer } from "./run-server.ts";

type Environment = Parameters<typeof readConfig>[0];

/** The doors: `serve` (all, api or worker, by `ROLE`), `migrate` and `admin …`. */
export async function runDoor(args: readonly string[], env: Environment): Promise<void> {
  try {
    await openDoor(args, env);
  } catch (error) {
    // What a person can mend is told in a sentence; the rest with its trace.
    const told = error instanceof Error && (error instanceof ConfigError || "sentence" in error);
    process.stderr.write(`${told ? error.message : (error as Error).stack}\n`);
    process.exitCode = 1;
  }
}

async function openDoor(args: readonly string[], env: Environment): Promise<void> {
  const [door = "serve", ...rest] = args;
  const config = readConfig(env);
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const [command, ...options] = rest;
  if (door === "admin" && command === "backup") return backupCommand(options, config, print);

  // Listened for before anything is started, so that Ctrl-C during the start ends it cleanly too.
  const stopping = toldToStop();
  const postgres = await database(config, { share: door !== "serve", print });
  try {
    const { applied } = await migrate(config.databaseSessionUrl ?? postgres.url, {
      mayBePooled: config.databaseSessionUrl !== undefined,
      steps: stepsWith(await encryptionKeysOf(config)),
    });
    if (applied.length > 0) print(`Migrated the database: ${applied.length} steps`);
    openDatabase(postgres.url, {
      connections: config.databaseConnections,
      sessionUrl: config.databaseSessionUrl,
    });
    await usePlatform(config, print);
    if (door === "migrate") return;
    if (door === "admin") return await adminCommand(rest, print);
    if (door !== "serve")
      throw new ConfigError(`There is no door "${door}": serve, migrate, admin`);
    if (config.demoAccounts && config.role !== "worker") await seedDemo(print);
    openReplica(config.databaseReplicaUrl, {
      connections: config.databaseConnections,
      // Where a pooler stands before the primary, one may stand before the replica.
      keepsPlans: config.databaseSessionUrl === undefined,
    });
    await runServer(config, { stopping, print });
  } finally {
    await closeReplica();
    await closeDatabase();
    await postgres.stop();
  }
}

function toldToStop(): Promise<void> {
  return new Promise((told) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => told());
  });
}

interface Wish {
  /** Use the PostgreSQL that a running Rokad has started, as a command beside it does. */
  readonly share: boolean;
  readonly print: (line: string) => void;
}

/** The database of `DATABASE_URL`, or one of our own beside the data. */
async function database(config: Config, { share, print }: Wish) {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => {} };
  if (!share) print("Starting PostgreSQL …");
  return startEmbeddedPostgres({ dataDir: resolve(config.dataDir), log: print, share });
}
