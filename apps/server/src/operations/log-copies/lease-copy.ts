import { sql } from "kysely";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { database } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";

/** A receiver's copy, as one worker has it. */
export interface CopyLease {
  readonly name: string;
  readonly lease: string;
  readonly sentSeq: bigint;
  /** The day of the heads that it has, as `YYYY-MM-DD`. */
  readonly sentOn: string | null;
  readonly failedTimes: number;
}

/** Longer than a batch takes with its time-out. */
const leaseSeconds = 90;
const firstPauseSeconds = 5;
const pauseSecondsMax = 600;

/**
 * Leases a receiver's copy. Closes the race between workers: the row's lock lets one of them send.
 * @returns undefined while another worker sends, or until the pause after a failure is over.
 */
export async function leaseCopy(name: string): Promise<CopyLease | undefined> {
  const lease = newId();
  const { rows } = await sql<CopyLease>`
    insert into log_copies as copy (name, lease, leased_until, next_attempt_at)
    values (${name}, ${lease}, ${secondsFromNow(leaseSeconds)}, ${now()})
    on conflict (name) do update
    set lease = excluded.lease, leased_until = excluded.leased_until
    where copy.leased_until <= ${now()} and copy.next_attempt_at <= ${now()}
    returning name, lease, sent_seq as "sentSeq", sent_on::text as "sentOn",
      failed_times as "failedTimes"
  `.execute(database());
  return rows[0];
}

/**
 * Stores what the receiver acknowledged and renews the lease.
 * @returns false when another worker has the lease: it sends the same again, in order.
 */
export function saveProgress(
  copy: CopyLease,
  progress: { readonly sent_seq: bigint } | { readonly sent_on: string },
): Promise<boolean> {
  return update(copy, {
    ...progress,
    sent_at: now(),
    failed_times: 0,
    problem: null,
    leased_until: secondsFromNow(leaseSeconds),
  });
}

/** @returns how long the receiver is left alone now. */
export async function recordFailure(copy: CopyLease, problem: string): Promise<number> {
  const pauseSeconds = Math.min(firstPauseSeconds * 2 ** copy.failedTimes, pauseSecondsMax);
  await update(copy, {
    problem,
    failed_times: copy.failedTimes + 1,
    next_attempt_at: secondsFromNow(pauseSeconds),
    leased_until: now(),
  });
  return pauseSeconds;
}

export async function endLease(copy: CopyLease): Promise<void> {
  await update(copy, { leased_until: now() });
}

async function update(
  { name, lease }: CopyLease,
  values: {
    readonly sent_seq?: bigint;
    readonly sent_on?: string;
    readonly sent_at?: Date;
    readonly failed_times?: number;
    readonly problem?: string | null;
    readonly next_attempt_at?: Date;
    readonly leased_until: Date;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await database()
    .updateTable("log_copies")
    .set(values)
    .where("name", "=", name)
    .where("lease", "=", lease)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
