import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError } from "../../kernel/config.ts";
import { recogniseBackup, type BackupKind } from "./recognise-backup.ts";

export interface Backup {
  readonly path: string;
  /** When it was complete. */
  readonly at: Date;
}

/** What a backup is called while it is written: `admin backup`, and the usual ways of copying. */
const unfinished = /^\.|\.(unfinished|partial|part|tmp)$/;

/**
 * The newest backup of a folder; undefined when it has none. Other files do not count.
 * @param kinds that count; by default all.
 */
export async function findNewestBackup(
  folder: string,
  kinds?: readonly BackupKind[],
): Promise<Backup | undefined> {
  const names = (await readdir(folder)).filter((name) => !unfinished.test(name));
  const entries = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      // Undefined for a link to nothing, and for a file that was removed meanwhile.
      const file = await stat(path).catch(() => undefined);
      return file ? [{ path, at: file.mtime }] : [];
    }),
  );
  for (const backup of entries.flat().toSorted((a, b) => b.at.getTime() - a.at.getTime())) {
    const kind = await kindOf(backup.path);
    if (kind && (kind === "unreadable" || !kinds || kinds.includes(kind))) return backup;
  }
  return undefined;
}

/** A process that only watches the age of backups need not be allowed to read them. */
async function kindOf(path: string): Promise<BackupKind | "unreadable" | undefined> {
  try {
    return await recogniseBackup(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof ConfigError || code === "ENOENT") return undefined;
    return "unreadable";
  }
}
