import { ApiError } from "../../kernel/errors.ts";
import { log } from "../../kernel/log.ts";
import { redactSecrets } from "../../kernel/redact-secrets.ts";
import { leaseJob } from "./lease-job.ts";
import type { Job, JobHandler, JobHandlers } from "./job.ts";
import {
  returnToQueue,
  recordDone,
  recordFailure,
  renewLease,
  type Progress,
} from "./renew-lease.ts";

const errorCharsMax = 500;
/** The interval at which a running job renews its lease and stores its progress. */
const renewEveryMs = 1_000;

export interface RunOptions {
  readonly handlers: JobHandlers;
  /** How long a lease lasts without renewal. */
  readonly leaseSeconds: number;
  /** Aborted when the process stops. */
  readonly stop: AbortSignal;
}

/**
 * Runs the job that has been due the longest.
 * @returns whether there was one.
 */
export async function runJob({ handlers, leaseSeconds, stop }: RunOptions): Promise<boolean> {
  const job = await leaseJob(leaseSeconds);
  if (!job) return false;
  const leaseLost = new AbortController();
  const signal = AbortSignal.any([stop, leaseLost.signal]);
  let progress: Progress = { done: 0n, total: undefined };
  // A failed renewal is repeated long before the lease expires.
  const renew = () =>
    renewLease(job, leaseSeconds, progress).then(
      (isOurs) => isOurs || leaseLost.abort(),
      () => undefined,
    );
  const renewing = setInterval(() => void renew(), renewEveryMs);
  try {
    // The stop may have come during the lease; a handler that starts now would miss the event.
    signal.throwIfAborted();
    const handle = handlerFor(job, handlers);
    await handle(job, { signal, progress: (done, total) => (progress = { done, total }) });
    clearInterval(renewing);
    await recordDone(job, progress);
  } catch (error) {
    clearInterval(renewing);
    if (stop.aborted) await returnToQueue(job);
    else if (!leaseLost.signal.aborted) await fail(job, error);
  } finally {
    clearInterval(renewing);
  }
  return true;
}

function handlerFor({ kind }: Job, handlers: JobHandlers): JobHandler {
  const handler = Object.hasOwn(handlers, kind) ? handlers[kind] : undefined;
  if (handler) return handler;
  throw new Error(`This version does not know jobs of the kind ${kind}`);
}

async function fail(job: Job, error: unknown): Promise<void> {
  const isFinal = error instanceof ApiError;
  if (!isFinal) log().error({ err: error, job: job.id, kind: job.kind }, "A job failed");
  const why = error instanceof Error ? error.message : String(error);
  // The message of our own error is for people; any other may contain the values of a row.
  await recordFailure(job, isFinal ? why.slice(0, errorCharsMax) : redactSecrets(why), isFinal);
}
