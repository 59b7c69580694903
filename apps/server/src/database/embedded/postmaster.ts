import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PostgresError } from "./postgres-error.ts";

const FAST_SHUTDOWN_SECONDS = 60;
const IMMEDIATE_SHUTDOWN_SECONDS = 10;

/**
 * Stops a PostgreSQL that still runs after the Rokad that started it has ended. The caller holds
 * the data directory's lock, so a running server of this cluster must be a leftover.
 */
export async function stopLeftover(cluster: string, log: (line: string) => void): Promise<void> {
  const pid = Number.parseInt(postmasterFile(cluster)[0] ?? "", 10);
  if (isPostmasterOf(pid, cluster)) {
    log(`Stopping PostgreSQL (process ${pid}), which an earlier Rokad left running.`);
    await stopPostmaster(pid, cluster);
  }
  // PostgreSQL does not start if an unrelated process has the number in a stale file.
  rmSync(join(cluster, "postmaster.pid"), { force: true });
}

/** Whether the server runs that a cluster's files name, also where they were copied to. */
export function namesRunningServer(cluster: string): boolean {
  const [pid = "", folder = ""] = postmasterFile(cluster);
  return isPostmasterOf(Number.parseInt(pid, 10), folder);
}

/** Fast shutdown, which ends sessions and writes everything; immediate shutdown if it takes too long. */
export async function stopPostmaster(pid: number, cluster: string): Promise<void> {
  for (const [signal, seconds] of [
    ["SIGINT", FAST_SHUTDOWN_SECONDS],
    ["SIGQUIT", IMMEDIATE_SHUTDOWN_SECONDS],
  ] as const) {
    if (!isPostmasterOf(pid, cluster)) return;
    process.kill(pid, signal);
    const deadline = Date.now() + seconds * 1000;
    while (Date.now() < deadline) {
      if (!isPostmasterOf(pid, cluster)) return;
      await sleep(20);
    }
  }
  throw new PostgresError(`PostgreSQL (process ${pid}) on ${cluster} doesn't stop.`);
}

/** The port of the cluster's server; null if none is ready. */
export function readyPort(cluster: string): number | null {
  const lines = postmasterFile(cluster);
  const pid = Number.parseInt(lines[0] ?? "", 10);
  return isPostmasterOf(pid, cluster) && isReady(pid, cluster) ? Number(lines[3]) : null;
}

/** PostgreSQL writes "ready" on the eighth line of postmaster.pid once it accepts connections. */
export function isReady(pid: number, cluster: string): boolean {
  const lines = postmasterFile(cluster);
  return Number(lines[0]) === pid && lines[7]?.trim() === "ready";
}

/** Whether a process is the PostgreSQL server of this cluster, not another one with its number. */
export function isPostmasterOf(pid: number, cluster: string): boolean {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  // Not /proc/<pid>/cwd, which root in a container may not read for another account.
  const command = commandOf(pid);
  return /^\S*postgres(\s|$)/.test(command) && command.includes(`-D ${cluster} `);
}

function commandOf(pid: number): string {
  try {
    if (existsSync("/proc/self/cmdline")) {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    }
    return execFileSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8" });
  } catch {
    return "";
  }
}

function postmasterFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return [];
  }
}
