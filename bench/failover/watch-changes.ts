import { setTimeout as pause } from "node:timers/promises";
import { ports } from "./configure.ts";

const reopenMs = 500;

/** An open console: counts the changes on its event stream and reopens a broken stream. */
export interface ChangeWatcher {
  readonly changes: () => number;
  readonly stop: () => Promise<void>;
}

/** Tests LISTEN, which bypasses the pooler: each server has its own session for it. */
export function watchChanges(port: number, accessToken: string): ChangeWatcher {
  const stopped = new AbortController();
  let changes = 0;

  async function readStream(): Promise<void> {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/live`, {
      headers: { authorization: `Bearer ${accessToken}` },
      signal: stopped.signal,
    });
    if (!response.ok || !response.body) throw new Error(`No event stream: ${response.status}`);
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      changes += text.split("event: change").length - 1;
    }
  }

  const running = (async () => {
    while (!stopped.signal.aborted) {
      await readStream().catch(() => undefined);
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

/** Downloads an export, which uses a cursor through the pooler. @returns the number of lines. */
export async function countExportLines(accessToken: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${ports.api[0]}/api/v1/payouts/export`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  if (!response.ok) throw new Error(`No export: ${response.status} ${await response.text()}`);
  return (await response.text()).trimEnd().split("\n").length;
}
