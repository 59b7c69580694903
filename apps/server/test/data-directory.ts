import { chmod, mkdtemp, readdir, realpath, rm, stat, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDataDirectoryLocked } from "../src/database/embedded/lock-data-directory.ts";

const memoryFolder = "/dev/shm";
/** The databases of a whole run take about 300 MB. A container usually has 64 MB there. */
const memoryBytesMin = 2 * 1024 ** 3;
/** A run locks its data directory within seconds. */
const abandonedAfterMs = 10 * 60_000;

/**
 * A temporary folder for the data of an embedded PostgreSQL, `rokad-` and a name in front. Where
 * root runs us, PostgreSQL's own account can pass through it, so that the cluster lies inside.
 */
export async function temporaryDataDirectory(name: string, parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, `rokad-${name}-`));
  await chmod(folder, 0o711);
  return folder;
}

/** Memory where the machine has plenty (copying a database takes a fifth of the time), else the disk. */
export async function fastestFolder(): Promise<string> {
  const room = await statfs(memoryFolder).catch(() => undefined);
  const isRoomy =
    room !== undefined &&
    room.bavail * room.bsize >= memoryBytesMin &&
    process.availableMemory() >= 2 * memoryBytesMin;
  return isRoomy ? memoryFolder : tmpdir();
}

/** Gives back the memory of runs that were killed: their PostgreSQL has ended with them. */
export async function removeAbandonedData(name: string): Promise<void> {
  const names = await readdir(memoryFolder).catch(() => []);
  for (const each of names.filter((entry) => entry.startsWith(`rokad-${name}-`))) {
    const folder = join(memoryFolder, each);
    // One that another run has just removed has no age.
    const since = await stat(folder).catch(() => undefined);
    const isOld = since !== undefined && Date.now() - since.ctimeMs > abandonedAfterMs;
    if (isOld && !isDataDirectoryLocked(folder)) await removeDataDirectory(folder);
  }
}

/** Removes a data directory with its cluster, once its PostgreSQL has stopped. */
export async function removeDataDirectory(dataDir: string): Promise<void> {
  // Where PostgreSQL may not enter the temporary folder, its cluster is behind a link.
  const cluster = await realpath(join(dataDir, "postgres")).catch(() => undefined);
  if (cluster !== undefined) await rm(cluster, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}
