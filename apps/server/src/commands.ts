import { once } from "node:events";
import { resolve } from "node:path";
import { ConfigError, readConfig, type Config } from "./kernel/config.ts";

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

/** Those that start a PostgreSQL or copy one, verify the books there, and clean up when they are stopped. */
const verifyingCommands = new Map([
  [
    "restore-drill",
    async () => (await import("./operations/backups/restore-drill.ts")).restoreDrillCommand,
  ],
  [
    "copy-database",
    async () => (await import("./operations/backups/copy-command.ts")).copyDatabaseCommand,
  ],
]);

async function run(args: readonly string[], env: Environment): Promise<void> {
  const [command = "serve", ...rest] = args;
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const [subcommand, ...options] = rest;
  const loadVerifying = command === "admin" ? verifyingCommands.get(subcommand ?? "") : undefined;
  // Registered before anything starts, so that Ctrl-C during the start also ends it cleanly.
  const stop = listenForStop({ isGraceful: command === "serve" || loadVerifying !== undefined });
  if (command === "admin" && subcommand === "doctor") {
    const [{ doctorCommand }, { composePlatform }] = await Promise.all([
      import("./operations/doctor/doctor-command.ts"),
      import("./compose-platform.ts"),
    ]);
    return doctorCommand(options, { env, print, compose: composePlatform });
  }
  const config = readConfig(env);
  if (loadVerifying) {
    const [verifying, { composePlatform }] = await Promise.all([
      loadVerifying(),
      import("./compose-platform.ts"),
    ]);
    return verifying(options, { config, print, compose: composePlatform, signal: stop.signal });
  }
  if (command === "admin" && subcommand === "backup") {
    const { backupCommand } = await import("./database/embedded/backup-command.ts");
    return backupCommand(options, config, print);
  }

  const { promise: launch, resolve: launched } = Promise.withResolvers<void>();
  const opening = openPostgres(config, { share: command !== "serve", print, stop, launched });
  // Loaded while PostgreSQL starts, and not before it is launched: a small process forks faster.
  const loading = Promise.race([launch, opening]).then(() =>
    Promise.all([
      import("./run-on-database.ts"),
      command === "serve" ? import("./run-server.ts") : undefined,
    ]),
  );
  const [postgres, [{ runOnDatabase }]] = await Promise.all([opening, loading]);
  if (!postgres) return;
  try {
    await runOnDatabase(postgres.url, { command, args: rest, config, print, stop: stop.requested });
  } finally {
    await postgres.stop();
  }
}

interface Stop {
  /** Resolves at the first SIGINT, SIGTERM or SIGHUP. */
  readonly requested: Promise<void>;
  /** Aborted at the same moment. */
  readonly signal: AbortSignal;
}

/** Within this time npm passes on the Ctrl-C that the terminal has sent already. */
const repeatedSignalMs = 2_000;

/**
 * @param isGraceful for what ends itself. Everything else can be killed, and ends at once: process 1
 *   of a container would ignore a signal without a listener.
 */
function listenForStop({ isGraceful }: { readonly isGraceful: boolean }): Stop {
  const stopping = new AbortController();
  const requested = once(stopping.signal, "abort").then(() => undefined);
  let requestedAt = Infinity;
  const listener = () => {
    const isRepeated = performance.now() - requestedAt > repeatedSignalMs;
    if (!isGraceful || isRepeated) process.exit(1);
    requestedAt = Math.min(requestedAt, performance.now());
    stopping.abort();
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, listener);
  // A closed terminal sends it, and then refuses output, which must not end the shutdown.
  process.once("SIGHUP", () => process.stdout.on("error", () => undefined));
  return { requested, signal: stopping.signal };
}

interface PostgresOptions {
  /** Use the embedded PostgreSQL of a running Rokad if there is one. */
  readonly share: boolean;
  readonly print: (line: string) => void;
  readonly stop: Stop;
  /** Called when the embedded PostgreSQL's process runs. */
  readonly launched: () => void;
}

/**
 * The database of `DATABASE_URL` once it accepts connections, or an embedded one in `DATA_DIR`.
 * @returns undefined when the process was asked to stop first.
 */
async function openPostgres(config: Config, { share, print, stop, launched }: PostgresOptions) {
  const { databaseUrl, databaseSessionUrl } = config;
  if (databaseUrl) {
    const { waitForDatabase } = await import("./database/wait-for-database.ts");
    for (const url of new Set([databaseSessionUrl ?? databaseUrl, databaseUrl])) {
      if (!(await waitForDatabase(url, { print, signal: stop.signal }))) return undefined;
    }
    return { url: databaseUrl, stop: async () => {} };
  }
  if (!share) print("Starting PostgreSQL …");
  const { startEmbeddedPostgres } = await import("./database/embedded/start-embedded-postgres.ts");
  return startEmbeddedPostgres({ dataDir: resolve(config.dataDir), log: print, share, launched });
}
