import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { database } from "../database/db.ts";
import { listen, type ChannelListener } from "../database/listen.ts";
import { logFailure } from "../database/log-failure.ts";
import { onWake, wakeWorker } from "./wake-worker.ts";

const workChannel = "rokad_work";

/** All batches that are accepted within this time share one notification. */
const notifyEveryMs = 20;

/**
 * For a process without a worker: passes each wake-up on to the other processes, through
 * PostgreSQL. It notifies after the commit, in a separate statement that writes nothing to disk:
 * notifications inside transactions would make PostgreSQL serialise the commits of all servers.
 * @returns stops passing on, after the last notification is sent.
 */
export function wakeOtherWorkers(): () => Promise<void> {
  const stopping = new AbortController();
  let notifying: Promise<void> | undefined;
  let isDue = false;

  async function notify(): Promise<void> {
    while (isDue) {
      isDue = false;
      try {
        await sql`select pg_notify(${workChannel}, '')`.execute(database());
      } catch (error) {
        logFailure(error, "Other workers were not notified; their next poll finds the work");
      }
      await pause(notifyEveryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    notifying = undefined;
  }

  const unsubscribe = onWake(() => {
    isDue = true;
    notifying ??= notify();
  });
  return async () => {
    unsubscribe();
    stopping.abort();
    await notifying;
  };
}

/** For a process with a worker: wakes it when another process reports due work. */
export function listenForWork(): ChannelListener {
  return listen(workChannel, { onNotification: wakeWorker, onGap: wakeWorker });
}
