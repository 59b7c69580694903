import { existsSync, readFileSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from "../apps/server/src/database/embedded/start-embedded-postgres.ts";
import { migrate } from "../apps/server/src/database/migrations/migrate.ts";
import { removeDataDirectory, temporaryDataDirectory } from "../apps/server/test/data-directory.ts";
import { freePort } from "../apps/server/test/free-port.ts";

/** Starts a real PostgreSQL with fsync on, in its own folder, that can crash and recover. */
export async function startDatabase() {
  const dataDir = await temporaryDataDirectory("simulation");
  const port = await freePort();
  // Every error, without the statement: the log says which transactions a deadlock ended.
  const settings = { log_min_messages: "error", log_min_error_statement: "panic" };
  const start = () => startEmbeddedPostgres({ dataDir, port, settings, log: () => undefined });
  let postgres: EmbeddedPostgres = await start();
  let lastUse: Promise<unknown> = Promise.resolve();
  /** Closes the race between a crash and the backup, which starts a database that is down. */
  const exclusively = <T>(use: () => Promise<T>): Promise<T> => {
    const result = lastUse.then(use);
    lastUse = result.catch(() => undefined);
    return result;
  };
  await migrate(postgres.url);
  return {
    url: postgres.url,
    dataDir,
    exclusively,
    /** Immediate shutdown without a checkpoint, which cuts every connection, then recovery. */
    crash: () =>
      exclusively(async () => {
        const pidFile = join(await realpath(join(dataDir, "postgres")), "postmaster.pid");
        process.kill(Number.parseInt(readFileSync(pidFile, "utf8"), 10), "SIGQUIT");
        await postgres.stop();
        await pause(150);
        postgres = await start();
      }),
    /** PostgreSQL's own log of errors, from the start. */
    readLog: () =>
      ["postgres.log.old", "postgres.log"]
        .map((name) => join(dataDir, name))
        .filter((path) => existsSync(path))
        .map((path) => readFileSync(path, "utf8"))
        .join(""),
    async close(): Promise<void> {
      await postgres.stop();
      await removeDataDirectory(dataDir);
    },
  };
}
