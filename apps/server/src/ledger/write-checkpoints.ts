import { setTimeout as pause } from "node:timers/promises";
import { CheckpointWriter } from "./checkpoint-writer.ts";

/** Pause between two full checkpoints, so that a backlog leaves the database to payouts. */
const backlogPauseMs = 1_000;
const postingsPerCheckpoint = 2_000;

const writer = new CheckpointWriter();

/**
 * Writes checkpoints over the postings of the last seconds until none is due. Several servers may
 * run it at the same time.
 * @param signal stops it between two checkpoints.
 */
export async function writeCheckpoints(signal: AbortSignal): Promise<void> {
  const pass = () => writer.pass({ atMost: postingsPerCheckpoint });
  while ((await pass()) === postingsPerCheckpoint && !signal.aborted) {
    await pause(backlogPauseMs, undefined, { signal }).catch(() => undefined);
  }
}
