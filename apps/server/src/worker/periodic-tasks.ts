import { setTimeout as pause } from "node:timers/promises";
import { logFailure } from "../database/log-failure.ts";

/** Work that a process repeats at an interval. */
export interface PeriodicTask {
  /** For the log, such as "retention". */
  readonly name: string;
  /** Milliseconds between the end of one run and the start of the next. */
  readonly everyMs: number;
  /** @param signal aborted when the process stops: a long run ends early. */
  readonly run: (signal: AbortSignal) => Promise<unknown>;
  /** Runs once more when the process stops. */
  readonly atEnd?: () => Promise<unknown>;
}

/**
 * Runs each task at once and then at its own interval; none waits for another. A failed run is
 * logged, and the next one comes at its usual time.
 * @param mayRun asked before each run, which is left out if it answers false.
 * @returns stops the tasks: lets current runs finish, then runs each `atEnd`.
 */
export function startPeriodicTasks(
  tasks: readonly PeriodicTask[],
  mayRun: () => boolean = () => true,
): () => Promise<void> {
  const stopping = new AbortController();
  const running = tasks.map((task) => repeat(task, mayRun, stopping.signal));
  return async () => {
    stopping.abort();
    await Promise.all(running);
  };
}

async function repeat(
  { name, everyMs, run, atEnd }: PeriodicTask,
  mayRun: () => boolean,
  signal: AbortSignal,
): Promise<void> {
  const attempt = (work: () => Promise<unknown>) =>
    work().catch((error: unknown) => logFailure(error, "A periodic task failed", { task: name }));
  while (!signal.aborted) {
    if (mayRun()) await attempt(() => run(signal));
    await pause(everyMs, undefined, { signal }).catch(() => undefined);
  }
  if (atEnd) await attempt(atEnd);
}
