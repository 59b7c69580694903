import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { closeDatabase, openDatabase, database } from "../apps/server/src/db.ts";
import { startEmbeddedPostgres } from "../apps/server/src/postgres/embedded.ts";
import { removeDataDirectory, temporaryDataDirectory } from "../apps/server/test/data-directory.ts";
import type { Db } from "../apps/server/src/db.ts";
import type { World } from "./world.ts";

const main = join(import.meta.dirname, "../apps/server/src/main.ts");

export interface Backup {
  readonly folder: string;
  /** What was committed before is in it. In real time, as the journal has it. */
  readonly madeAt: number;
  readonly tookMs: number;
}

/** Backs the database up while everything goes on, with the product's own command. */
export async function takeBackup({ database: proven, env, atClose }: World): Promise<Backup> {
  const parent = await temporaryDataDirectory("prove");
  const folder = join(parent, "backup");
  atClose(async () => {
    await removeDataDirectory(folder);
    await rm(parent, { recursive: true, force: true });
  });
  const { DATABASE_URL: _, ...others } = env;
  const began = performance.now();
  const { stdout } = await proven.alone(() =>
    promisify(execFile)(process.execPath, [main, "admin", "backup", "--to", folder], {
      env: { ...others, PATH: process.env["PATH"] ?? "", DATA_DIR: proven.dataDir },
    }),
  );
  const upTo = /committed by (\S+) is in it/.exec(stdout)?.[1];
  if (upTo === undefined) throw new Error(`The backup said nothing of its moment: ${stdout}`);
  return { folder, madeAt: Date.parse(upTo), tookMs: Math.round(performance.now() - began) };
}

/** Starts a backup as the data directory that it is, and looks at it instead of the original. */
export async function withRestored<T>(backup: Backup, look: (db: Db) => Promise<T>): Promise<T> {
  await closeDatabase();
  const postgres = await startEmbeddedPostgres({ dataDir: backup.folder, log: () => undefined });
  try {
    openDatabase(postgres.url, { connections: 2 });
    return await look(database());
  } finally {
    await closeDatabase();
    await postgres.stop();
  }
}
