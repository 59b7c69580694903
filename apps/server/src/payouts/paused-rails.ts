import { sql } from "kysely";
import { database } from "../db.ts";
import type { ProviderId } from "../providers/provider.ts";

const keptMs = 1_000;
let kept: { readonly at: number; readonly paused: Promise<ReadonlySet<ProviderId>> } | undefined;

/**
 * The rails that are paused, as they were within the last second: for choosing one. That nothing
 * is sent over a paused rail does not hang on this; `claimPayouts` sees to it under a lock.
 */
export function pausedRails(): Promise<ReadonlySet<ProviderId>> {
  if (!kept || performance.now() - kept.at > keptMs) {
    const paused = readPaused();
    kept = { at: performance.now(), paused };
    // A failed look is not kept.
    paused.catch(forgetPausedRails);
  }
  return kept.paused;
}

/** After a pause or its end in this process; other servers see it within the second. */
export function forgetPausedRails(): void {
  kept = undefined;
}

async function readPaused(): Promise<ReadonlySet<ProviderId>> {
  const { rows } = await sql<{ id: ProviderId }>`
    select id from providers where paused_at is not null
  `.execute(database());
  return new Set(rows.map(({ id }) => id));
}
