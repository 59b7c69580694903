import { chmod, copyFile, mkdir, open, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { findSuperuser } from "./start-embedded-postgres.ts";
import { PostgresError } from "./postgres-error.ts";

export interface Backup {
  /** The backup has everything that was committed by then. */
  readonly upTo: Date;
  readonly files: number;
  readonly bytes: number;
}

/** Folders whose content a start creates or must not see: PostgreSQL's list for base backups. */
const emptyFolders = new Set([
  "pg_dynshmem",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
  "pg_wal",
]);
const concurrentCopies = 16;
const excludedFiles =
  /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label.*|tablespace_map.*)$/;

/**
 * Copies the running embedded PostgreSQL of a data directory with PostgreSQL's low-level backup
 * calls: the files, and the write-ahead log of that time, from which the first start restores a
 * consistent state. The result is a data directory.
 * @param to must not exist; it appears only when the backup is complete.
 * @throws {PostgresError} with a message for the person.
 */
export async function createBackup({
  dataDir,
  to,
}: {
  dataDir: string;
  to: string;
}): Promise<Backup> {
  const { url, password, cluster } = await findSuperuser(dataDir);
  const unfinished = `${to}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  if (await exists(to)) throw new PostgresError(`${to} already exists. Choose a new folder.`);
  const target = join(unfinished, "postgres");
  await mkdir(target, { recursive: true, mode: 0o700 });
  const session = new pg.Client({ connectionString: url });
  await session.connect();
  try {
    // A slot of this session keeps PostgreSQL from recycling log files before they are copied.
    const slot = `rokad_backup_${process.pid}`;
    await session.query("select pg_create_physical_replication_slot($1, true, true)", [slot]);
    const first = await fileAt(session, "pg_backup_start('rokad', fast => true)");
    const copied = await copyFolder(cluster, target);
    const upTo = new Date();
    const label = await stopBackup(session);
    await writeDurably(join(target, "backup_label"), label.text);
    const log = await copyLog(cluster, target, { first, last: label.last });
    await writeDurably(join(unfinished, "postgres-password"), password);
    // Other accounts may traverse the folder; the cluster inside is closed, as in a data directory.
    await chmod(unfinished, 0o711);
    await rename(unfinished, to);
    return { upTo, files: copied.files + log.files, bytes: copied.bytes + log.bytes };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    await session.end();
  }
}

async function exists(path: string): Promise<boolean> {
  return readdir(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== "ENOENT",
  );
}

/** The name of the write-ahead log file at a position. */
async function fileAt(session: pg.Client, position: string): Promise<string> {
  const { rows } = await session.query<{ file: string }>(
    `select pg_walfile_name(${position}) as file`,
  );
  return rows[0]?.file ?? "";
}

async function stopBackup(session: pg.Client): Promise<{ text: string; last: string }> {
  const { rows } = await session.query<{ text: string; last: string }>(
    `select labelfile as text, pg_walfile_name(lsn) as last
     from pg_backup_stop(wait_for_archive => false)`,
  );
  const [label] = rows;
  if (!label) throw new PostgresError("PostgreSQL did not finish the backup");
  return label;
}

interface CopiedFiles {
  readonly files: number;
  readonly bytes: number;
}

async function copyFolder(from: string, to: string): Promise<CopiedFiles> {
  const files = await listFiles(from, to);
  return copyAll(files.map((path) => [join(from, path), join(to, path)]));
}

/** Lists the files of a backup below `from` and creates their folders below `to`. */
async function listFiles(from: string, to: string, below = ""): Promise<string[]> {
  const paths: string[] = [];
  for (const entry of await readdir(join(from, below), { withFileTypes: true })) {
    const path = join(below, entry.name);
    if (excludedFiles.test(entry.name)) continue;
    if (entry.isFile()) paths.push(path);
    if (!entry.isDirectory()) continue;
    await mkdir(join(to, path), { recursive: true, mode: 0o700 });
    if (!emptyFolders.has(entry.name)) paths.push(...(await listFiles(from, to, path)));
  }
  return paths;
}

/** Copies several files at once, because each waits for the disk. */
async function copyAll(
  pairs: readonly (readonly [from: string, to: string])[],
): Promise<CopiedFiles> {
  const waiting = [...pairs];
  let [files, bytes] = [0, 0];
  const work = async () => {
    for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
      const copied = await copyDurably(...pair);
      if (copied === undefined) continue;
      files += 1;
      bytes += copied;
    }
  };
  await Promise.all(Array.from({ length: concurrentCopies }, work));
  return { files, bytes };
}

/** Copies the write-ahead log files from the start of the backup to its end. */
async function copyLog(
  cluster: string,
  target: string,
  { first, last }: { first: string; last: string },
): Promise<CopiedFiles> {
  const [from, to] = [join(cluster, "pg_wal"), join(target, "pg_wal")];
  await mkdir(join(to, "archive_status"), { recursive: true, mode: 0o700 });
  const names = (await readdir(from)).filter(
    (name) =>
      name.endsWith(".history") || (/^[\dA-F]{24}$/.test(name) && name >= first && name <= last),
  );
  if (!names.includes(first))
    throw new PostgresError(`The write-ahead log file ${first} is missing`);
  return copyAll(names.map((name) => [join(from, name), join(to, name)]));
}

/** @returns its size in bytes; undefined if it was removed meanwhile, which the log also records. */
async function copyDurably(from: string, to: string): Promise<number | undefined> {
  try {
    await copyFile(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  const file = await open(to, "r+");
  try {
    await file.chmod(0o600);
    await file.sync();
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600, flush: true });
}
