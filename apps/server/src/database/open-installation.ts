import { resolve } from "node:path";
import type { Config } from "../kernel/config.ts";
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from "./embedded/start-embedded-postgres.ts";
import { waitForDatabase } from "./wait-for-database.ts";

/**
 * The database of `DATABASE_URL`, or the embedded one: that of a running Rokad, or started here.
 * @throws {PostgresError} at once when it does not answer.
 */
export async function openInstallation({
  databaseUrl,
  dataDir,
}: Pick<Config, "databaseUrl" | "dataDir">): Promise<EmbeddedPostgres> {
  if (databaseUrl === undefined)
    return startEmbeddedPostgres({ dataDir: resolve(dataDir), log: () => {}, share: true });
  const { signal } = new AbortController();
  await waitForDatabase(databaseUrl, { print: () => {}, signal, secondsMax: 0 });
  return { url: databaseUrl, stop: async () => {} };
}
