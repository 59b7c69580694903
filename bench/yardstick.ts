import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "../apps/server/src/database/embedded/start-embedded-postgres.ts";
import { removeDataDirectory, temporaryDataDirectory } from "../apps/server/test/data-directory.ts";
import { openCostMeter, type Cost } from "./measure-cost.ts";
import { runPgbench } from "./run-pgbench.ts";

const folder = join(import.meta.dirname, "yardstick");
export const yardstickFiles = [join(folder, "schema.sql"), join(folder, "payout.sql")] as const;

export interface Yardstick {
  /** @returns payouts per second on this many wallets, at most 10,000, and what one costs. */
  readonly run: (wallets: number, seconds: number) => Promise<YardstickRun>;
}

export interface YardstickRun {
  readonly perSecond: number;
  readonly cost: Cost;
}

/**
 * A payout as seven plain row writes in one transaction, on a PostgreSQL of its own with fsync on. It
 * shares nothing with Rokad's tables, so it does not change when they do. It needs pgbench.
 */
export async function withYardstick<T>(use: (yardstick: Yardstick) => Promise<T>): Promise<T> {
  const scratch = await temporaryDataDirectory("yardstick");
  const settings = { shared_buffers: "512MB", max_wal_size: "4GB" };
  const postgres = await startEmbeddedPostgres({ dataDir: scratch, log: () => {}, settings });
  const client = new pg.Client({ connectionString: postgres.url });
  try {
    await client.connect();
    await client.query(await readFile(yardstickFiles[0], "utf8"));
    const meter = openCostMeter({ dataDir: scratch, client });
    return await use({
      run: async (wallets, seconds) => {
        const variables = { wallets };
        let perSecond = 0;
        const cost = await meter.measure(async () => {
          perSecond = await runPgbench({
            url: postgres.url,
            script: yardstickFiles[1],
            seconds,
            variables,
          });
          return Math.round(perSecond * seconds);
        });
        return { perSecond, cost };
      },
    });
  } finally {
    await client.end();
    await postgres.stop();
    await removeDataDirectory(scratch);
  }
}
