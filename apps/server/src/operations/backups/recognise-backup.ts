import { lstat, open, stat } from "node:fs/promises";
import { join } from "node:path";
import { namesRunningServer } from "../../database/embedded/postmaster.ts";
import { ConfigError } from "../../kernel/config.ts";

/** The drill restores the first two. A base backup may be of another version than our PostgreSQL. */
export type BackupKind = "data directory" | "pg_dump" | "base backup";

/**
 * A backup of the embedded PostgreSQL, what `pg_restore` reads (one file, or a folder), or a complete
 * one of pg_basebackup or pgBackRest.
 * @throws {ConfigError} for anything else.
 */
export async function recogniseBackup(path: string): Promise<BackupKind> {
  const file = await stat(path);
  if (file.isFile()) {
    await assertWholeDump(path, file.size);
    return "pg_dump";
  }
  const has = (name: string) => exists(join(path, name));
  if (await has("postgres/PG_VERSION")) {
    await assertOwnCluster(path);
    return "data directory";
  }
  if (await has("toc.dat")) return "pg_dump";
  // Both write their manifest last.
  if ((await has("backup_manifest")) || (await has("backup.manifest"))) return "base backup";
  throw notBackup(path);
}

function notBackup(path: string): ConfigError {
  return new ConfigError(
    `${path} is neither a backup of "admin backup" nor of pg_dump --format=custom or directory`,
  );
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return false;
    // Nothing is known of a folder that this account may not enter.
    throw error;
  }
}

const dumpStart = "PGDMP";
/** A dump ends with the end of a table's rows: a length of 0, as a sign and four bytes. */
const dumpEnd = "\0".repeat(5);

async function assertWholeDump(path: string, size: number): Promise<void> {
  if (size === 0) throw notBackup(path);
  await using file = await open(path);
  const textAt = async (position: number, length: number) =>
    (await file.read(Buffer.alloc(length), 0, length, position)).buffer.toString("latin1");
  if ((await textAt(0, dumpStart.length)) !== dumpStart) throw notBackup(path);
  if ((await textAt(size - dumpEnd.length, dumpEnd.length)) === dumpEnd) return;
  throw new ConfigError(`${path} is not complete: pg_dump still writes it, or its end was cut off`);
}

/** A copy of an installation's files instead of a backup. */
async function assertOwnCluster(path: string): Promise<void> {
  const cluster = join(path, "postgres");
  if ((await lstat(cluster)).isSymbolicLink())
    throw new ConfigError(
      `${path} has a link to the database of an installation, and no copy of it. Use "admin backup"`,
    );
  if (namesRunningServer(cluster))
    throw new ConfigError(
      `${path} has files of a running PostgreSQL, which are not consistent. Use "admin backup"`,
    );
}
