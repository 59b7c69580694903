import { fork, type ChildProcess } from "node:child_process";
import { join } from "node:path";

/** Starts a worker that numbers events and delivers webhooks in its own process. */
export function startWebhookWorker(url: string): ChildProcess {
  return fork(join(import.meta.dirname, "./webhook-worker.ts"), [url], { stdio: "inherit" });
}
