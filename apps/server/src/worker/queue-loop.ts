import { isClockRight } from "../database/clock-check.ts";
import { logFailure } from "../database/log-failure.ts";

export interface QueueLoop {
  /** Starts the next round without waiting for the poll. */
  readonly wake: () => void;
  /** Lets the current round finish and then stops. */
  readonly stop: () => Promise<void>;
}

/** Empty rounds in a row after which a queue is idle; at the usual poll they take 2.5 seconds. */
const roundsUntilIdle = 10;
/** How much longer an idle queue pauses: an installation at rest asks the database an eighth. */
const idleFactor = 8;

interface QueueLoopOptions {
  /** For the log, such as "payouts". */
  readonly name: string;
  /** @returns whether there may be more to do at once. */
  readonly work: (why: "woken" | "poll") => Promise<boolean>;
  /** The pause after an empty round, in milliseconds. */
  readonly pollMs: number;
  /** Whether no wake-up announces new work, so that the pause is the same however long it is empty. */
  readonly neverIdle?: boolean;
  /** Subscribes to a wake-up call and returns what ends the subscription. */
  readonly subscribe?: (wake: () => void) => () => void;
}

/**
 * Works a queue until stopped: at once while there may be more, when woken, otherwise every
 * `pollMs`, and less often once it is idle. A wake-up during a round is kept, because its work may have become due too late for
 * that round. While this process's clock is wrong, no round runs: its leases would overlap with
 * those of other workers.
 */
export function startQueueLoop({
  name,
  work,
  pollMs,
  neverIdle = false,
  subscribe,
}: QueueLoopOptions): QueueLoop {
  let stopping = false;
  let isWoken = false;
  let emptyRounds = 0;
  let endPause = () => {};
  const wake = () => {
    isWoken = true;
    endPause();
  };
  const unsubscribe = subscribe?.(wake);

  const pause = () =>
    new Promise<void>((resolve) => {
      const isIdle = emptyRounds >= roundsUntilIdle && !neverIdle;
      const timer = setTimeout(resolve, isIdle ? pollMs * idleFactor : pollMs);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
      if (isWoken) endPause();
    });

  const running = (async () => {
    while (!stopping) {
      const why = isWoken ? "woken" : "poll";
      isWoken = false;
      const round = isClockRight() ? work(why) : Promise.resolve(false);
      const hasMore = await round.catch((error: unknown) => {
        logFailure(error, "A round of a queue failed", { queue: name });
        isWoken = false;
        return false;
      });
      emptyRounds = hasMore || why === "woken" ? 0 : emptyRounds + 1;
      if (!hasMore && !stopping) await pause();
    }
  })();

  return {
    wake,
    async stop() {
      stopping = true;
      unsubscribe?.();
      wake();
      await running;
    },
  };
}
