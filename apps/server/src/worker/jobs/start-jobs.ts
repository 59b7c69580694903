import { startQueueLoop } from "../queue-loop.ts";
import type { JobHandlers } from "./job.ts";
import { runJob } from "./run-job.ts";

/** Leaves most of the processor and of the connections to payouts and the console. */
const concurrentJobsMax = 2;
const pollMs = 1_000;
const leaseSeconds = 60;

/**
 * Runs background jobs until stopped, two at a time.
 * @returns stops the jobs: aborts what is running, returns it to the queue for the next process,
 *   and resolves when all have stopped.
 */
export function startJobs(handlers: JobHandlers): () => Promise<void> {
  const stopping = new AbortController();
  const options = { handlers, leaseSeconds, stop: stopping.signal };
  const loops = Array.from({ length: concurrentJobsMax }, () =>
    startQueueLoop({
      name: "jobs",
      pollMs,
      neverIdle: true,
      work: async () => !stopping.signal.aborted && runJob(options),
    }),
  );
  return async () => {
    stopping.abort();
    await Promise.all(loops.map((loop) => loop.stop()));
  };
}
