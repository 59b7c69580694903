import { providerLabel } from "@rokad/contract/reconciliation";
import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import { dayInIndia } from "../../kernel/days.ts";
import type { Tx } from "../../database/db.ts";
import { notifySuperAdmins } from "../../identity/notifications/notify-super-admins.ts";
import { lockDifferences } from "../../payouts/send/record-mismatches.ts";
import { rupees } from "../../kernel/money.ts";
import { compareBalance } from "./balance-difference.ts";
import type { SnapshotResult } from "./balance-snapshot.ts";
import { movingSeconds, type Totals } from "./compare-day.ts";
import type { Day } from "./day.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";

/**
 * Turns the staged findings of a run into the differences of its day, in one transaction: updates
 * known ones, opens new ones, and closes those not found again. Compares the balance, too. Does
 * nothing when another worker has finished the run.
 */
export async function finishRun(
  db: Tx,
  day: Day,
  result: {
    readonly way: "list" | "look";
    readonly totals: Totals;
    /** The problem is null if the run compares no balance. */
    readonly balance: SnapshotResult | { readonly problem: null };
  },
): Promise<void> {
  const { way, totals, balance } = result;
  const snapshot = "snapshot" in balance ? balance.snapshot : undefined;
  const problem = "problem" in balance ? balance.problem : null;
  // Closes the race with a worker that took over the run.
  const { numUpdatedRows } = await db
    .updateTable("reconciliation_runs")
    .set({ finished_at: now(), way, balance_problem: problem })
    .where("id", "=", day.runId)
    .where("finished_at", "is", null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  await lockCurrentDifferences(db, day);
  const staleCount = await dropStaleFindings(db, day);
  await reopenChanged(db, day);
  await updateSeen(db, day);
  const newCount = await openNew(db, day);
  const goneCount = await closeMissing(db, day);
  const counts = await countCurrent(db, day);
  const balanceOff = snapshot && (await compareBalance(db, day, snapshot));
  await db
    .updateTable("reconciliation_runs")
    .set({
      compared_count: totals.compared,
      moving_count: totals.moving + staleCount,
      ours_count: totals.oursCount,
      ours_paise: totals.oursPaise,
      theirs_count: totals.theirsCount,
      theirs_paise: totals.theirsPaise,
      new_count: newCount,
      gone_count: goneCount,
      open_count: counts.open,
      severe_count: counts.severe,
      known_count: counts.known,
    })
    .where("id", "=", day.runId)
    .execute();
  await deleteStagedRows(db, day.runId);
  if (newCount > 0 || counts.severe > 0 || balanceOff !== undefined)
    await notifyDifferences(db, day, { newCount, balanceOff, ...counts });
  await publishToSuperAdmins(db, ["jobs"]);
}

/**
 * Closes the races with a batch of provider updates and with a person who handles one of them: their
 * change commits first.
 */
async function lockCurrentDifferences(db: Tx, { adapter, day }: Day): Promise<void> {
  await lockDifferences(db);
  await sql`
    select from reconciliation_differences
    where adapter = ${adapter} and (day = ${day} or kind = 'balance') and state in ('open', 'known')
    order by id for no key update
  `.execute(db);
}

/**
 * Drops findings about payouts that have changed since; the next night compares them again. Known
 * differences of these payouts stay until then.
 */
async function dropStaleFindings(db: Tx, { runId, adapter, day }: Day): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with stale as (
      delete from reconciliation_findings as finding using payouts
      where finding.run_id = ${runId} and payouts.id = finding.payout_id and (
        finding.ours ->> 'state' <> case
          when payouts.status = 'failed' and payouts.provider_state = 'reversed' then 'reversed'
          else payouts.status
        end
        or finding.ours ->> 'utr' is distinct from payouts.utr_number
        or (finding.ours #>> '{charge,fee,amount}')::bigint
          is distinct from payouts.provider_fee_paise
        or (finding.ours #>> '{charge,tax,amount}')::bigint
          is distinct from case
            when payouts.provider_fee_paise is not null then coalesce(payouts.provider_tax_paise, 0)
          end
        or finding.action = 'record_return'
          and (finding.theirs #>> '{amount,amount}')::bigint = payouts.returned_paise
      )
      returning finding.payout_id
    ),
    kept as (
      update reconciliation_differences as difference set seen_run_id = ${runId}
      from (select distinct payout_id from stale) as changed
      where difference.payout_id = changed.payout_id and difference.adapter = ${adapter}
        and difference.day = ${day} and difference.state in ('open', 'known')
    )
    select count(*)::int as count from stale
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Reopens known differences whose values changed: a person accepted the old values only. */
async function reopenChanged(db: Tx, { runId, adapter, day }: Day): Promise<void> {
  await sql`
    update reconciliation_differences as difference
    set state = 'open', ended_at = null, ended_by = null, reason = null, first_by = null,
      first_at = null, first_reason = null, first_return = null
    from reconciliation_findings as finding
    where difference.adapter = ${adapter} and difference.day = ${day} and difference.state in ('open', 'known')
      and finding.run_id = ${runId} and finding.kind = difference.kind
      and finding.subject = difference.subject
      and (finding.ours is distinct from difference.ours or finding.theirs is distinct from difference.theirs)
  `.execute(db);
}

async function updateSeen(db: Tx, { runId, adapter, day }: Day): Promise<void> {
  await sql`
    update reconciliation_differences as difference
    set action = finding.action, is_severe = finding.is_severe, ours = finding.ours,
        theirs = finding.theirs, provider_reference = finding.provider_reference,
        payout_id = finding.payout_id, seen_at = ${now()}, seen_run_id = ${runId}
    from reconciliation_findings as finding
    where difference.adapter = ${adapter} and difference.day = ${day}
      and difference.state in ('open', 'known')
      and finding.run_id = ${runId} and finding.kind = difference.kind
      and finding.subject = difference.subject
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

/** Closes what the run did not find, unless it could not compare it because the payout was moving. */
async function closeMissing(db: Tx, { runId, adapter, day }: Day): Promise<number> {
  const { numAffectedRows } = await sql`
    update reconciliation_differences
    set state = 'gone', ended_at = ${now()}, ended_by = null, seen_run_id = ${runId}
    where adapter = ${adapter} and day = ${day} and state in ('open', 'known')
      and kind <> 'balance' and seen_run_id is distinct from ${runId}
      and not exists (
        select from payouts join reconciliation_runs as run on run.id = ${runId}
        where payouts.id = payout_id and status in ('pending', 'processing')
          and updated_at > requested_at - ${movingSeconds} * interval '1 second'
      )
  `.execute(db);
  return Number(numAffectedRows ?? 0n);
}

interface DifferenceCounts {
  readonly open: number;
  readonly severe: number;
  readonly known: number;
}

async function countCurrent(db: Tx, { adapter, day }: Day): Promise<DifferenceCounts> {
  const { rows } = await sql<DifferenceCounts>`
    select count(*) filter (where state = 'open')::int as open,
      count(*) filter (where state = 'open' and is_severe)::int as severe,
      count(*) filter (where state = 'known')::int as known
    from reconciliation_differences
    where adapter = ${adapter} and day = ${day} and kind <> 'balance' and state in ('open', 'known')
  `.execute(db);
  return rows[0] ?? { open: 0, severe: 0, known: 0 };
}

/** Deletes the staged records and findings of a run, also of one that failed. */
export async function deleteStagedRows(db: Tx, runId: string): Promise<void> {
  await db.deleteFrom("reconciliation_theirs").where("run_id", "=", runId).execute();
  await db.deleteFrom("reconciliation_findings").where("run_id", "=", runId).execute();
}

interface Notified extends DifferenceCounts {
  readonly newCount: number;
  /** In paise, if it is new or has changed. */
  readonly balanceOff: bigint | undefined;
}

async function notifyDifferences(
  db: Tx,
  { adapter, day, runId }: Day,
  { open, severe, newCount, balanceOff }: Notified,
): Promise<void> {
  const openText = open === 1 ? "1 difference" : `${open.toLocaleString("en-IN")} differences`;
  const texts = [
    open === 0 ? "payouts match" : `${openText} open, ${severe} severe, ${newCount} new`,
    balanceOff !== undefined &&
      `balance off by ${rupees(balanceOff < 0n ? -balanceOff : balanceOff)}`,
  ];
  await notifySuperAdmins(db, {
    kind: "reconciliation_differs",
    subjectId: runId,
    detail: `${providerLabel(adapter)}, ${dayInIndia(day)}: ${texts.filter(Boolean).join(", ")}`,
  });
}
