import { Refusal } from "../errors.ts";
import { log } from "../log.ts";
import { claimJob } from "./claim-job.ts";
import type { Job, Work, WorkOfJobs } from "./job.ts";
import { putBack, recordDone, recordFailure, renewClaim, type Progress } from "./move-claim.ts";

const errorCharsMax = 500;
/** How often a running job tells of its progress and renews its claim. */
const tellEveryMs = 1_000;

export interface RunOptions {
  readonly work: WorkOfJobs;
  /** How long a claim lasts without being renewed. */
  readonly claimSeconds: number;
  /** Aborted when the process stops. */
  readonly stop: AbortSignal;
}

/**
 * Does the one job that has been due the longest.
 * @returns whether there was one.
 */
export async function runJob({ work, claimSeconds, stop }: RunOptions): Promise<boolean> {
  const job = await claimJob(claimSeconds);
  if (!job) return false;
  const lost = new AbortController();
  const signal = AbortSignal.any([stop, lost.signal]);
  let progress: Progress = { done: 0n, total: undefined };
  // A renewal that fails is followed by the next one, long before the claim runs out.
  const renew = () =>
    renewClaim(job, claimSeconds, progress).then(
      (ours) => ours || lost.abort(),
      () => undefined,
    );
  const renewing = setInterval(() => void renew(), tellEveryMs);
  try {
    // Told to stop while it claimed: what begins now would never hear of it.
    signal.throwIfAborted();
    const doIt = workFor(job, work);
    await doIt(job, { signal, progress: (done, total) => (progress = { done, total }) });
    clearInterval(renewing);
    await recordDone(job, progress);
  } catch (error) {
    clearInterval(renewing);
    if (stop.aborted) await putBack(job);
    else if (!lost.signal.aborted) await fail(job, error);
  } finally {
    clearInterval(renewing);
  }
  return true;
}

function workFor(job: Job, work: WorkOfJobs): Work {
  const found = Object.hasOwn(work, job.kind) ? work[job.kind] : undefined;
  if (found) return found;
  throw new Error(`This version does not know jobs of the kind ${job.kind}`);
}

async function fail(job: Job, error: unknown): Promise<void> {
  const refused = error instanceof Refusal;
  if (!refused) log().error({ err: error, job: job.id, kind: job.kind }, "A job failed");
  const why = error instanceof Error ? error.message : String(error);
  await recordFailure(job, why.slice(0, errorCharsMax), refused);
}
