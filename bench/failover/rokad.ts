import type { ChildProcess } from "node:child_process";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Cluster } from "./cluster.ts";
import { ports } from "./configure.ts";
import { end, isRunning, start } from "./processes.ts";
import { within } from "./within.ts";

const main = join(import.meta.dirname, "../../apps/server/src/main.ts");
export const secret = "failover-failover-failover-failover-";
export const encryptionKey = "fa".repeat(32);
export const claimSeconds = 5;

interface Rokad {
  /** How many of the processes have ended by themselves; nothing here may need a restart. */
  readonly fallen: () => number;
  readonly stop: () => Promise<void>;
}

/** Two processes that answer and two that work, over the pooler. */
export async function startRokad(cluster: Cluster, scratch: string): Promise<Rokad> {
  const env = environment(cluster, scratch);
  const run = (name: string, more: Record<string, string>) =>
    start({
      program: process.execPath,
      args: [main],
      logFile: join(scratch, `${name}.log`),
      env: { ...env, ...more },
    });
  const children: ChildProcess[] = [
    ...ports.api.map((port) => run(`api-${port}`, { ROLE: "api", PORT: String(port) })),
    ...[1, 2].map((number) => run(`worker-${number}`, { ROLE: "worker" })),
  ];
  await within(90, "Rokad is ready", async () => {
    const answers = await Promise.all(
      ports.api.map((port) => fetch(`http://127.0.0.1:${port}/readyz`)),
    );
    return answers.every((answer) => answer.ok);
  });
  return {
    fallen: () => children.filter((child) => !isRunning(child)).length,
    stop: async () => {
      await Promise.all(children.map(end));
    },
  };
}

/** `npm run admin -- verify`, in a process of its own, over the pooler too. */
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
    CLAIM_SECONDS: String(claimSeconds),
  };
}
