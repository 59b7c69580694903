import { log } from "../log.ts";
import { onWake } from "./wake-worker.ts";

export interface WorkLoop {
  /** Lets it look again without waiting for its next time. */
  readonly wake: () => void;
  /** Lets the work under way end and then stops. */
  readonly stop: () => Promise<void>;
}

interface Loop {
  /** @returns whether there may be more to do at once. */
  readonly work: (why: "woken" | "poll") => Promise<boolean>;
  readonly pollMs: number;
}

/**
 * Does something again and again until stopped: at once while there may be more, as soon as a
 * worker is woken, and otherwise every `pollMs`. A word that comes during the work is not lost:
 * what it is about may have been due too late for this round.
 */
export function startLoop({ work, pollMs }: Loop): WorkLoop {
  let stopping = false;
  let isWoken = false;
  let endPause = () => {};
  const wake = () => {
    isWoken = true;
    endPause();
  };
  const endListening = onWake(wake);

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollMs);
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
      // The nearest cause of a failed round is a database that went away: wait and go on.
      const hasMore = await work(why).catch((error: unknown) => {
        log().error({ err: error }, "A round of the worker failed");
        isWoken = false;
        return false;
      });
      if (!hasMore && !stopping) await pause();
    }
  })();

  return {
    wake,
    async stop() {
      stopping = true;
      endListening();
      wake();
      await running;
    },
  };
}
