import { setTimeout as pause } from "node:timers/promises";
import { ports } from "./configure.ts";

const reopenMs = 500;

/** A console that stays open: it counts the changes that it is told, and opens its stream again. */
export interface Witness {
  readonly changes: () => number;
  readonly stop: () => Promise<void>;
}

/** Changes come by LISTEN, which a transaction pooler can't do: each server has a session of its own. */
export function watchChanges(port: number, accessToken: string): Witness {
  const stopped = new AbortController();
  let changes = 0;

  async function readOn(): Promise<void> {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/events`, {
      headers: { authorization: `Bearer ${accessToken}` },
      signal: stopped.signal,
    });
    if (!answer.ok || !answer.body) throw new Error(`No stream: ${answer.status}`);
    for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {
      changes += text.split("event: change").length - 1;
    }
  }

  const running = (async () => {
    while (!stopped.signal.aborted) {
      await readOn().catch(() => undefined);
      await pause(reopenMs, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  })();

  return {
    changes: () => changes,
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
}

/** A file that is read by a cursor, over the pooler. @returns how many lines it has. */
export async function exportLines(accessToken: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${ports.api[0]}/api/v1/payouts/export`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  if (!answer.ok) throw new Error(`No export: ${answer.status} ${await answer.text()}`);
  return (await answer.text()).trimEnd().split("\n").length;
}
