import { chmod, lstat, mkdir, readdir, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { isFolderLocked, lockFolder } from "../../database/embedded/lock-data-directory.ts";
import { newId } from "../../kernel/ids.ts";

const prefix = "rokad-restore-drill-";

/**
 * Runs a drill in a new folder for its PostgreSQL, and removes the folder however the drill ends.
 * Also removes what a killed one left behind: a whole database.
 */
export async function withScratchFolder<T>(
  parent: string,
  drill: (scratch: string) => Promise<T>,
): Promise<T> {
  await removeAbandoned(parent);
  const scratch = join(parent, `${prefix}${newId()}`);
  // Locked before it exists: another drill that starts now must not take it for abandoned.
  const unlock = await lockFolder(scratch);
  try {
    await mkdir(scratch, { mode: 0o700 });
    // PostgreSQL's own account passes through it to the cluster, which is closed.
    await chmod(scratch, 0o711);
    return await drill(scratch);
  } finally {
    await removeScratch(scratch);
    unlock();
  }
}

/** Only what belongs to this account: others can write to a folder for temporary files too. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const path = join(parent, name);
    if (!name.startsWith(prefix) || isFolderLocked(path.replace(/\.lock$/, ""))) continue;
    const owner = (await lstat(path).catch(() => undefined))?.uid;
    // A link inside is removed and not followed: it may not lead to the cluster of a drill.
    if (owner === process.getuid?.()) await rm(path, { recursive: true, force: true });
  }
}

/**
 * Where PostgreSQL's account can't enter the folder, the start of this drill moved the cluster and
 * left a link. A copied backup has none.
 */
async function removeScratch(scratch: string): Promise<void> {
  const cluster = await realpath(join(scratch, "postgres")).catch(() => undefined);
  if (cluster !== undefined) await rm(cluster, { recursive: true, force: true });
  await rm(scratch, { recursive: true, force: true });
}
