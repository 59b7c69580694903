import { setTimeout as pause } from "node:timers/promises";
import { separateConnection } from "../db.ts";
import { log } from "../log.ts";

const firstPauseMs = 100;
const longestPauseMs = 15_000;

interface Ears {
  readonly onNotification: (payload: string) => void;
  /** The line was down: something may have been missed. */
  readonly onGap: () => void;
}

interface Line {
  readonly ask: () => Promise<unknown>;
  readonly giveUp: () => void;
}

interface Listening {
  /** Resolves when the channel is heard for the first time. */
  readonly heard: Promise<void>;
  /** Fails when the line is dead without saying so, which opens a new one. */
  readonly probe: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/**
 * Hears what is said on a channel of PostgreSQL, over a connection of its own. A lost connection
 * is opened again, after 0.1 s and then ever later up to 15 s.
 */
export function listen(channel: string, { onNotification, onGap }: Ears): Listening {
  const first = Promise.withResolvers<void>();
  const stopped = new AbortController();
  let line: Line | undefined;
  let pauseMs = firstPauseMs;
  let wasHeard = false;

  async function hearUntilLost(): Promise<void> {
    const client = separateConnection();
    const lost = Promise.withResolvers<void>();
    // Listened for from the start, because an error event that nobody hears ends the process.
    client.on("error", () => lost.resolve());
    client.once("end", () => lost.resolve());
    try {
      await client.connect();
      client.on("notification", ({ payload = "" }) => onNotification(payload));
      await client.query(`listen ${channel}`);
      if (stopped.signal.aborted) return;
      line = { ask: () => client.query("select 1"), giveUp: () => lost.resolve() };
      pauseMs = firstPauseMs;
      if (wasHeard) onGap();
      wasHeard = true;
      first.resolve();
      await lost.promise;
    } finally {
      line = undefined;
      // On a dead line nobody answers the goodbye, so nobody waits for it.
      void client.end().catch(() => undefined);
    }
  }

  const running = (async () => {
    while (!stopped.signal.aborted) {
      try {
        await hearUntilLost();
      } catch (error) {
        log().warn({ err: error, channel, againInMs: pauseMs }, "PostgreSQL can't be heard");
      }
      await pause(pauseMs, undefined, { signal: stopped.signal }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  })();

  return {
    heard: first.promise,
    probe: async () => {
      const probed = line;
      await probed?.ask().catch(probed.giveUp);
    },
    stop: async () => {
      stopped.abort();
      line?.giveUp();
      await running;
    },
  };
}
