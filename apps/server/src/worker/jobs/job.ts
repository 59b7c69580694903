/** A job, as its handler receives it. */
export interface Job {
  readonly id: string;
  readonly kind: string;
  /** The payload of `enqueueJob`, parsed from JSON. */
  readonly payload: unknown;
  /** Who requested it; null for the product. */
  readonly createdBy: string | null;
  /** The number of this try, from 1. */
  readonly tries: number;
}

/** What the runner offers to a running job. */
export interface JobContext {
  /**
   * Reports the progress, in units of the handler's choice. Cheap, so it may be called often.
   * @param total undefined while it is unknown.
   */
  readonly progress: (done: bigint, total?: bigint) => void;
  /** Aborted when the process stops or another worker has leased the job: stop at once. */
  readonly signal: AbortSignal;
}

/**
 * Runs a job. It runs again after a crash, so it must be idempotent.
 * @throws {ApiError} if a retry would fail too; after any other error the job is retried.
 */
export type JobHandler = (job: Job, context: JobContext) => Promise<void>;

/** The handler of each kind of job: `job-handlers.ts`. */
export type JobHandlers = Readonly<Record<string, JobHandler>>;

export const jobTriesMax = 5;
