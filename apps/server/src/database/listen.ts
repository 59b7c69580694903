import { setTimeout as pause } from "node:timers/promises";
import { separateConnection } from "./db.ts";
import { logFailure } from "./log-failure.ts";

const firstPauseMs = 100;
const pauseMsMax = 15_000;

interface ListenHandlers {
  readonly onNotification: (payload: string) => void;
  /** The connection was lost and is open again: notifications may have been missed. */
  readonly onGap: () => void;
}

interface OpenConnection {
  readonly ping: () => Promise<unknown>;
  readonly discard: () => void;
}

export interface ChannelListener {
  /** Resolves when the channel is listened to for the first time. */
  readonly ready: Promise<void>;
  /** Checks the connection; one that is silently dead is replaced. */
  readonly probe: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/**
 * Listens to a channel of PostgreSQL on a separate connection. A lost connection is opened again
 * after a pause that grows from 0.1 s to 15 s.
 */
export function listen(
  channel: string,
  { onNotification, onGap }: ListenHandlers,
): ChannelListener {
  const firstListen = Promise.withResolvers<void>();
  const stopping = new AbortController();
  let connection: OpenConnection | undefined;
  let pauseMs = firstPauseMs;
  let hasListened = false;

  async function listenUntilLost(): Promise<void> {
    const client = separateConnection();
    const lost = Promise.withResolvers<void>();
    // Registered before connecting, because an error event without a listener ends the process.
    client.on("error", () => lost.resolve());
    client.once("end", () => lost.resolve());
    try {
      await client.connect();
      client.on("notification", ({ payload = "" }) => onNotification(payload));
      await client.query(`listen ${channel}`);
      if (stopping.signal.aborted) return;
      connection = { ping: () => client.query("select 1"), discard: () => lost.resolve() };
      pauseMs = firstPauseMs;
      if (hasListened) onGap();
      hasListened = true;
      firstListen.resolve();
      await lost.promise;
    } finally {
      connection = undefined;
      // Not awaited: a dead connection never confirms its end.
      void client.end().catch(() => undefined);
    }
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await listenUntilLost();
      } catch (error) {
        logFailure(error, "LISTEN failed", { channel, nextTryInMs: pauseMs });
      }
      await pause(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, pauseMsMax);
    }
  })();

  return {
    ready: firstListen.promise,
    probe: async () => {
      const probed = connection;
      await probed?.ping().catch(probed.discard);
    },
    stop: async () => {
      stopping.abort();
      connection?.discard();
      await running;
    },
  };
}
