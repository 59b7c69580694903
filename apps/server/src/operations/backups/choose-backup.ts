import { open, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { ConfigError } from "../../kernel/config.ts";
import { findNewestBackup } from "./newest-backup.ts";

export interface Backup {
  readonly path: string;
  readonly at: Date;
}

/**
 * The named backup, or the newest of the folder.
 * @throws {ConfigError} when there is none.
 */
export async function chooseBackup(from: string | undefined, folder: string): Promise<Backup> {
  const path = from === undefined ? (await findNewest(folder))?.path : resolve(from);
  if (path === undefined) throw new ConfigError(`BACKUP_DIR: ${folder} has no backup`);
  const { mtime } = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`${path} can't be read: ${error.code}`);
  });
  return { path, at: mtime };
}

function findNewest(folder: string) {
  return findNewestBackup(folder).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`BACKUP_DIR: ${folder} can't be read: ${error.code}`);
  });
}

export type BackupKind = "data directory" | "pg_dump";

/**
 * A backup of the embedded PostgreSQL, or what `pg_restore` reads: one file, or a folder.
 * @throws {ConfigError} for anything else.
 */
export async function recogniseBackup(path: string): Promise<BackupKind> {
  const exists = (name: string) =>
    stat(join(path, name)).then(
      () => true,
      () => false,
    );
  if (await exists("postgres/PG_VERSION")) return "data directory";
  if (await exists("toc.dat")) return "pg_dump";
  if ((await stat(path)).isFile() && (await firstBytes(path, 5)) === "PGDMP") return "pg_dump";
  throw new ConfigError(
    `${path} is neither a backup of "admin backup" nor of pg_dump --format=custom or directory`,
  );
}

async function firstBytes(path: string, count: number): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0);
    return buffer.toString("latin1", 0, bytesRead);
  } finally {
    await file.close();
  }
}
