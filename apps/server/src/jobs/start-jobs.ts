import { log } from "../log.ts";
import type { WorkOfJobs } from "./job.ts";
import { runJob } from "./run-job.ts";

/** Few, so that payouts and the console keep most of the processor and of the connections. */
const atOnceMax = 2;
const pollMs = 1_000;
const claimSeconds = 60;

/**
 * Works on background jobs until stopped, a few at once.
 * @returns a function that breaks off what is running, puts it back for the next process, and
 * then stops.
 */
export function startJobs(work: WorkOfJobs): () => Promise<void> {
  const stopping = new AbortController();
  const options = { work, claimSeconds, stop: stopping.signal };
  const running = Array.from({ length: atOnceMax }, keepRunning);

  return async () => {
    stopping.abort();
    await Promise.all(running);
  };

  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      // The nearest cause of a failed round is a database that went away: wait and go on.
      const worked = await runJob(options).catch((error: unknown) => {
        log().error({ err: error }, "A job could not be claimed or recorded");
        return false;
      });
      if (!worked) await pause(stopping.signal);
    }
  }
}

function pause(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stop.aborted) return resolve();
    const timer = setTimeout(done, pollMs);
    stop.addEventListener("abort", done, { once: true });
    function done() {
      clearTimeout(timer);
      stop.removeEventListener("abort", done);
      resolve();
    }
  });
}
