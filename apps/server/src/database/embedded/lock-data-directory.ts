import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PostgresError } from "./postgres-error.ts";

const ATTEMPTS = 20;
const RETRY_MILLISECONDS = 50;

/**
 * Locks a data directory for this process, so that two processes never create or run its cluster.
 * @returns releases the lock.
 * @throws {PostgresError} if a running process holds it.
 */
export function lockDataDirectory(dataDir: string): Promise<() => void> {
  return lockFolder(join(dataDir, "postgres"), dataDir);
}

/**
 * Locks a folder by a file beside it. The folder need not exist yet, and a lock whose owner has ended
 * is replaced.
 * @param shownAs names it in the error.
 */
export async function lockFolder(folder: string, shownAs = folder): Promise<() => void> {
  const path = lockFile(folder);
  const thisProcess = describeProcess(process.pid);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (createLock(path, thisProcess)) return () => rmSync(path, { force: true });
    const lock = readLock(path);
    const owner = ownerOf(lock);
    if (owner !== null) {
      throw new PostgresError(
        `Another Rokad (process ${owner}) is running on ${shownAs}. Stop it first, or give this one its own DATA_DIR and PORT.`,
      );
    }
    // Another process is just writing an empty lock.
    if (lock === null || lock === "") await sleep(RETRY_MILLISECONDS);
    else removeStale(path, lock);
  }
  throw new PostgresError(`${path} can't be locked. Remove it if no other Rokad is running.`);
}

/** Whether a running process, this one included, holds the lock of a data directory. */
export function isDataDirectoryLocked(dataDir: string): boolean {
  return isFolderLocked(join(dataDir, "postgres"));
}

export function isFolderLocked(folder: string): boolean {
  return ownerOf(readLock(lockFile(folder))) !== null;
}

function lockFile(folder: string): string {
  return `${folder}.lock`;
}

/** The running process that a lock names; null if there is none. */
function ownerOf(lock: string | null): number | null {
  const pid = Number.parseInt(lock ?? "", 10);
  return lock !== null && describeProcess(pid) === lock ? pid : null;
}

function createLock(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    if (code === "EACCES" || code === "EROFS") {
      throw new PostgresError(
        `This account may not write ${path}. Start Rokad as the account that owns it, or choose another DATA_DIR.`,
        {
          cause: error,
        },
      );
    }
    throw error;
  }
}

function readLock(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    // Removed meanwhile, or of another account: the next attempt to create it decides.
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "EACCES") return null;
    throw error;
  }
}

/**
 * Renames the file before removing it. Closes the race between two processes that find the same
 * stale lock: one of them gets it, and a new lock that was renamed by mistake is restored.
 */
function removeStale(path: string, stale: string): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (readLock(aside) === stale) rmSync(aside);
  else renameSync(aside, path);
}

/**
 * Identifies a process by its number and start time, because containers use the same few numbers
 * at every start.
 */
function describeProcess(pid: number): string {
  return `${pid} ${startOf(pid) ?? "ended"}`;
}

function startOf(pid: number): string | null {
  if (!Number.isInteger(pid) || pid <= 0) return null;
  if (!existsSync("/proc/self/stat")) return isAlive(pid) ? "alive" : null;
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name may contain spaces, so fields are counted after it: state is the 3rd, start the 22nd.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // A zombie has ended. Where process 1 does not reap it, as in many containers, it stays listed.
    if (fields[0] === "Z" || fields[0] === "X") return null;
    const start = fields[19];
    return `${boot} ${start}`;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
