import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { join } from "node:path";
import { testEncryptionKey } from "./encryption-key.ts";
import { roundRobin } from "./round-robin.ts";

/** What signs tokens on every server of a fleet. */
export const fleetSecret = "a fleet's own secret, of its tests only";

const outputCharsMax = 10_000;

export interface Server {
  readonly role: "api" | "worker";
  readonly pid: number;
  /** 0 for a worker, which nobody calls. */
  readonly port: number;
  readonly process: ChildProcess;
}

export type Fleet = Awaited<ReturnType<typeof openFleet>>;

interface FleetOptions {
  readonly databaseUrl: string;
  /** Where what the servers print is kept. */
  readonly logFile: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Real server processes on one database, with a load balancer before those that serve. */
export async function openFleet({ databaseUrl, logFile, env = {} }: FleetOptions) {
  const output = openSync(logFile, "a");
  const proxy = await roundRobin();
  const running = new Set<Server>();

  /** Starts one, and lets the load balancer send to it once it is ready. */
  async function start(role: Server["role"], change: Readonly<Record<string, string>> = {}) {
    const child = spawn(process.execPath, [join(import.meta.dirname, "../src/main.ts")], {
      env: {
        PATH: process.env["PATH"] ?? "",
        NODE_ENV: "development",
        DATABASE_URL: databaseUrl,
        DATABASE_CONNECTIONS: "8",
        APP_SECRET: fleetSecret,
        ENCRYPTION_KEY: testEncryptionKey,
        DEMO_ACCOUNTS: "0",
        HOST: "127.0.0.1",
        PORT: "0",
        ROLE: role,
        LOG_LEVEL: "info",
        SANDBOX_SETTLE_MS: "50",
        WORKER_POLL_MS: "20",
        SHUTDOWN_DRAIN_SECONDS: "1",
        SHUTDOWN_SECONDS: "20",
        ...env,
        ...change,
      },
      stdio: ["ignore", "pipe", output],
    });
    const port = await portOf(child);
    const server: Server = { role, pid: child.pid ?? 0, port, process: child };
    running.add(server);
    child.once("exit", () => {
      running.delete(server);
      proxy.remove(port);
    });
    if (role === "api") await proxy.add(port);
    return server;
  }

  /** Ends one as an operator does; its exit code. */
  async function stop(server: Server, signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    const gone = once(server.process, "exit");
    server.process.kill(signal);
    const [code] = (await gone) as [number | null];
    return code;
  }

  return {
    port: proxy.port,
    start,
    stop,
    servers: (role: Server["role"]) => [...running].filter((each) => each.role === role),
    /** Replaces every process by a new one, one after the other; the exit codes of the old. */
    async restartEach(): Promise<(number | null)[]> {
      const codes: (number | null)[] = [];
      // Those that run now, and not the new ones.
      const olds = [...running];
      for (const old of olds) {
        await start(old.role);
        codes.push(await stop(old));
      }
      return codes;
    },
    async close(): Promise<void> {
      await Promise.all([...running].map((server) => stop(server, "SIGKILL")));
      await proxy.close();
    },
  };
}

/** Waits until the server says where it is; a worker has no address. Its output is read on. */
function portOf(child: ChildProcess): Promise<number> {
  let said = "";
  return new Promise((resolve, reject) => {
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      // What comes once it is up is of no use, but a pipe that nobody reads would hold it up.
      if (said.length < outputCharsMax) said += text;
      const port = /^Rokad is at http:\/\/\S*:(\d+)$/m.exec(said)?.[1];
      if (port !== undefined || said.includes("Rokad's worker is running"))
        resolve(Number(port ?? 0));
    });
    child.once("exit", () => reject(new Error(`The server ended before it was up:\n${said}`)));
  });
}
