import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A temporary folder for the data of an embedded PostgreSQL, `rokad-` and a name in front. Where
 * root runs us, PostgreSQL's own account can pass through it, so that the cluster lies inside.
 */
export async function temporaryDataDirectory(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `rokad-${name}-`));
  await chmod(folder, 0o711);
  return folder;
}

/** Removes a data directory with its cluster, once its PostgreSQL has stopped. */
export async function removeDataDirectory(dataDir: string): Promise<void> {
  // Where PostgreSQL may not enter the temporary folder, its cluster is behind a link.
  const cluster = await realpath(join(dataDir, "postgres")).catch(() => undefined);
  if (cluster !== undefined) await rm(cluster, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}
