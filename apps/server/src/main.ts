import { resolve } from "node:path";
import { adminCommand } from "./admin.ts";
import { ConfigError, readConfig, type Config } from "./config.ts";
import { closeDatabase, openDatabase } from "./db.ts";
import { seedDemo } from "./demo/seed-demo.ts";
import { startEmbeddedPostgres } from "./postgres/embedded.ts";
import { migrate } from "./postgres/migrate.ts";
import { usePlatform } from "./use-platform.ts";
import { runServer } from "./run-server.ts";

/** The doors: `serve` (all, api or worker, by `ROLE`), `migrate` and `admin …`. */
async function main(args: readonly string[]): Promise<void> {
  const [door = "serve", ...rest] = args;
  const config = readConfig(process.env);
  const print = (line: string) => process.stdout.write(`${line}\n`);

  const postgres = await database(config, print);
  let closing: Promise<void> | undefined;
  const close = () =>
    (closing ??= closeDatabase().then(() => postgres.stop()));
  try {
    const { applied } = await migrate(postgres.url);
    if (applied.length > 0) print(`Migrated the database: ${applied.length} steps`);
    openDatabase(postgres.url, { connections: config.databaseConnections });
    await usePlatform(config, print);
    if (door === "migrate") return;
    if (door === "admin") return await adminCommand(rest, print);
    if (door !== "serve") throw new ConfigError(`There is no door "${door}": serve, migrate, admin`);
    if (config.demoAccounts && config.role !== "worker") await seedDemo(print);
    await runServer(config, print);
  } finally {
    await close();
  }
}

/** The database of `DATABASE_URL`, or one of our own beside the data. */
async function database(config: Config, print: (line: string) => void) {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => {} };
  print("Starting PostgreSQL …");
  return startEmbeddedPostgres({ dataDir: resolve(config.dataDir), log: print });
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  // What a person can mend is told in a sentence; the rest with its trace.
  const told = error instanceof Error && (error instanceof ConfigError || "sentence" in error);
  process.stderr.write(`${told ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
