import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { RunAs } from "../../apps/server/src/database/embedded/choose-account.ts";

const stopSecondsMax = 30;

interface Start {
  readonly program: string;
  readonly args: readonly string[];
  readonly logFile: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The account; the current one by default. */
  readonly runAs?: RunAs;
}

/** The processes that this program started, so that it stops no others. */
const started = new Set<ChildProcess>();

/** Starts a program that writes its output to a file. */
export function start({ program, args, logFile, env, runAs }: Start): ChildProcess {
  const log = openSync(logFile, "a", 0o600);
  const child = spawn(program, args, {
    cwd: "/",
    env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C.UTF-8", TZ: "UTC", ...env },
    stdio: ["ignore", log, log],
    ...(runAs?.uid !== undefined && runAs.gid !== undefined
      ? { uid: runAs.uid, gid: runAs.gid }
      : {}),
  });
  closeSync(log);
  child.once("error", () => started.delete(child));
  child.once("exit", () => started.delete(child));
  started.add(child);
  return child;
}

export function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null && child.pid !== undefined;
}

/** Stops a process gracefully; kills it after half a minute. */
export async function stop(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const timeout = AbortSignal.timeout(stopSecondsMax * 1_000);
  await Promise.race([exited, once(timeout, "abort").catch(() => undefined)]);
  if (isRunning(child)) child.kill("SIGKILL");
  await exited;
}

/** Kills all started processes that still run. */
export function killStarted(): void {
  for (const child of started) child.kill("SIGKILL");
}

/** The PostgreSQL server of a data directory and its child processes, which have own groups. */
export function postgresProcesses(dataDir: string): number[] {
  const file = `${dataDir}/postmaster.pid`;
  if (!existsSync(file)) return [];
  const postmaster = Number.parseInt(readFileSync(file, "utf8"), 10);
  if (!commandOf(postmaster).includes(dataDir)) return [];
  return [postmaster, ...childrenOf(postmaster)];
}

/** The processes whose title contains a text, such as "walsender". */
export function withTitle(pids: readonly number[], text: string): number[] {
  return pids.filter((pid) => commandOf(pid).includes(text));
}

export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      // ESRCH: the process has exited meanwhile.
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
  }
}

export async function waitForExit(pids: readonly number[]): Promise<void> {
  while (pids.some((pid) => existsSync(`/proc/${pid}`) && commandOf(pid) !== "")) await pause(20);
}

function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number | undefined {
  const stat = read(`/proc/${pid}/stat`);
  // The name is in brackets and may contain any character.
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}

function commandOf(pid: number): string {
  return read(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim();
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
