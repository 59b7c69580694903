import { access } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { closeDatabase, openDatabase, transaction, type Tx } from "../../database/db.ts";
import { openInstallation } from "../../database/open-installation.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";
import { now } from "../../kernel/clock.ts";
import { ConfigError, type Config } from "../../kernel/config.ts";
import { newId } from "../../kernel/ids.ts";
import { redactSecrets } from "../../kernel/redact-secrets.ts";
import { brokenRules, countFaults } from "../verification/verify-books.ts";
import type { Backup } from "./newest-backup.ts";
import type { Restored } from "./restore-and-verify.ts";

type DatabaseConfig = Pick<Config, "databaseUrl" | "databaseSessionUrl" | "dataDir">;

/**
 * Stores that a drill began, in the installation's database: one that never ends shows there too.
 * @returns its id.
 * @throws {ConfigError} when the database can't be reached.
 */
export async function storeDrillStart(config: DatabaseConfig): Promise<string> {
  const id = newId();
  await storeIn(config, async (db) => {
    await db.insertInto("restore_drills").values({ id, started_at: now() }).execute();
  });
  return id;
}

interface DrillEnd {
  readonly id: string;
  readonly backup: Backup | undefined;
  readonly restored: Restored | undefined;
  readonly error: Error | undefined;
  /** `BACKUP_DIR`, whose path is not stored. */
  readonly folder: string;
}

/**
 * Stores how a drill ended.
 * @throws {ConfigError} when the database can't be reached.
 */
export async function storeDrillEnd(config: DatabaseConfig, end: DrillEnd): Promise<void> {
  const { id, backup, restored, error } = end;
  const results = restored?.results ?? [];
  await storeIn(config, async (db) => {
    await db
      .updateTable("restore_drills")
      .set({
        finished_at: now(),
        backup_name: backup ? basename(backup.path) : null,
        backup_at: backup?.at ?? null,
        restore_ms: restored?.restoreMs ?? null,
        verify_ms: restored?.verifyMs ?? null,
        rule_count: results.flatMap(({ rules }) => rules).length,
        fault_count: countFaults(results),
        faulty_rules: brokenRules(results),
        problem: error ? problemOf(error, end) : null,
      })
      .where("id", "=", id)
      .execute();
  });
}

/** Paths can name people and customers, so none is stored; the command prints them. */
function problemOf(error: Error, { backup, folder }: Pick<DrillEnd, "backup" | "folder">): string {
  let text = "code" in error && "path" in error ? withoutFiles(error.message) : error.message;
  if (backup) text = text.replaceAll(backup.path, "the backup");
  if (folder !== "") text = text.replaceAll(folder, "the folder");
  return redactSecrets(text.replaceAll(/(?<![\w/])\/[^\s'":,]+/g, "…"));
}

/** Node's messages end with the files: "ENOSPC: no space left on device, copyfile '…' -> '…'". */
function withoutFiles(message: string): string {
  return message.split(", ", 1)[0] ?? message;
}

async function storeIn(config: DatabaseConfig, work: (db: Tx) => Promise<void>): Promise<void> {
  try {
    // The embedded PostgreSQL would create a database where there is none.
    if (config.databaseUrl === undefined) await access(join(resolve(config.dataDir), "postgres"));
    const postgres = await openInstallation(config);
    try {
      openDatabase(postgres.url, { connections: 1, sessionUrl: config.databaseSessionUrl });
      await transaction(async (db) => {
        await work(db);
        await publishToSuperAdmins(db, ["jobs"]);
      });
    } finally {
      await closeDatabase();
      await postgres.stop();
    }
  } catch (error) {
    throw new ConfigError(
      `The result can't be stored: ${(error as Error).message}. Set DATABASE_URL or DATA_DIR of the installation, or add --no-store`,
      { cause: error },
    );
  }
}
