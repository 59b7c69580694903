import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import {
  chmod,
  lstat,
  mkdir,
  readFile,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { type Binaries, run, SYSTEM_DIRECTORY } from "./binaries.ts";
import { PostgresError } from "./postgres-error.ts";
import { stopLeftover } from "./postmaster.ts";
import type { RunAs } from "./run-as.ts";

type Place = { dataDir: string; runAs: RunAs; log: (line: string) => void };

/**
 * Opens the cluster of a data directory, making it on the first start and
 * stopping a server that was left running on it. The caller holds the lock.
 * @returns its real path, which `runAs` can enter, and the password of its accounts
 */
export async function openCluster(
  place: Place,
  binaries: Binaries,
  initdbFlags: readonly string[],
): Promise<{ cluster: string; password: string }> {
  const cluster = await locateCluster(place);
  const passwordFile = passwordFileOf(place.dataDir);
  if (!existsSync(join(cluster, "PG_VERSION"))) {
    // Only the owner of the data directory may read it; PostgreSQL itself keeps a SCRAM hash.
    await writeFile(passwordFile, randomBytes(24).toString("base64url"), { mode: 0o600 });
    await chmod(passwordFile, 0o600);
    await makeCluster(cluster, passwordFile, place.runAs, binaries, initdbFlags);
  }
  const version = (await readFile(join(cluster, "PG_VERSION"), "utf8")).trim();
  if (!binaries.version.startsWith(`${version}.`)) {
    throw new PostgresError(
      `The data in ${cluster} is PostgreSQL ${version}'s, and this Rokad brings PostgreSQL ${binaries.version}. Dump it with the old version and load it with this one.`,
    );
  }
  return { cluster, password: await readPassword(place.dataDir) };
}

/** The password of the cluster's accounts. */
export async function readPassword(dataDir: string): Promise<string> {
  const path = passwordFileOf(dataDir);
  const password = await readFile(path, "utf8").catch(() => "");
  if (password !== "") return password;
  throw new PostgresError(
    `${path} is missing or empty; without it the database can't be opened. Restore it from a backup.`,
  );
}

function passwordFileOf(dataDir: string): string {
  return join(dataDir, "postgres-password");
}

async function locateCluster({ dataDir, runAs, log }: Place): Promise<string> {
  const path = join(dataDir, "postgres");
  const found = await lstat(path).catch(() => null);
  if (found === null) await mkdir(path, { mode: 0o700 });
  if (found?.isSymbolicLink() && !existsSync(path)) {
    throw new PostgresError(
      `${path} points to ${SYSTEM_DIRECTORY}, where the database no longer is. Restore it, or remove ${path} to begin with an empty one.`,
    );
  }
  const cluster = await realpath(path);
  await stopLeftover(cluster, log);
  await giveTo(runAs, cluster);
  const reachable = await run("/bin/sh", ["-c", 'cd "$1"', "sh", cluster], runAs);
  if (reachable.ok || runAs.uid === undefined) return cluster;

  // Root's own directories are closed to the account that runs PostgreSQL, and opening them would be a surprise.
  const elsewhere = join(SYSTEM_DIRECTORY, `data-${randomBytes(6).toString("hex")}`);
  log(`The account "${runAs.name}" can't enter ${path}, so the database lives in ${elsewhere}.`);
  await mkdir(SYSTEM_DIRECTORY, { recursive: true, mode: 0o755 });
  await chmod(SYSTEM_DIRECTORY, 0o755);
  const moved = await run("/bin/mv", [cluster, elsewhere], {});
  if (!moved.ok)
    throw new PostgresError(`The database can't be moved to ${elsewhere}: ${moved.output}`);
  // When what stood here was itself a link (to a place that was closed since), it is replaced.
  await rm(path, { force: true });
  await symlink(elsewhere, path);
  return elsewhere;
}

async function giveTo(runAs: RunAs, path: string): Promise<void> {
  const { uid } = await stat(path);
  if (uid === (runAs.uid ?? process.getuid?.())) return;
  if (runAs.uid === undefined) {
    throw new PostgresError(
      `${path} belongs to another account. Start Rokad as that account (or as root), or choose another DATA_DIR.`,
    );
  }
  const given = await run("/bin/chown", ["-R", `${runAs.uid}:${runAs.gid}`, path], {});
  if (!given.ok) throw new PostgresError(given.output);
}

async function makeCluster(
  cluster: string,
  passwordFile: string,
  runAs: RunAs,
  binaries: Binaries,
  initdbFlags: readonly string[],
): Promise<void> {
  if ((await readdir(cluster)).length > 0) {
    throw new PostgresError(
      `${cluster} holds files but no PostgreSQL cluster. Move them away, or choose another DATA_DIR.`,
    );
  }
  // Made under another name and renamed, so that a first start cut short leaves no half-made cluster.
  const unfinished = `${cluster}.new`;
  const passwordCopy = `${cluster}.password`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await giveTo(runAs, unfinished);
  try {
    await writeFile(passwordCopy, await readFile(passwordFile), { mode: 0o600 });
    await giveTo(runAs, passwordCopy);
    const made = await run(
      join(binaries.directory, "bin", "initdb"),
      [
        `--pgdata=${unfinished}`,
        "--username=postgres",
        `--pwfile=${passwordCopy}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        // Sorted by code point everywhere alike, whatever the machine's locale, yet "É" and "é" still match.
        "--locale=C",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--no-instructions",
        ...initdbFlags,
      ],
      runAs,
    );
    if (!made.ok)
      throw new PostgresError(`The database can't be made in ${cluster}: ${made.output.trim()}`);
    await rename(unfinished, cluster);
  } finally {
    await rm(passwordCopy, { force: true });
    await rm(unfinished, { recursive: true, force: true });
  }
}
