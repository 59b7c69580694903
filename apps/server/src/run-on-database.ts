import { composePlatform } from "./compose-platform.ts";
import { closeDatabase, openDatabase } from "./database/db.ts";
import { migrate } from "./database/migrations/migrate.ts";
import { closeReplica, openReplica } from "./database/replica.ts";
import { ConfigError, type Config } from "./kernel/config.ts";
import { assertCell } from "./operations/cells/assert-cell.ts";
import { hasPeople } from "./operations/demo/has-people.ts";
import { checkEnvironment } from "./operations/environment/check-environment.ts";

interface Run {
  readonly command: string;
  readonly args: readonly string[];
  readonly config: Config;
  readonly print: (line: string) => void;
  /** Resolves when the process is asked to stop. */
  readonly stop: Promise<void>;
}

/** Migrates the database at `url`, and runs a command on it. */
export async function runOnDatabase(url: string, run: Run): Promise<void> {
  const { command, args, config, print } = run;
  const { applied } = await migrate(config.databaseSessionUrl ?? url, {
    mayBePooled: config.databaseSessionUrl !== undefined,
  });
  if (applied.length > 0) print(`Migrated the database: ${applied.length} steps`);
  openDatabase(url, {
    connections: config.databaseConnections,
    sessionUrl: config.databaseSessionUrl,
  });
  try {
    await composePlatform(config, print);
    if (command === "migrate") return;
    if (command === "admin") {
      const { adminCommand } = await import("./admin-commands.ts");
      return await adminCommand(args, print, config.environment);
    }
    if (command !== "serve")
      throw new ConfigError(`Unknown command "${command}". Use serve, migrate or admin.`);
    await serve(run);
  } finally {
    await closeReplica();
    await closeDatabase();
  }
}

async function serve({ config, print, stop }: Run): Promise<void> {
  if (config.demoAccounts && config.role !== "worker" && !(await hasPeople())) {
    // The server checks this too, but the demo's payouts come first.
    await checkEnvironment(config.environment, (db) => assertCell(db, config.cell));
    const { seedDemo } = await import("./operations/demo/seed-demo.ts");
    await seedDemo(print);
  }
  openReplica(config.databaseReplicaUrl, {
    connections: config.databaseConnections,
    // If the primary is behind a pooler, the replica may be behind one too.
    usesPreparedStatements: config.databaseSessionUrl === undefined,
  });
  const { runServer } = await import("./run-server.ts");
  await runServer(config, { stopping: stop, print });
}
