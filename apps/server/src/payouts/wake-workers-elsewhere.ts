import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { database } from "../db.ts";
import { listen } from "../live/listen.ts";
import { log } from "../log.ts";
import { onWake, wakeWorker } from "./wake-worker.ts";

const workChannel = "rokad_work";

/** However many batches are accepted meanwhile, one word is enough for them. */
const tellEveryMs = 20;

/**
 * In a process without a worker: whatever would wake one is told to the other processes through
 * PostgreSQL. It is said after the commit, in a statement of its own that writes nothing to disk:
 * said within the transaction, it would make PostgreSQL commit one batch after the other on all
 * servers.
 * @returns what ends it, once the last word is out.
 */
export function wakeWorkersElsewhere(): () => Promise<void> {
  const stopping = new AbortController();
  let telling: Promise<void> | undefined;
  let isDue = false;

  async function tell(): Promise<void> {
    while (isDue) {
      isDue = false;
      try {
        await sql`select pg_notify(${workChannel}, '')`.execute(database());
      } catch (error) {
        log().warn({ err: error }, "Workers could not be told; their next poll finds the work");
      }
      await pause(tellEveryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    telling = undefined;
  }

  const end = onWake(() => {
    isDue = true;
    telling ??= tell();
  });
  return async () => {
    end();
    stopping.abort();
    await telling;
  };
}

/** In a process with a worker: wakes it when another process says that something is due. */
export function hearOfWork(): ReturnType<typeof listen> {
  return listen(workChannel, { onNotification: wakeWorker, onGap: wakeWorker });
}
