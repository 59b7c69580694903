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
import { type Binaries, run, SYSTEM_DIRECTORY } from "./find-binaries.ts";
import { lockFolder } from "./lock-data-directory.ts";
import { PostgresError } from "./postgres-error.ts";
import { stopLeftover } from "./postmaster.ts";
import type { RunAs } from "./choose-account.ts";

type ClusterOptions = {
  dataDir: string;
  runAs: RunAs;
  log: (line: string) => void;
  /** Gets the lock of a cluster behind a link. */
  locks: DisposableStack;
};

/**
 * Opens the cluster of a data directory: creates it on the first start and stops a server that
 * still runs on it. The caller holds the directory's lock.
 * @returns its real path, which `runAs` can enter, and the password of its accounts.
 */
export async function openCluster(
  options: ClusterOptions,
  binaries: Binaries,
  initdbFlags: readonly string[],
): Promise<{ cluster: string; password: string }> {
  const cluster = await locateCluster(options);
  const passwordFile = passwordFileOf(options.dataDir);
  if (!existsSync(join(cluster, "PG_VERSION"))) {
    // Only the owner of the data directory may read it; PostgreSQL itself keeps a SCRAM hash.
    await writeFile(passwordFile, randomBytes(24).toString("base64url"), { mode: 0o600 });
    await chmod(passwordFile, 0o600);
    await createCluster(cluster, passwordFile, options.runAs, binaries, initdbFlags);
  }
  const version = (await readFile(join(cluster, "PG_VERSION"), "utf8")).trim();
  if (!binaries.version.startsWith(`${version}.`)) {
    throw new PostgresError(
      `The data in ${cluster} is of PostgreSQL ${version}, and this Rokad has PostgreSQL ${binaries.version}. Dump it with the old version and restore it with this one.`,
    );
  }
  return { cluster, password: await readPassword(options.dataDir) };
}

/** The password of the cluster's accounts. */
export async function readPassword(dataDir: string): Promise<string> {
  const path = passwordFileOf(dataDir);
  const password = await readFile(path, "utf8").catch(() => "");
  if (password !== "") return password;
  throw new PostgresError(
    `${path} is missing or empty, and the database can't be opened without it. Restore it from a backup.`,
  );
}

function passwordFileOf(dataDir: string): string {
  return join(dataDir, "postgres-password");
}

async function locateCluster({ dataDir, runAs, log, locks }: ClusterOptions): Promise<string> {
  const path = join(dataDir, "postgres");
  const existing = await lstat(path).catch(() => null);
  if (existing === null) await mkdir(path, { mode: 0o700 });
  if (existing?.isSymbolicLink() && !existsSync(path)) {
    throw new PostgresError(
      `${path} points to a folder under ${SYSTEM_DIRECTORY} that does not exist. Restore the folder, or remove ${path} to start with an empty database.`,
    );
  }
  const cluster = await realpath(path);
  // A copy of the data directory has the same link. Its start must not stop the original's server.
  if (existing?.isSymbolicLink()) locks.defer(await lockFolder(cluster));
  await stopLeftover(cluster, log);
  await changeOwner(runAs, cluster);
  const reachable = await run("/bin/sh", ["-c", 'cd "$1"', "sh", cluster], runAs);
  if (reachable.ok || runAs.uid === undefined) return cluster;

  // PostgreSQL's account can't enter root's directories, and Rokad does not change their permissions.
  const elsewhere = join(SYSTEM_DIRECTORY, `data-${randomBytes(6).toString("hex")}`);
  log(
    `The account "${runAs.name}" can't enter ${path}, so the database is stored in ${elsewhere}.`,
  );
  await mkdir(SYSTEM_DIRECTORY, { recursive: true, mode: 0o755 });
  await chmod(SYSTEM_DIRECTORY, 0o755);
  locks.defer(await lockFolder(elsewhere));
  const moved = await run("/bin/mv", [cluster, elsewhere], {});
  if (!moved.ok)
    throw new PostgresError(`The database can't be moved to ${elsewhere}: ${moved.output}`);
  // The path may be a link to a folder whose permissions changed; the new link replaces it.
  await rm(path, { force: true });
  await symlink(elsewhere, path);
  return elsewhere;
}

async function changeOwner(runAs: RunAs, path: string): Promise<void> {
  const { uid } = await stat(path);
  if (uid === (runAs.uid ?? process.getuid?.())) return;
  if (runAs.uid === undefined) {
    throw new PostgresError(
      `${path} belongs to another account. Start Rokad as that account (or as root), or choose another DATA_DIR.`,
    );
  }
  const result = await run("/bin/chown", ["-R", `${runAs.uid}:${runAs.gid}`, path], {});
  if (!result.ok) throw new PostgresError(result.output);
}

async function createCluster(
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
  // Created under another name and renamed, so that an interrupted start leaves no incomplete cluster.
  const unfinished = `${cluster}.new`;
  const passwordCopy = `${cluster}.password`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await changeOwner(runAs, unfinished);
  try {
    await writeFile(passwordCopy, await readFile(passwordFile), { mode: 0o600 });
    await changeOwner(runAs, passwordCopy);
    const result = await run(
      join(binaries.directory, "bin", "initdb"),
      [
        `--pgdata=${unfinished}`,
        "--username=postgres",
        `--pwfile=${passwordCopy}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        // Sorts by code point on every machine, and still matches "É" with "é".
        "--locale=C",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--no-instructions",
        ...initdbFlags,
      ],
      runAs,
    );
    if (!result.ok)
      throw new PostgresError(
        `The database can't be created in ${cluster}: ${result.output.trim()}`,
      );
    await rename(unfinished, cluster);
  } finally {
    await rm(passwordCopy, { force: true });
    await rm(unfinished, { recursive: true, force: true });
  }
}
