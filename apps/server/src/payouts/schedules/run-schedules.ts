import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import { transaction, type Tx } from "../../database/db.ts";
import { logFailure } from "../../database/log-failure.ts";
import { publishChange } from "../../database/publish-change.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { now } from "../../kernel/clock.ts";
import { dateTimeInIndia } from "../../kernel/days.ts";
import { ApiError } from "../../kernel/errors.ts";
import { wakeWorker } from "../../worker/wake-worker.ts";
import { needsApproval } from "../initiate/refuse-unapproved.ts";
import { bankCalendar } from "./bank-calendar.ts";
import { decideDueDay, nextColumns, openDueDays } from "./next-due-day.ts";
import { phraseOf } from "../phrase-of.ts";
import { dayInWords } from "./day-in-words.ts";
import {
  createRunPayout,
  insertRun,
  nextRunOf,
  type DueRun,
  type RunOutcome,
} from "./schedule-run.ts";
import {
  scheduleColumns,
  signedOrderOf,
  updateSchedule,
  type StoredSchedule,
} from "./stored-schedule.ts";

const schedulesAtOnce = 50;

/**
 * These errors stay until a person changes the schedule, so it pauses instead of failing each time.
 * With any other error the next due day may be paid.
 */
const lastingErrors: ReadonlySet<string> = new Set([
  "SCHEDULE_CHANGED",
  "BENEFICIARY_NOT_PAYABLE",
  "FORBIDDEN",
  "TENANT_CLOSING",
]);

/**
 * Decides the due days whose time has come, each in a transaction of its own.
 * @returns how many; 0 when nothing is due.
 */
export async function runDueSchedules(): Promise<number> {
  const { rows } = await transaction((db) =>
    sql<{ id: string }>`
      select id from payout_schedules where state = 'active' and next_due_at <= ${now()}
      order by next_due_at, id limit ${schedulesAtOnce}
    `.execute(db),
  );
  let count = 0;
  for (const { id } of rows) {
    try {
      count += await transaction((db) => runNext(db, id));
    } catch (error) {
      // The others are due too, and this one is tried again.
      logFailure(error, "A due day of a schedule could not be decided", { schedule: id });
    }
  }
  if (count > 0) wakeWorker();
  return count;
}

/**
 * The schedule's lock, the run, the payout and the step to the next due day are one transaction: two
 * workers, a crash and a clock that is set back decide each due day once. The payout's key is unique
 * for the business.
 */
async function runNext(db: Tx, id: string): Promise<number> {
  const { rows } = await sql<StoredSchedule>`
    select ${scheduleColumns} from payout_schedules
    where id = ${id} and state = 'active' and next_due_at <= ${now()}
    for update skip locked
  `.execute(db);
  const [schedule] = rows;
  const run = schedule && nextRunOf(schedule);
  if (!schedule || !run) return 0;
  const outcome = await decide(db, schedule, run);
  await insertRun(db, schedule, run, outcome);
  await decideDueDay(db, schedule, run);
  if (outcome.reason !== undefined) await notifyFailure(db, schedule, run, outcome);
  if (await isLasting(db, schedule, outcome)) await pauseFailed(db, schedule, outcome);
  await publishChange(db, [schedule.tenant_id], ["payouts", "wallet", "notifications"]);
  return 1;
}

async function decide(db: Tx, schedule: StoredSchedule, run: DueRun): Promise<RunOutcome> {
  const late = now().getTime() - run.dueAt.getTime();
  if (late > limits.scheduleCatchUpHours * hourMs)
    return {
      state: "missed",
      code: "MISSED",
      reason: `It was due on ${dateTimeInIndia(run.dueAt).slice(0, -":00".length)}, more than ${limits.scheduleCatchUpHours} hours before Rokad could create it. Pay it now if it is still due.`,
    };
  if (!run.isKnown)
    return {
      state: "failed",
      code: "HOLIDAYS_UNKNOWN",
      reason: `No list of bank holidays for ${run.dueOn.slice(0, 4)} is installed, so Rokad can't tell whether this is a working day. Pay it now, or pay it by hand.`,
    };
  const { started_by: signer } = schedule;
  if (!signer) throw new Error(`Schedule ${schedule.id} is active and nobody signed it`);
  const result = await createRunPayout(db, schedule, run.dueOn, signer);
  return result instanceof ApiError
    ? { state: "failed", code: result.code, reason: result.message }
    : { state: "created", payoutId: result.id };
}
const hourMs = 60 * 60 * 1000;

async function notifyFailure(
  db: Tx,
  schedule: StoredSchedule,
  run: DueRun,
  { reason = "" }: RunOutcome,
): Promise<void> {
  await notify(db, [
    {
      personId: schedule.tenant_id,
      kind: "schedule_run_failed",
      subjectId: schedule.id,
      detail: `${phraseOf(schedule)}, due on ${dayInWords(run.dueOn)}: ${reason}`,
    },
  ]);
}

/** Today's other payments count today only, so an approval that they alone need pauses nothing. */
async function isLasting(db: Tx, schedule: StoredSchedule, { code = "" }: RunOutcome) {
  if (code !== "APPROVAL_REQUIRED") return lastingErrors.has(code);
  return needsApproval(db, {
    payerId: schedule.tenant_id,
    order: signedOrderOf(schedule),
    amountPaise: schedule.amount_paise,
    source: "schedule",
  });
}

/** Pauses a schedule unless that was its last due day. */
async function pauseFailed(
  db: Tx,
  schedule: StoredSchedule,
  { code, reason }: RunOutcome,
): Promise<void> {
  await sql`
    update payout_schedules
    set state = 'paused', pause_code = ${code}, pause_message = ${reason}, paused_at = ${now()}
    where id = ${schedule.id} and state = 'active'
  `.execute(db);
}

/**
 * Computes the next due day again for schedules that were planned with other lists of bank holidays.
 * @returns how many.
 */
export function applyHolidayLists(): Promise<number> {
  return transaction(async (db) => {
    const { rows } = await sql<StoredSchedule>`
      select ${scheduleColumns} from payout_schedules
      where state in ('active', 'paused') and calendar is distinct from ${bankCalendar().id}
      order by id limit 200 for update skip locked
    `.execute(db);
    for (const schedule of rows) {
      const [next] = openDueDays(schedule, 1);
      if (next) await updateSchedule(db, schedule.id, nextColumns(next));
    }
    return rows.length;
  });
}
