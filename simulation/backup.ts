import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { sql } from "kysely";
import { closeDatabase, openDatabase, database } from "../apps/server/src/database/db.ts";
import { startEmbeddedPostgres } from "../apps/server/src/database/embedded/start-embedded-postgres.ts";
import { removeDataDirectory, temporaryDataDirectory } from "../apps/server/test/data-directory.ts";
import type { Db } from "../apps/server/src/database/db.ts";
import { paidAlone } from "./paid-alone.ts";
import type { World } from "./world.ts";

const main = join(import.meta.dirname, "../apps/server/src/main.ts");

export interface Backup {
  readonly folder: string;
  /** Everything committed before this time is in the backup. Real time, as in the client records. */
  readonly committedAt: number;
  readonly tookMs: number;
}

/** Takes a backup with the product's command while events continue. */
export async function takeBackup(world: World): Promise<Backup> {
  await waitForPaidPayouts();
  const parent = await temporaryDataDirectory("simulation");
  const folder = join(parent, "backup");
  world.onClose(async () => {
    await removeDataDirectory(folder);
    await rm(parent, { recursive: true, force: true });
  });
  const { DATABASE_URL: _, ...env } = world.env;
  const startedAt = performance.now();
  const { stdout } = await world.database.exclusively(() =>
    promisify(execFile)(process.execPath, [main, "admin", "backup", "--to", folder], {
      env: { ...env, PATH: process.env["PATH"] ?? "", DATA_DIR: world.database.dataDir },
    }),
  );
  const committedBy = /committed by (\S+)/.exec(stdout)?.[1];
  if (committedBy === undefined) throw new Error(`The backup printed no time: ${stdout}`);
  const tookMs = Math.round(performance.now() - startedAt);
  return { folder, committedAt: Date.parse(committedBy), tookMs };
}

/** Starts a PostgreSQL on the backup's folder and opens it in place of the original database. */
export async function withRestored<T>(backup: Backup, check: (db: Db) => Promise<T>): Promise<T> {
  await closeDatabase();
  const postgres = await startEmbeddedPostgres({ dataDir: backup.folder, log: () => undefined });
  try {
    openDatabase(postgres.url, { connections: 2 });
    return await check(database());
  } finally {
    await closeDatabase();
    await postgres.stop();
  }
}

/** So that the backup has something to verify and to mutate; at most a minute. */
async function waitForPaidPayouts(): Promise<void> {
  const endsAt = performance.now() + 60_000;
  while (performance.now() < endsAt) {
    // The database may be down, as an event.
    if (await hasEnoughPaid().catch(() => false)) return;
    await pause(100);
  }
}

async function hasEnoughPaid(): Promise<boolean> {
  const { rows } = await sql<{ hasEnough: boolean }>`
    select (
      select count(*) from payouts where status = 'success' and returned_paise = 0
    ) >= 5 and (select count(*) from (${paidAlone}) as paid) >= 3 as "hasEnough"
  `.execute(database());
  return rows[0]?.hasEnough === true;
}
