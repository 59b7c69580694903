import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { join } from "node:path";
import { testEncryptionKey } from "./encryption-key.ts";
import { openLoadBalancer } from "./load-balancer.ts";

/** The `APP_SECRET` of every server of a fleet. */
export const fleetSecret = "a fleet's own secret, of its tests only";

const thisCheckout = join(import.meta.dirname, "../../..");
const outputCharsMax = 10_000;

export interface Server {
  readonly role: "api" | "worker";
  readonly pid: number;
  /** 0 for a worker, which has no HTTP port. */
  readonly port: number;
  readonly process: ChildProcess;
}

export type Fleet = Awaited<ReturnType<typeof openFleet>>;

interface FleetOptions {
  readonly databaseUrl: string;
  /** Receives the stderr of all servers. */
  readonly logFile: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The root of the checkout whose servers start; this one by default. */
  readonly checkout?: string;
}

/** Real server processes on one database, with a load balancer before the API servers. */
export async function openFleet({ databaseUrl, logFile, env = {}, ...options }: FleetOptions) {
  let checkout = options.checkout ?? thisCheckout;
  const output = openSync(logFile, "a");
  const balancer = await openLoadBalancer();
  const running = new Set<Server>();

  /** Starts a server; the load balancer uses it once it is ready. */
  async function start(role: Server["role"], change: Readonly<Record<string, string>> = {}) {
    const child = spawn(process.execPath, [join(checkout, "apps/server/src/main.ts")], {
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
      balancer.remove(port);
    });
    if (role === "api") await balancer.add(port);
    return server;
  }

  /** Stops a server with a signal. @returns its exit code. */
  async function stop(server: Server, signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    const exit = once(server.process, "exit");
    server.process.kill(signal);
    const [code] = (await exit) as [number | null];
    return code;
  }

  return {
    port: balancer.port,
    start,
    stop,
    servers: (role: Server["role"]) => [...running].filter((each) => each.role === role),
    /** Servers that start from now on are those of this checkout. */
    useThisCheckout(): void {
      checkout = thisCheckout;
    },
    /** Restarts the servers one after the other. @returns the exit codes of the old ones. */
    async restartEach(): Promise<(number | null)[]> {
      const codes: (number | null)[] = [];
      const oldServers = [...running];
      for (const old of oldServers) {
        await start(old.role);
        codes.push(await stop(old));
      }
      return codes;
    },
    async close(): Promise<void> {
      await Promise.all([...running].map((server) => stop(server, "SIGKILL")));
      await balancer.close();
    },
  };
}

/** Waits for the startup line and returns the port, 0 for a worker. */
function portOf(child: ChildProcess): Promise<number> {
  let output = "";
  return new Promise((resolve, reject) => {
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      // Later output is dropped but still read, because a full pipe would block the server.
      if (output.length < outputCharsMax) output += text;
      const port = /^Rokad is at http:\/\/\S*:(\d+)$/m.exec(output)?.[1];
      if (port !== undefined || output.includes("Rokad's worker is running"))
        resolve(Number(port ?? 0));
    });
    child.once("exit", () => reject(new Error(`The server ended before it was up:\n${output}`)));
  });
}
