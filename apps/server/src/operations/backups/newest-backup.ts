import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

export interface StoredBackup {
  readonly path: string;
  /** When it was complete. */
  readonly at: Date;
  readonly isFolder: boolean;
}

/** What a backup is called while it is written: `admin backup`, and the usual ways of copying. */
const unfinished = /^\.|\.(unfinished|partial|part|tmp)$/;

/** The newest file or folder of a folder with backups; undefined when it has none. */
export async function findNewestBackup(folder: string): Promise<StoredBackup | undefined> {
  const names = (await readdir(folder)).filter((name) => !unfinished.test(name));
  const backups = await Promise.all(
    names.map(async (name): Promise<StoredBackup> => {
      const path = join(folder, name);
      const { mtime, isDirectory } = await stat(path).then((found) => ({
        mtime: found.mtime,
        isDirectory: found.isDirectory(),
      }));
      return { path, at: mtime, isFolder: isDirectory };
    }),
  );
  return backups.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0];
}
