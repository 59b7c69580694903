import type { ChildProcess } from "node:child_process";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Cluster } from "./cluster.ts";
import { ports } from "./configure.ts";
import { isRunning, start, stop } from "./processes.ts";
import { waitFor } from "./wait-for.ts";

const main = join(import.meta.dirname, "../../apps/server/src/main.ts");
export const secret = "wX4kP9rT2vM7zC5nJ8qL3bG6yH1dF0sE";
export const encryptionKey = "41d7e9b02c8f5a3661e0b4d97f28c5a10e93d6b7482fa5c1d07be3968a1f4c52";
export const leaseSeconds = 5;

interface Rokad {
  /** The number of processes that have exited. None may need a restart. */
  readonly exitedCount: () => number;
  readonly stop: () => Promise<void>;
}

/** Starts two API and two worker processes that use the pooler. */
export async function startRokad(cluster: Cluster, scratch: string): Promise<Rokad> {
  const env = environment(cluster, scratch);
  const run = (name: string, extra: Record<string, string>) =>
    start({
      program: process.execPath,
      args: [main],
      logFile: join(scratch, `${name}.log`),
      env: { ...env, ...extra },
    });
  const children: ChildProcess[] = [
    ...ports.api.map((port) => run(`api-${port}`, { ROLE: "api", PORT: String(port) })),
    ...[1, 2].map((number) => run(`worker-${number}`, { ROLE: "worker" })),
  ];
  await waitFor(90, "Rokad is ready", async () => {
    const responses = await Promise.all(
      ports.api.map((port) => fetch(`http://127.0.0.1:${port}/readyz`)),
    );
    return responses.every(({ ok }) => ok);
  });
  return {
    exitedCount: () => children.filter((child) => !isRunning(child)).length,
    stop: async () => {
      await Promise.all(children.map(stop));
    },
  };
}

/** Runs `npm run admin -- verify`, also through the pooler. */
export async function verifyByCommand(cluster: Cluster, scratch: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [main, "admin", "verify"], {
    env: { PATH: process.env["PATH"], ...environment(cluster, scratch) },
  });
  return stdout.trim();
}

function environment(cluster: Cluster, scratch: string): Record<string, string> {
  return {
    NODE_ENV: "production",
    ALLOW_SANDBOX: "1",
    DATABASE_URL: cluster.urls.pooled,
    DATABASE_SESSION_URL: cluster.urls.session,
    DATABASE_REPLICA_URL: cluster.urls.replica,
    DATABASE_CONNECTIONS: "16",
    DATA_DIR: join(scratch, "rokad"),
    APP_SECRET: secret,
    ENCRYPTION_KEY: encryptionKey,
    HOST: "127.0.0.1",
    LOG_LEVEL: "warn",
    SANDBOX_SETTLE_MS: "100",
    WORKER_POLL_MS: "50",
    PROVIDER_TIMEOUT_MS: "1000",
    LEASE_SECONDS: String(leaseSeconds),
  };
}
