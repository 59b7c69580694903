import { log } from "./log.ts";

/** Something that a process does again and again, whatever else it does. */
export interface Duty {
  readonly everyMs: number;
  readonly work: () => Promise<unknown>;
  /** Once more when the process stops. */
  readonly atEnd?: () => Promise<unknown>;
}

/**
 * Does each duty at once and then at its own pace; none waits for another. What fails is logged
 * and done again at its next time.
 * @returns what ends them: the work under way is finished, then each `atEnd` done.
 */
export function startDuties(duties: readonly Duty[]): () => Promise<void> {
  const stopping = new AbortController();
  const running = duties.map((duty) => repeat(duty, stopping.signal));
  return async () => {
    stopping.abort();
    await Promise.all(running);
  };
}

async function repeat({ everyMs, work, atEnd }: Duty, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await attempt(work);
    await pause(everyMs, signal);
  }
  if (atEnd) await attempt(atEnd);
}

async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    // The nearest cause is a database that went away for a moment.
    log().error({ err: error }, "A duty of this process failed");
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}
