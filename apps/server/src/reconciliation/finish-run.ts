import { adapterWord } from "@rokad/contract/reconciliation";
import { sql } from "kysely";
import { now } from "../clock.ts";
import { dayInIndia } from "../days.ts";
import type { Tx } from "../db.ts";
import { announceJobs } from "../jobs/announce-jobs.ts";
import { tellSuperAdmins } from "../notifications/tell-super-admins.ts";
import type { Totals } from "./compare-day.ts";
import type { Day } from "./day.ts";

/**
 * Makes what a run has found the differences of its day: those that were there are seen again,
 * new ones are opened, and those that were not found any more are gone. All of it is shown, or
 * nothing: a run that broke half-way has left no trace among the differences.
 */
export async function finishRun(
  db: Tx,
  day: Day,
  result: {
    readonly way: "list" | "look";
    readonly totals: Totals;
    readonly balanceProblem: string | null;
  },
): Promise<boolean> {
  // A run that was taken over by another worker ends once.
  const { numUpdatedRows } = await db
    .updateTable("reconciliation_runs")
    .set({ finished_at: now(), way: result.way, balance_problem: result.balanceProblem })
    .where("id", "=", day.runId)
    .where("finished_at", "is", null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await lockStanding(db, day);
  const moved = await dropMoved(db, day);
  await reopenChanged(db, day);
  await seeAgain(db, day);
  const fresh = await openNew(db, day);
  const gone = await endOld(db, day);
  const standing = await countStanding(db, day);
  const { totals } = result;
  await db
    .updateTable("reconciliation_runs")
    .set({
      compared_count: totals.compared,
      moving_count: totals.moving + moved,
      ours_count: totals.oursCount,
      ours_paise: totals.oursPaise,
      theirs_count: totals.theirsCount,
      theirs_paise: totals.theirsPaise,
      new_count: fresh,
      gone_count: gone,
      open_count: standing.open,
      severe_count: standing.severe,
      known_count: standing.known,
    })
    .where("id", "=", day.runId)
    .execute();
  await forgetStaged(db, day.runId);
  if (fresh > 0 || standing.severe > 0) await tell(db, day, fresh, standing);
  await announceJobs(db);
  return true;
}

/** Whoever handles one of them just now ends first, and what it did is seen below. */
async function lockStanding(db: Tx, { adapter, day }: Day): Promise<void> {
  await sql`
    select from reconciliation_differences
    where adapter = ${adapter} and day = ${day} and state in ('open', 'known')
    order by id for update
  `.execute(db);
}

/** What was found of a payout that our books have otherwise by now is left to the next run. */
async function dropMoved(db: Tx, { runId }: Day): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from reconciliation_findings as found using payouts
    where found.run_id = ${runId} and payouts.id = found.payout_id and (
      found.ours ->> 'state' <> case
        when payouts.status = 'failed' and payouts.provider_state = 'reversed' then 'reversed'
        else payouts.status
      end
      or found.ours ->> 'utr' is distinct from payouts.utr_number
      or (found.ours #>> '{charge,fee,amount}')::bigint
        is distinct from payouts.provider_fee_paise
      or (found.ours #>> '{charge,tax,amount}')::bigint
        is distinct from case
          when payouts.provider_fee_paise is not null then coalesce(payouts.provider_tax_paise, 0)
        end
    )
  `.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** A person has called it known as it was, or the first of two has; as something else it is open. */
async function reopenChanged(db: Tx, { runId, adapter, day }: Day): Promise<void> {
  await sql`
    update reconciliation_differences as standing
    set state = 'open', ended_at = null, ended_by = null, reason = null, first_by = null,
      first_at = null, first_reason = null
    from reconciliation_findings as found
    where standing.adapter = ${adapter} and standing.day = ${day} and standing.state in ('open', 'known')
      and found.run_id = ${runId} and found.kind = standing.kind
      and found.subject = standing.subject
      and (found.ours is distinct from standing.ours or found.theirs is distinct from standing.theirs)
  `.execute(db);
}

async function seeAgain(db: Tx, { runId, adapter, day }: Day): Promise<void> {
  await sql`
    update reconciliation_differences as standing
    set action = found.action, is_severe = found.is_severe, ours = found.ours,
        theirs = found.theirs, provider_reference = found.provider_reference,
        payout_id = found.payout_id, seen_at = ${now()}, seen_run_id = ${runId}
    from reconciliation_findings as found
    where standing.adapter = ${adapter} and standing.day = ${day}
      and standing.state in ('open', 'known')
      and found.run_id = ${runId} and found.kind = standing.kind
      and found.subject = standing.subject
  `.execute(db);
}

async function openNew(db: Tx, { runId, adapter, day }: Day): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into reconciliation_differences (
      id, adapter, day, kind, action, is_severe, subject, payout_id, provider_reference, ours,
      theirs, found_at, found_run_id, seen_at, seen_run_id
    )
    select id, ${adapter}, ${day}, kind, action, is_severe, subject, payout_id,
      provider_reference, ours, theirs, ${now()}, run_id, ${now()}, run_id
    from reconciliation_findings where run_id = ${runId}
    on conflict (adapter, day, kind, subject) where state in ('open', 'known') do nothing
  `.execute(db);
  return Number(numAffectedRows ?? 0n);
}

async function endOld(db: Tx, { runId, adapter, day }: Day): Promise<number> {
  const { numAffectedRows } = await sql`
    update reconciliation_differences
    set state = 'gone', ended_at = ${now()}, ended_by = null, seen_run_id = ${runId}
    where adapter = ${adapter} and day = ${day} and state in ('open', 'known')
      and seen_run_id <> ${runId}
  `.execute(db);
  return Number(numAffectedRows ?? 0n);
}

interface Standing {
  readonly open: number;
  readonly severe: number;
  readonly known: number;
}

async function countStanding(db: Tx, { adapter, day }: Day): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select count(*) filter (where state = 'open')::int as open,
      count(*) filter (where state = 'open' and is_severe)::int as severe,
      count(*) filter (where state = 'known')::int as known
    from reconciliation_differences
    where adapter = ${adapter} and day = ${day} and state in ('open', 'known')
  `.execute(db);
  return rows[0] ?? { open: 0, severe: 0, known: 0 };
}

/** What a run has read and found; also that of one that broke for good. */
export async function forgetStaged(db: Tx, runId: string): Promise<void> {
  await db.deleteFrom("reconciliation_theirs").where("run_id", "=", runId).execute();
  await db.deleteFrom("reconciliation_findings").where("run_id", "=", runId).execute();
}

async function tell(db: Tx, day: Day, fresh: number, { open, severe }: Standing): Promise<void> {
  const what = open === 1 ? "1 difference" : `${open.toLocaleString("en-IN")} differences`;
  await tellSuperAdmins(db, {
    kind: "reconciliation_differs",
    subjectId: day.runId,
    detail: `${adapterWord(day.adapter)}, ${dayInIndia(day.day)}: ${what} open, ${severe} severe, ${fresh} new`,
  });
}
