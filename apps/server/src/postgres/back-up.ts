import { chmod, copyFile, mkdir, open, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { superuserOf } from "./embedded.ts";
import { PostgresError } from "./postgres-error.ts";

export interface BackedUp {
  /** Everything that was committed by then is in the backup. */
  readonly upTo: Date;
  readonly files: number;
  readonly bytes: number;
}

/** What a start makes anew, or what would mislead one: PostgreSQL's own list for base backups. */
const contentsLeftOut = new Set([
  "pg_dynshmem",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
  "pg_wal",
]);
const copiesAtOnce = 16;
const filesLeftOut =
  /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label.*|tablespace_map.*)$/;

/**
 * Copies the embedded PostgreSQL of a data directory while it is at work, by PostgreSQL's
 * low-level backup calls: the files as they come, and the write-ahead log over that time, from
 * which the first start makes one consistent state. What comes out is a data directory itself.
 * @param to must not be there yet; it appears only once everything is in it
 * @throws a sentence for the person
 */
export async function backUp({ dataDir, to }: { dataDir: string; to: string }): Promise<BackedUp> {
  const { url, password, cluster } = await superuserOf(dataDir);
  const unfinished = `${to}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  if (await isThere(to)) throw new PostgresError(`${to} is there already; name a new folder`);
  const target = join(unfinished, "postgres");
  await mkdir(target, { recursive: true, mode: 0o700 });
  const session = new pg.Client({ connectionString: url });
  await session.connect();
  try {
    // A slot of this session keeps the log from being recycled before we have copied it.
    const slot = `rokad_backup_${process.pid}`;
    await session.query("select pg_create_physical_replication_slot($1, true, true)", [slot]);
    const first = await fileAt(session, "pg_backup_start('rokad', fast => true)");
    const copied = await copyFolder(cluster, target);
    const upTo = new Date();
    const label = await stopBackup(session);
    await writeDurably(join(target, "backup_label"), label.text);
    const log = await copyLog(cluster, target, { first, last: label.last });
    await writeDurably(join(unfinished, "postgres-password"), password);
    // Others may pass through to the cluster, which is closed itself, as in every data directory.
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

async function isThere(path: string): Promise<boolean> {
  return readdir(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== "ENOENT",
  );
}

/** The name of the log's file at a position. */
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
  if (!label) throw new PostgresError("PostgreSQL did not end the backup");
  return label;
}

interface Copied {
  readonly files: number;
  readonly bytes: number;
}

async function copyFolder(from: string, to: string): Promise<Copied> {
  const files = await listFiles(from, to);
  return copyAll(files.map((path) => [join(from, path), join(to, path)]));
}

/** Every file that belongs into a backup, below `from`; makes their folders below `to`. */
async function listFiles(from: string, to: string, below = ""): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(join(from, below), { withFileTypes: true })) {
    const path = join(below, entry.name);
    if (filesLeftOut.test(entry.name)) continue;
    if (entry.isFile()) found.push(path);
    if (!entry.isDirectory()) continue;
    await mkdir(join(to, path), { recursive: true, mode: 0o700 });
    if (!contentsLeftOut.has(entry.name)) found.push(...(await listFiles(from, to, path)));
  }
  return found;
}

/** Some at once, because each waits for the disk. */
async function copyAll(pairs: readonly (readonly [from: string, to: string])[]): Promise<Copied> {
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
  await Promise.all(Array.from({ length: copiesAtOnce }, work));
  return { files, bytes };
}

/** The files of the log from the backup's begin to its end. */
async function copyLog(
  cluster: string,
  target: string,
  { first, last }: { first: string; last: string },
): Promise<Copied> {
  const [from, to] = [join(cluster, "pg_wal"), join(target, "pg_wal")];
  await mkdir(join(to, "archive_status"), { recursive: true, mode: 0o700 });
  const names = (await readdir(from)).filter(
    (name) =>
      name.endsWith(".history") || (/^[\dA-F]{24}$/.test(name) && name >= first && name <= last),
  );
  if (!names.includes(first)) throw new PostgresError(`The log's file ${first} is gone`);
  return copyAll(names.map((name) => [join(from, name), join(to, name)]));
}

/** @returns its bytes; undefined for one that was removed meanwhile, which the log then tells. */
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
