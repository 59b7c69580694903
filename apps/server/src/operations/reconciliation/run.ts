import type { ReconciliationRun } from "@rokad/contract/reconciliation";
import type { Db } from "../../database/db.ts";
import { inr } from "../../kernel/money.ts";

/** Runs with the requester's name, the job's status, and the balance with the previous one. */
export function selectRuns(db: Db) {
  return db
    .selectFrom("reconciliation_runs as runs")
    .leftJoin("people", "people.id", "runs.requested_by")
    .leftJoin("background_jobs as jobs", "jobs.id", "runs.job_id")
    .leftJoin("reconciliation_balances as balances", "balances.run_id", "runs.id")
    .leftJoin("reconciliation_balances as before", "before.run_id", "balances.previous_run_id")
    .selectAll("runs")
    .select([
      "people.name as requester",
      "jobs.status as job_status",
      "jobs.last_error",
      "jobs.progress_done",
      "jobs.progress_total",
      "balances.at as balance_at",
      "balances.reported_paise",
      "balances.taken_paise",
      "balances.charges_paise",
      "balances.returned_paise",
      "balances.transferred_paise",
      "before.at as before_at",
      "before.reported_paise as before_reported",
      "before.taken_paise as before_taken",
      "before.charges_paise as before_charges",
      "before.returned_paise as before_returned",
      "before.transferred_paise as before_transferred",
    ]);
}

export type RunRow = Awaited<ReturnType<ReturnType<typeof selectRuns>["execute"]>>[number];

/** Whether the run is unfinished although its job is dead or deleted. */
export function isStranded({ finished_at, job_status }: RunRow): boolean {
  return finished_at === null && (job_status === null || job_status === "dead");
}

/** Why a stranded run failed. */
export function problemOf({ last_error }: RunRow): string {
  return last_error ?? "The job was discarded";
}

/** A run as the API shows it. */
export function asRun(row: RunRow): ReconciliationRun {
  const state = stateOf(row);
  const isInProgress = state === "waiting" || state === "running";
  return {
    id: row.id,
    adapter: row.adapter,
    day: row.day,
    origin: row.origin,
    requested_by: row.requester,
    requested_at: row.requested_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    state,
    progress: {
      done: isInProgress ? Number(row.progress_done ?? 0n) : row.compared_count,
      total: isInProgress && row.progress_total !== null ? Number(row.progress_total) : null,
    },
    // While the run waits for its next try: the error of the last one.
    problem:
      row.problem ??
      (row.finished_at ? null : (row.last_error ?? (state === "failed" ? problemOf(row) : null))),
    way: row.way,
    compared_count: row.compared_count,
    moving_count: row.moving_count,
    ours: { count: row.ours_count, amount: inr(row.ours_paise) },
    theirs: {
      count: row.theirs_count,
      amount: row.theirs_paise === null ? null : inr(row.theirs_paise),
    },
    new_count: row.new_count,
    open_count: row.open_count,
    severe_count: row.severe_count,
    known_count: row.known_count,
    gone_count: row.gone_count,
    balance: balanceOf(row),
    balance_problem: row.balance_problem,
  };
}

function stateOf(row: RunRow): ReconciliationRun["state"] {
  if (row.problem !== null || isStranded(row)) return "failed";
  if (row.finished_at === null) return row.job_status === "running" ? "running" : "waiting";
  return row.open_count > 0 ? "differs" : "clean";
}

function balanceOf(row: RunRow): ReconciliationRun["balance"] {
  if (row.balance_at === null || row.reported_paise === null) return null;
  return {
    reported_at: row.balance_at.toISOString(),
    reported: inr(row.reported_paise),
    since: row.before_at === null ? null : changeOf(row, row.reported_paise, row.before_at),
  };
}

function changeOf(row: RunRow, balance: bigint, at: Date) {
  const growth = (now: bigint | null, before: bigint | null) => (now ?? 0n) - (before ?? 0n);
  const opening = row.before_reported ?? 0n;
  const paid = growth(row.taken_paise, row.before_taken);
  const charges = growth(row.charges_paise, row.before_charges);
  const returned = growth(row.returned_paise, row.before_returned);
  // Snapshots of earlier versions do not have it.
  const transferred = growth(
    row.transferred_paise,
    row.before_transferred ?? row.transferred_paise,
  );
  const expected = opening + transferred - paid - charges + returned;
  return {
    at: at.toISOString(),
    opening: inr(opening),
    transferred: inr(transferred),
    paid: inr(paid),
    charges: inr(charges),
    returned: inr(returned),
    expected: inr(expected),
    unexplained: inr(balance - expected),
  };
}
