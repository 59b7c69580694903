/** A job as its work sees it. */
export interface Job {
  readonly id: string;
  readonly kind: string;
  /** As it was given to `enqueueJob`, once through JSON. */
  readonly payload: unknown;
  /** Who asked for it; null for the product itself. */
  readonly createdBy: string | null;
  /** 1 the first time. */
  readonly tries: number;
}

/** What a running job has of its runner. */
export interface Bench {
  /**
   * Tells how far the work is, in units of its own choice. Cheap to call often.
   * @param total leave it out while nobody knows.
   */
  readonly progress: (done: bigint, total?: bigint) => void;
  /** Aborted when the process stops, or another worker has taken the job over: stop at once. */
  readonly signal: AbortSignal;
}

/**
 * Does a job. It may be run again after a crash, so it must come out the same when run twice.
 * @throws a `Refusal` when trying again is no use; anything else is tried again later.
 */
export type Work = (job: Job, bench: Bench) => Promise<void>;

/** What is done for each kind of job: `work-of-jobs.ts`. */
export type WorkOfJobs = Readonly<Record<string, Work>>;

export const jobTriesMax = 5;
