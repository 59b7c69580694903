import { fork, type ChildProcess } from "node:child_process";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { testLogFile } from "../apps/server/test/test-log.ts";

const settleMs = 400;

/** The server's program, for its other doors too. */
export const program = join(import.meta.dirname, "../apps/server/src/main.ts");

export function environment(database: string, port = 0) {
  return {
    ...process.env,
    NODE_ENV: "development",
    DATABASE_URL: database,
    APP_SECRET: "journey-journey-journey-journey-journey",
    ENCRYPTION_KEY: "e2e0".repeat(16),
    HOST: "127.0.0.1",
    PORT: String(port),
    LOG_LEVEL: "debug",
    ACCESS_LOG: "1",
    SANDBOX_SETTLE_MS: String(settleMs),
    WORKER_POLL_MS: "250",
  };
}

/** A server of its own on this database; what it prints is kept for `scripts/logged.test.ts`. */
export async function startServer(
  url: string,
  onPort?: number,
): Promise<{ server: ChildProcess; origin: string; port: number }> {
  const server = fork(program, {
    env: environment(url, onPort),
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const port = await new Promise<number>((resolve, reject) => {
    let said = "";
    const kept = createWriteStream(testLogFile());
    server.stdout?.pipe(kept);
    server.stderr?.pipe(kept, { end: false });
    server.once("exit", () => reject(new Error(`The server did not start:\n${said}`)));
    server.stderr?.on("data", (text) => (said += String(text)));
    server.stdout?.on("data", (text) => {
      said += String(text);
      const found = /Rokad is at http:\/\/\S+:(\d+)/.exec(said)?.[1];
      if (found) resolve(Number(found));
    });
  });
  return { server, origin: `http://127.0.0.1:${port}`, port };
}
