import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { testEncryptionKey } from "./encryption-key.ts";
import { freePort } from "./free-port.ts";
import { testLogFile } from "./test-log.ts";

interface KillableServer {
  /** Without a slash at its end. */
  readonly origin: string;
  /** Starts it, and waits until it is ready. */
  start(): Promise<void>;
  /** Ends it with SIGKILL, if it runs. */
  kill(): Promise<void>;
  /** Asks it to stop, and waits until it has ended. */
  stop(): Promise<void>;
}

/**
 * The whole program in a process of its own, on one port that was free: API, workers and the sandbox
 * bank. Its output goes to the log, because warnings after a crash are expected.
 */
export async function killableServer(options: {
  readonly url: string;
  readonly secret: string;
  readonly leaseSeconds: number;
}): Promise<KillableServer> {
  const port = await freePort();
  const output = openSync(testLogFile(), "a");
  let running: ChildProcess | undefined;
  const origin = `http://127.0.0.1:${port}`;

  return {
    origin,
    async start() {
      const server = fork(join(import.meta.dirname, "../src/main.ts"), {
        env: {
          ...process.env,
          NODE_ENV: "development",
          DATABASE_URL: options.url,
          APP_SECRET: options.secret,
          ENCRYPTION_KEY: testEncryptionKey,
          DEMO_ACCOUNTS: "0",
          HOST: "127.0.0.1",
          PORT: String(port),
          LOG_LEVEL: "debug",
          SANDBOX_SETTLE_MS: "120",
          WORKER_POLL_MS: "20",
          LEASE_SECONDS: String(options.leaseSeconds),
          PROVIDER_TIMEOUT_MS: "100",
        },
        stdio: ["ignore", output, output, "ipc"],
      });
      running = server;
      // However long it takes; one that has ended never comes up.
      for (;;) {
        const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
        if (answer?.ok) return;
        if (server.exitCode !== null || server.signalCode !== null)
          throw new Error("The server ended while it started");
        await wait(25);
      }
    },
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
  };

  async function end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    const server = running;
    running = undefined;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const exit = once(server, "exit");
    server.kill(signal);
    await exit;
  }
}
