import { jobHandlers } from "../src/job-handlers.ts";
import { runJob } from "../src/worker/jobs/run-job.ts";

/** Runs background jobs until none is due. */
export async function runDueJobs(): Promise<void> {
  const stop = new AbortController().signal;
  while (await runJob({ handlers: jobHandlers, leaseSeconds: 60, stop }));
}
