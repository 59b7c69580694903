import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../apps/server/test/free-port.ts";

const main = join(import.meta.dirname, "../apps/server/src/main.ts");
const shiftedClock = join(import.meta.dirname, "shifted-clock.ts");
/** Enough for a busy machine. */
const startSeconds = 300;
/** Longer than `SHUTDOWN_SECONDS` in `world.ts`, so a server that exceeds it hangs. */
const stopSeconds = 150;

interface ServerOptions {
  readonly env: Readonly<Record<string, string>>;
  /** The folder for the output of each process. */
  readonly logs: string;
  readonly aheadMs: () => number;
  /** By default two API and two worker processes. */
  readonly counts?: Readonly<Record<Server["role"], number>>;
}

interface Server {
  readonly name: string;
  readonly role: "api" | "worker";
  readonly port: number;
  readonly log: string;
  /** The offset in the log where the current process starts. */
  logStart: number;
  child: ChildProcess | undefined;
  /** How far the server's clock is ahead of the others. */
  skewMs: number;
  /** The last start or stop, so that the next one waits for it. */
  lastChange: Promise<void>;
}

/** Starts API and worker processes on one database. */
export async function startServers({
  env,
  logs,
  aheadMs,
  counts = { api: 2, worker: 2 },
}: ServerOptions) {
  const anomalies: string[] = [];
  const servers: Server[] = [];
  const away = new Set<Server>();
  for (const role of ["api", "worker"] as const) {
    for (let number = 1; number <= counts[role]; number += 1) {
      const port = await freePort();
      const name = `${role} ${number}`;
      const log = join(logs, `${role}-${number}.log`);
      servers.push({
        name,
        role,
        port,
        log,
        logStart: 0,
        child: undefined,
        skewMs: 0,
        lastChange: Promise.resolve(),
      });
    }
  }

  function spawn(server: Server): ChildProcess {
    const log = openSync(server.log, "a");
    server.logStart = statSync(server.log).size;
    const child = fork(main, {
      execArgv: ["--import", shiftedClock],
      env: {
        ...env,
        PATH: process.env["PATH"] ?? "",
        ROLE: server.role,
        PORT: String(server.port),
        CLOCK_AHEAD_MS: String(aheadMs() + server.skewMs),
      },
      stdio: ["ignore", log, log, "ipc"],
    });
    closeSync(log);
    child.on("error", () => undefined);
    server.child = child;
    return child;
  }

  /** Waits until the server is ready. Starts it again if it exits, since the database may be down. */
  async function start(server: Server): Promise<void> {
    const endsAt = Date.now() + startSeconds * 1_000;
    let child = spawn(server);
    while (!(await isUp(server))) {
      if (Date.now() > endsAt) throw new Error(`${server.name} did not start`);
      if (child.exitCode !== null || child.signalCode !== null) child = spawn(server);
      await pause(100);
    }
    child.once("exit", (code, signal) => {
      if (server.child !== child) return;
      anomalies.push(`${server.name} exited without a request: ${signal ?? `code ${code}`}`);
      serially(server, () => start(server)).catch((error: unknown) =>
        anomalies.push(`${server.name} did not restart: ${String(error)}`),
      );
    });
  }

  async function stop(server: Server, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    const { child } = server;
    if (!child || child.exitCode !== null) return;
    server.child = undefined;
    const exited = once(child, "exit") as Promise<[number | null, string | null]>;
    child.kill(signal);
    const timer = setTimeout(() => {
      anomalies.push(`${server.name} did not stop within ${stopSeconds} seconds`);
      child.kill("SIGKILL");
    }, stopSeconds * 1_000);
    const [code] = await exited;
    clearTimeout(timer);
    if (signal === "SIGTERM" && code !== 0 && code !== null)
      anomalies.push(`${server.name} stopped with code ${code}`);
  }

  function serially(server: Server, work: () => Promise<void>): Promise<void> {
    const change = server.lastChange.then(work);
    server.lastChange = change.catch(() => undefined);
    return change;
  }

  const forEach = (work: (server: Server) => Promise<void>) =>
    Promise.all(servers.map((server) => serially(server, () => work(server)))).then(
      () => undefined,
    );
  /** Does nothing while a server of the same role is away, so that one of the two is always up. */
  const withServer = async (
    number: number,
    work: (server: Server) => Promise<void>,
  ): Promise<boolean> => {
    const server = servers[number % servers.length] as Server;
    if (servers.some((one) => one.role === server.role && away.has(one))) return false;
    away.add(server);
    await serially(server, () => work(server)).finally(() => away.delete(server));
    return true;
  };
  const stopAndStart = (number: number, signal: "SIGKILL" | "SIGTERM") =>
    withServer(number, async (server) => {
      await stop(server, signal);
      await start(server);
    });
  const sendClock = (): void => {
    for (const { child, skewMs } of servers)
      if (child?.connected) child.send({ aheadMs: aheadMs() + skewMs });
  };
  await forEach(start);

  return {
    ports: servers.filter(({ role }) => role === "api").map(({ port }) => port),
    /** Exits and failures without a request. */
    anomalies: anomalies as readonly string[],
    kill: (number: number) => stopAndStart(number, "SIGKILL"),
    restart: (number: number) => stopAndStart(number, "SIGTERM"),
    restartAll: () => forEach((server) => stop(server, "SIGTERM").then(() => start(server))),
    waitForRestarts: () => forEach(async () => undefined),
    sendClock,
    /** Stops a process for a while, as a paused machine does; then it continues where it was. */
    freeze: (number: number, ms: number) =>
      withServer(number, async ({ child }) => {
        child?.kill("SIGSTOP");
        await pause(ms);
        child?.kill("SIGCONT");
      }),
    /** Sets the clock of one server wrong for a while. */
    async skewClock(number: number, { seconds, ms }: { seconds: number; ms: number }) {
      const server = servers[number % servers.length] as Server;
      server.skewMs = seconds * 1_000;
      sendClock();
      await pause(ms);
      server.skewMs = 0;
      sendClock();
    },
    stop: () => forEach((server) => stop(server, "SIGTERM")),
    /** For the end of a failed run: no server outlives the simulation. */
    killAll(): void {
      for (const { child } of servers) child?.kill("SIGKILL");
    },
  };
}

async function isUp({ role, port, log, logStart }: Server): Promise<boolean> {
  if (role === "worker") return readFrom(log, logStart).includes("Rokad's worker is running");
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.ok === true;
}

/** Not all of the log, which an hour fills with a hundred megabytes. */
function readFrom(path: string, start: number): Buffer {
  const file = openSync(path, "r");
  const bytes = Buffer.alloc(Math.max(0, statSync(path).size - start));
  readSync(file, bytes, 0, bytes.length, start);
  closeSync(file);
  return bytes;
}
