import { formatMoney } from "@rokad/money/format";
import { sql } from "kysely";
import { transaction, type Tx } from "../../database/db.ts";
import { logFailure } from "../../database/log-failure.ts";
import { publishChange } from "../../database/publish-change.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { now } from "../../kernel/clock.ts";
import { ApiError } from "../../kernel/errors.ts";
import { inr } from "../../kernel/money.ts";
import { mayDo } from "../../kernel/permissions.ts";
import type { Tenant } from "../../kernel/person.ts";
import { wakeWorker } from "../../worker/wake-worker.ts";
import { showAdviceSettings } from "../advices/advice-settings.ts";
import type { Member } from "../approval-policies/assess-policy.ts";
import { lockApprovers } from "../approval-policies/policy-queries.ts";
import { submitLocked } from "../batches/submit-batch.ts";
import { findBatchApproval } from "../batches/batch-approval.ts";
import { prepareAgain } from "../batches/create-batch.ts";
import { readBatch, type StoredBatch } from "../batches/stored-batch.ts";
import { bankCalendar } from "../schedules/bank-calendar.ts";
import { nextColumns, openDueDays } from "../schedules/next-due-day.ts";
import { dayInWords } from "../schedules/day-in-words.ts";
import { findMaker, MakerMissing } from "./find-maker.ts";
import {
  batchScheduleColumns,
  decideDay,
  nextDayOf,
  updateBatchSchedule,
  type StoredBatchSchedule,
} from "./stored-batch-schedule.ts";

const schedulesAtOnce = 20;

/**
 * Prepares the batches whose due day has come, each in a transaction of its own. A batch that is
 * prepared late is prepared all the same: it pays nothing before it is signed.
 * @returns how many due days were decided; 0 when nothing is due.
 */
export async function prepareDueBatches(): Promise<number> {
  const { rows } = await transaction((db) =>
    sql<{ id: string; tenant_id: string }>`
      select id, tenant_id from batch_schedules where state = 'active' and next_due_at <= ${now()}
      order by next_due_at, id limit ${schedulesAtOnce}
    `.execute(db),
  );
  let count = 0;
  for (const { id, tenant_id: tenantId } of rows) {
    try {
      count += await transaction((db) => prepareNext(db, tenantId, id));
    } catch (error) {
      // The others are due too, and this one is tried again.
      logFailure(error, "A scheduled batch could not be prepared", { schedule: id });
    }
  }
  if (count > 0) wakeWorker();
  return count;
}

/**
 * The schedule's lock, the batch, its submission and the step to the next due day are one transaction:
 * two workers and a crash prepare one batch.
 */
async function prepareNext(db: Tx, tenantId: string, id: string): Promise<number> {
  // Members before batches, as wherever approvals are decided.
  const members = await lockApprovers(db, tenantId);
  const { rows } = await sql<StoredBatchSchedule>`
    select ${batchScheduleColumns} from batch_schedules
    where id = ${id} and state = 'active' and next_due_at <= ${now()}
    for update skip locked
  `.execute(db);
  const [schedule] = rows;
  const day = schedule && nextDayOf(schedule);
  if (!schedule || !day) return 0;
  try {
    const maker = await findMaker(db, schedule);
    const batch = await prepare(db, maker, { schedule, dueOn: day.dueOn, members });
    await decideDay(db, schedule, day, { state: "prepared", batchId: batch.id });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await giveUp(db, schedule, day, error);
  }
  await publishChange(db, [tenantId], ["payouts", "notifications"]);
  return 1;
}

interface Due {
  readonly schedule: StoredBatchSchedule;
  readonly dueOn: string;
  readonly members: readonly Member[];
}

/**
 * Makes the draft, and submits it where one person can't send it: the policy asks approvals, or its
 * maker may not pay.
 */
async function prepare(
  db: Tx,
  maker: Tenant,
  { schedule, dueOn, members }: Due,
): Promise<{ readonly id: string }> {
  const source = await readBatch(db, maker.tenantId, schedule.batch_id);
  const { id } = await prepareAgain(db, maker, source.id, {
    scheduleId: schedule.id,
    dueOn,
  });
  const { content_hash: hash } = await readBatch(db, maker.tenantId, id);
  const { rows, wrong, paise } = await sumRows(db, id);
  const notifyMaker = (what: string) =>
    notify(db, [
      {
        personId: maker.tenantId,
        kind: "batch_prepared",
        subjectId: id,
        detail: `${source.file_name} is prepared for ${dayInWords(dueOn)}: ${rows === 1 ? "1 row" : `${rows} rows`}, ${formatMoney(inr(paise))}. ${what}`,
        amountPaise: paise,
      },
    ]);
  if (hash === null) {
    const left = rows > 0 ? "Check new accounts and names that differ first." : "No row is left.";
    const toCorrect =
      wrong === 1 ? "1 row needs correcting first." : `${wrong} rows need correcting first.`;
    await notifyMaker(wrong > 0 ? toCorrect : left);
    return { id };
  }
  const approval = await findBatchApproval(db, maker.tenantId, id, paise);
  if (approval.steps.length === 0 && mayDo(maker, "pay")) {
    await notifyMaker("Sign it to pay.");
    return { id };
  }
  const start = await startOf(source, hash);
  const error = await submitLocked(db, maker, { id, start, members, by: null }).catch(
    (reason: unknown) => {
      if (reason instanceof ApiError) return reason.message;
      throw reason;
    },
  );
  if (error !== undefined) await notifyMaker(`It was not submitted: ${error}`);
  return { id };
}

/** As the batch before was started. */
async function startOf(source: StoredBatch, hash: Buffer) {
  const { is_on: hasAdvices } = await showAdviceSettings({ tenantId: source.tenant_id });
  return {
    content_hash: hash.toString("hex"),
    funding: source.funding,
    send_advices: source.sends_advices && hasAdvices,
  };
}

async function sumRows(db: Tx, batchId: string) {
  const { rows } = await sql<{ rows: number; wrong: number; paise: bigint }>`
    select count(*)::int as rows, count(*) filter (where state = 'wrong')::int as wrong,
      coalesce(sum(amount_paise), 0)::bigint as paise
    from batch_rows where batch_id = ${batchId}
  `.execute(db);
  return rows[0] ?? { rows: 0, wrong: 0, paise: 0n };
}

/** Records why there is no batch. Without its maker it would fail on each due day, so it pauses. */
async function giveUp(
  db: Tx,
  schedule: StoredBatchSchedule,
  day: { readonly ruleDay: string; readonly dueOn: string },
  error: ApiError,
): Promise<void> {
  const { state } = await decideDay(db, schedule, day, { state: "failed", reason: error.message });
  if (error instanceof MakerMissing && state === "active")
    await updateBatchSchedule(db, schedule.id, {
      state: "paused",
      pause_message: error.message,
      paused_at: now(),
    });
  const { file_name: name } = await readBatch(db, schedule.tenant_id, schedule.batch_id);
  await notify(db, [
    {
      personId: schedule.tenant_id,
      kind: "batch_not_prepared",
      subjectId: schedule.batch_id,
      detail: `${name} was not prepared for ${dayInWords(day.dueOn)}: ${error.message}`,
    },
  ]);
}

/**
 * Computes the next due day again for schedules that were planned with other lists of bank holidays.
 * @returns how many.
 */
export function applyHolidaysToBatches(): Promise<number> {
  return transaction(async (db) => {
    const { rows } = await sql<StoredBatchSchedule>`
      select ${batchScheduleColumns} from batch_schedules
      where state <> 'ended' and calendar is distinct from ${bankCalendar().id}
      order by id limit 200 for update skip locked
    `.execute(db);
    for (const schedule of rows) {
      const [next] = openDueDays(schedule, 1);
      if (next) await updateBatchSchedule(db, schedule.id, nextColumns(next));
    }
    return rows.length;
  });
}
