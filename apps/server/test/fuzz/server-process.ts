import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { testEncryptionKey } from "../encryption-key.ts";
import type { Vitals } from "./watched-server.ts";

/** Nobody listens there: no real provider or gateway is ever called. */
const nowhere = "http://127.0.0.1:9";

/** What the server is told, and the process that prepares its people as well. */
export const serverSettings = {
  NODE_ENV: "development",
  APP_SECRET: "fuzz-fuzz-fuzz-fuzz-fuzz-fuzz-fuzz-",
  ENCRYPTION_KEY: testEncryptionKey,
  DEMO_ACCOUNTS: "0",
  // So that the fuzzer can come from many addresses, and from what is none.
  TRUST_PROXY: "1",
  HOST: "127.0.0.1",
  LOG_LEVEL: "info",
  SANDBOX_SETTLE_MS: "50",
  RAZORPAYX_BASE_URL: nowhere,
  CASHFREE_BASE_URL: nowhere,
  MSG91_BASE_URL: nowhere,
  TWILIO_BASE_URL: nowhere,
};

export type FuzzedServer = Awaited<ReturnType<typeof startServer>>;

/** Starts the whole server as a process of its own, on a database that is ready. */
export async function startServer(databaseUrl: string) {
  const child = fork(join(import.meta.dirname, "watched-server.ts"), {
    env: {
      ...serverSettings,
      PATH: process.env["PATH"],
      DATABASE_URL: databaseUrl,
      PORT: process.env["PORT"] ?? "0",
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const lines: string[] = [];
  const gone = once(child, "exit");
  const port = await new Promise<number>((resolve, reject) => {
    const take = (line: string) => {
      lines.push(line);
      const found = /Rokad is at http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1];
      if (found) resolve(Number(found));
    };
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface(stream).on("line", take);
    }
    child.once("exit", () => reject(new Error(`The server ended: ${lines.join("\n")}`)));
  });

  return {
    port,
    /** What it printed and logged so far. */
    lines: lines as readonly string[],
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async vitals(): Promise<Vitals> {
      const answer = once(child, "message");
      child.send("how");
      const [vitals] = (await answer) as [Vitals];
      return vitals;
    },
    async stop(): Promise<void> {
      if (child.exitCode === null) child.kill("SIGTERM");
      await gone;
    },
  };
}
