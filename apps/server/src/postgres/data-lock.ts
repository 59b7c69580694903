import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PostgresError } from "./postgres-error.ts";

const ATTEMPTS = 20;
const RETRY_MILLISECONDS = 50;

/**
 * Takes a data directory for this process, so that two Rokads never run one
 * cluster. A lock whose owner is no longer alive is taken over.
 * @returns the function that gives the lock back
 * @throws a sentence for the person when a live process holds it
 */
export async function lockDataDirectory(dataDir: string): Promise<() => void> {
  const path = lockFile(dataDir);
  const mine = describeProcess(process.pid);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (createLock(path, mine)) return () => rmSync(path, { force: true });
    const held = readLock(path);
    const owner = ownerOf(held);
    if (owner !== null) {
      throw new PostgresError(
        `Another Rokad (process ${owner}) is running on ${dataDir}. Stop it first, or give this one its own DATA_DIR and PORT.`,
      );
    }
    // An empty lock is one that is being written just now, so it gets a moment.
    if (held === null || held === "") await sleep(RETRY_MILLISECONDS);
    else removeStale(path, held);
  }
  throw new PostgresError(`${path} can't be taken. Remove it if no other Rokad is running.`);
}

/** Whether a live process, this one included, holds a data directory. */
export function isDataDirectoryLocked(dataDir: string): boolean {
  return ownerOf(readLock(lockFile(dataDir))) !== null;
}

function lockFile(dataDir: string): string {
  return join(dataDir, "postgres.lock");
}

/** The live process that a lock names; null when there is none. */
function ownerOf(held: string | null): number | null {
  const pid = Number.parseInt(held ?? "", 10);
  return held !== null && describeProcess(pid) === held ? pid : null;
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
    // Gone since, or another account's: the next try to make it says which.
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "EACCES") return null;
    throw error;
  }
}

/** Moves the file away before removing it: of two processes that found it stale one gets it, and a fresh lock moved by mistake is put back. */
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
 * Names a process by number and start. In a container the same few numbers
 * come back at every start, so the number alone would name the wrong process.
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
    // The fields are counted behind the name, which may itself hold spaces: state is the 3rd, start time the 22nd.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // A zombie has ended; where nobody collects it (process 1 of many containers) it stays listed for good.
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
