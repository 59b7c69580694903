import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { testEncryptionKey } from "../encryption-key.ts";
import type { ProcessStats } from "./monitored-server.ts";

/** No process listens on this port, so no real provider or gateway is called. */
const unusedUrl = "http://127.0.0.1:9";

/** Settings of the server, and of this process while it creates the people. */
export const serverSettings = {
  NODE_ENV: "development",
  APP_SECRET: "fuzz-fuzz-fuzz-fuzz-fuzz-fuzz-fuzz-",
  ENCRYPTION_KEY: testEncryptionKey,
  DEMO_ACCOUNTS: "0",
  // Lets a request come from any address, valid or not.
  TRUST_PROXY: "1",
  HOST: "127.0.0.1",
  LOG_LEVEL: "info",
  SANDBOX_SETTLE_MS: "50",
  RAZORPAYX_BASE_URL: unusedUrl,
  CASHFREE_BASE_URL: unusedUrl,
  MSG91_BASE_URL: unusedUrl,
  TWILIO_BASE_URL: unusedUrl,
  // Webhook endpoints of the fuzzer are on this machine, where nothing listens.
  WEBHOOK_ALLOWED_NETWORKS: "127.0.0.1",
};

export type FuzzedServer = Awaited<ReturnType<typeof startServer>>;

/** Starts the server in its own process, on a migrated database. */
export async function startServer(databaseUrl: string) {
  const child = fork(join(import.meta.dirname, "monitored-server.ts"), {
    env: {
      ...serverSettings,
      PATH: process.env["PATH"],
      DATABASE_URL: databaseUrl,
      PORT: process.env["PORT"] ?? "0",
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const lines: string[] = [];
  const exited = once(child, "exit");
  const port = await new Promise<number>((resolve, reject) => {
    const onLine = (line: string) => {
      lines.push(line);
      const portText = /Rokad is at http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1];
      if (portText) resolve(Number(portText));
    };
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface(stream).on("line", onLine);
    }
    child.once("exit", () => reject(new Error(`The server ended: ${lines.join("\n")}`)));
  });

  return {
    port,
    /** The lines that it has printed and logged so far. */
    lines: lines as readonly string[],
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async stats(): Promise<ProcessStats> {
      const answer = once(child, "message");
      child.send("stats");
      const [stats] = (await answer) as [ProcessStats];
      return stats;
    },
    async stop(): Promise<void> {
      if (child.exitCode === null) child.kill("SIGTERM");
      await exited;
    },
  };
}
