import { setTimeout as pause } from "node:timers/promises";
import { log } from "../log.ts";
import { Sealer } from "./seal.ts";

const pauseMs = 5_000;
/** Between two full seals: payouts come first, so sealing catches up with a rush unhurried. */
const shortPauseMs = 1_000;
const postingsPerSeal = 2_000;

/**
 * Seals the ledger, some seconds behind it, until stopped. Several servers may do so at once.
 * @returns a function that lets the pass under way end and then stops.
 */
export function keepSealing(): () => Promise<void> {
  const stop = new AbortController();
  const sealer = new Sealer();

  const running = (async () => {
    while (!stop.signal.aborted) {
      // The nearest cause of a failed pass is a database that went away: wait and go on.
      const sealed = await sealer.pass({ atMost: postingsPerSeal }).catch((error: unknown) => {
        log().error({ err: error }, "The ledger could not be sealed");
        return 0;
      });
      const ms = sealed === postingsPerSeal ? shortPauseMs : pauseMs;
      await pause(ms, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  })();

  return async () => {
    stop.abort();
    await running;
  };
}
