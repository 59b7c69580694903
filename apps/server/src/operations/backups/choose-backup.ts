import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { ConfigError } from "../../kernel/config.ts";
import { findNewestBackup, type Backup } from "./newest-backup.ts";

/**
 * The named backup, or the newest of the folder that a drill restores.
 * @throws {ConfigError} when there is none.
 */
export async function chooseBackup(from: string | undefined, folder: string): Promise<Backup> {
  const path = from === undefined ? (await findNewest(folder))?.path : resolve(from);
  if (path === undefined)
    throw new ConfigError(`BACKUP_DIR: ${folder} has no backup of "admin backup" or pg_dump`);
  const { mtime } = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`${path} can't be read: ${error.code}`);
  });
  return { path, at: mtime };
}

function findNewest(folder: string) {
  return findNewestBackup(folder, ["data directory", "pg_dump"]).catch(
    (error: NodeJS.ErrnoException) => {
      throw new ConfigError(`BACKUP_DIR: ${folder} can't be read: ${error.code}`);
    },
  );
}
