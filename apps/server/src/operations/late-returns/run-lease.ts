import { sql } from "kysely";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { database, type Db } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";

/** A run of late checks of one adapter, as one worker has it. */
export interface LateCheckRun {
  readonly adapter: string;
  readonly lease: string;
  /** Calls, asked payouts, found returns and payouts without a clear answer so far. */
  calls_count: number;
  checked_count: number;
  found_count: number;
  unanswered_count: number;
}

/** Longer than the calls between two saves take. */
const leaseSeconds = 300;
const everySeconds = 60 * 60;
/** After a run that was cut short, for instance while the provider did not answer. */
const againAfterSeconds = 10 * 60;

/**
 * Starts the hourly run of an adapter, or continues one whose worker has gone. Closes the race
 * between workers: the row's lock lets one of them have it.
 * @returns undefined when no run is due.
 */
export async function leaseRun(adapter: string): Promise<LateCheckRun | undefined> {
  const lease = newId();
  const { rows } = await sql<LateCheckRun>`
    insert into late_check_runs as run (adapter, started_at, lease, leased_until)
    values (${adapter}, ${now()}, ${lease}, ${secondsFromNow(leaseSeconds)})
    on conflict (adapter) do update set
      lease = excluded.lease, leased_until = excluded.leased_until, problem = null,
      started_at = case when run.finished_at is null then run.started_at else excluded.started_at end,
      calls_count = case when run.finished_at is null then run.calls_count else 0 end,
      checked_count = case when run.finished_at is null then run.checked_count else 0 end,
      found_count = case when run.finished_at is null then run.found_count else 0 end,
      unanswered_count = case when run.finished_at is null then run.unanswered_count else 0 end,
      left_count = 0, finished_at = null
    where run.finished_at is null and run.leased_until < ${now()}
      or run.problem is null and run.started_at <= ${secondsFromNow(-everySeconds)}
        and run.finished_at is not null
      or run.problem is not null and run.finished_at <= ${secondsFromNow(-againAfterSeconds)}
    returning adapter, lease, calls_count, checked_count, found_count, unanswered_count
  `.execute(database());
  return rows[0];
}

/** Stores the counts and renews the lease. @returns false if another worker has the run. */
export async function saveRun(
  db: Db,
  run: LateCheckRun,
  end?: { readonly leftCount: number; readonly problem: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("late_check_runs")
    .set({
      calls_count: run.calls_count,
      checked_count: run.checked_count,
      found_count: run.found_count,
      unanswered_count: run.unanswered_count,
      leased_until: secondsFromNow(leaseSeconds),
      ...(end && { finished_at: now(), left_count: end.leftCount, problem: end.problem }),
    })
    .where("adapter", "=", run.adapter)
    .where("lease", "=", run.lease)
    .where("finished_at", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
