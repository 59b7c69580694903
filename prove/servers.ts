import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "./free-port.ts";

const main = join(import.meta.dirname, "../apps/server/src/main.ts");
const movedClock = join(import.meta.dirname, "moved-clock.ts");
/** A machine that does much else takes its time. */
const startSeconds = 180;
/** Longer than `SHUTDOWN_SECONDS` in `world.ts`: one that takes more hangs. */
const stopSeconds = 150;

interface Setup {
  readonly env: Readonly<Record<string, string>>;
  /** Where each leaves what it prints and logs. */
  readonly logs: string;
  readonly aheadMs: () => number;
}

interface Server {
  readonly name: string;
  readonly role: "api" | "worker";
  readonly port: number;
  readonly log: string;
  /** Where in its log its present life begins. */
  born: number;
  child: ChildProcess | undefined;
  /** What we do to it, so that nobody else starts or ends it meanwhile. */
  busy: Promise<void>;
}

/** Two that answer and two that work, each a process of its own over one database. */
export async function startServers({ env, logs, aheadMs }: Setup) {
  const surprises: string[] = [];
  const servers: Server[] = [];
  const away = new Set<Server>();
  for (const role of ["api", "worker"] as const) {
    for (const number of [1, 2]) {
      const port = await freePort();
      const name = `${role} ${number}`;
      const log = join(logs, `${role}-${number}.log`);
      servers.push({ name, role, port, log, born: 0, child: undefined, busy: Promise.resolve() });
    }
  }

  function spawn(server: Server): ChildProcess {
    const log = openSync(server.log, "a");
    server.born = statSync(server.log).size;
    const child = fork(main, {
      execArgv: ["--import", movedClock],
      env: {
        ...env,
        PATH: process.env["PATH"] ?? "",
        ROLE: server.role,
        PORT: String(server.port),
        PROVE_AHEAD_MS: String(aheadMs()),
      },
      stdio: ["ignore", log, log, "ipc"],
    });
    closeSync(log);
    child.on("error", () => undefined);
    server.child = child;
    return child;
  }

  /** Until it is there; one that ends in its start (the database was away) is started again. */
  async function start(server: Server): Promise<void> {
    const end = Date.now() + startSeconds * 1_000;
    let child = spawn(server);
    while (!(await isUp(server))) {
      if (Date.now() > end) throw new Error(`${server.name} did not start`);
      if (child.exitCode !== null || child.signalCode !== null) child = spawn(server);
      await pause(100);
    }
    child.once("exit", (code, signal) => {
      if (server.child !== child) return;
      surprises.push(`${server.name} ended by itself: ${signal ?? `code ${code}`}`);
      inTurn(server, () => start(server)).catch((error: unknown) =>
        surprises.push(`${server.name} did not come back: ${String(error)}`),
      );
    });
  }

  async function stop(server: Server, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    const { child } = server;
    if (!child || child.exitCode !== null) return;
    server.child = undefined;
    const gone = once(child, "exit") as Promise<[number | null, string | null]>;
    child.kill(signal);
    const late = setTimeout(() => {
      surprises.push(`${server.name} did not stop within ${stopSeconds} seconds`);
      child.kill("SIGKILL");
    }, stopSeconds * 1_000);
    const [code] = await gone;
    clearTimeout(late);
    if (signal === "SIGTERM" && code !== 0 && code !== null)
      surprises.push(`${server.name} stopped with code ${code}`);
  }

  function inTurn(server: Server, work: () => Promise<void>): Promise<void> {
    const mine = server.busy.then(work);
    server.busy = mine.catch(() => undefined);
    return mine;
  }

  const all = (work: (server: Server) => Promise<void>) =>
    Promise.all(servers.map((server) => inTurn(server, () => work(server)))).then(() => undefined);
  /** Left alone while one of its kind is still on its way back: the other one is needed. */
  const again = async (number: number, signal: "SIGKILL" | "SIGTERM"): Promise<boolean> => {
    const server = servers[number % servers.length] as Server;
    if (servers.some((one) => one.role === server.role && away.has(one))) return false;
    away.add(server);
    await inTurn(server, async () => {
      await stop(server, signal);
      await start(server);
    }).finally(() => away.delete(server));
    return true;
  };
  await all(start);

  return {
    ports: servers.filter(({ role }) => role === "api").map(({ port }) => port),
    /** What a process did that nobody asked it to. */
    surprises: surprises as readonly string[],
    kill: (number: number) => again(number, "SIGKILL"),
    restart: (number: number) => again(number, "SIGTERM"),
    restartAll: () => all((server) => stop(server, "SIGTERM").then(() => start(server))),
    settled: () => all(async () => undefined),
    tellTime(): void {
      for (const { child } of servers) if (child?.connected) child.send({ aheadMs: aheadMs() });
    },
    stop: () => all((server) => stop(server, "SIGTERM")),
    /** Whatever has gone wrong: none of them outlives us. */
    abandon(): void {
      for (const { child } of servers) child?.kill("SIGKILL");
    },
  };
}

async function isUp({ role, port, log, born }: Server): Promise<boolean> {
  if (role === "worker")
    return readFileSync(log).subarray(born).includes("Rokad's worker is running");
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.ok === true;
}
