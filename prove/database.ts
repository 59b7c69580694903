import { readFileSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from "../apps/server/src/postgres/embedded.ts";
import { migrate } from "../apps/server/src/postgres/migrate.ts";
import { stepsWith } from "../apps/server/src/sealing/seal-plain-values.ts";
import { removeDataDirectory, temporaryDataDirectory } from "../apps/server/test/data-directory.ts";
import { freePort } from "./free-port.ts";

/** A real PostgreSQL with fsync on, in a folder of its own, that can be made to crash. */
export async function openProveDatabase() {
  const dataDir = await temporaryDataDirectory("prove");
  const port = await freePort();
  const start = () => startEmbeddedPostgres({ dataDir, port, log: () => undefined });
  let postgres: EmbeddedPostgres = await start();
  let using: Promise<unknown> = Promise.resolve();
  /** One after the other: whoever finds it down would start it, beside us who start it too. */
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = using.then(work);
    using = mine.catch(() => undefined);
    return mine;
  };
  await migrate(postgres.url, { steps: stepsWith([]) });
  return {
    url: postgres.url,
    dataDir,
    alone,
    /** Immediate shutdown: no checkpoint, every connection cut; then a start with recovery. */
    crash: () =>
      alone(async () => {
        const pidFile = join(await realpath(join(dataDir, "postgres")), "postmaster.pid");
        process.kill(Number.parseInt(readFileSync(pidFile, "utf8"), 10), "SIGQUIT");
        await postgres.stop();
        await pause(150);
        postgres = await start();
      }),
    async close(): Promise<void> {
      await postgres.stop();
      await removeDataDirectory(dataDir);
    },
  };
}
