import { sql } from "kysely";
import { database, transaction } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { record } from "../../identity/audit/record.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { listApprovers } from "../approval-policies/policy-queries.ts";
import { expiryReason } from "../approval-policies/return-to-draft.ts";
import { notifyApprovers } from "./notify-approvers.ts";
import {
  lockSchedule,
  readScheduleApprovals,
  scheduleColumns,
  updateSchedule,
  type StoredSchedule,
} from "./stored-schedule.ts";
import { takeBack } from "./take-back.ts";

const atOnce = 50;
const daySeconds = 24 * 60 * 60;

/**
 * Makes schedules drafts again that were not approved in time, as requests expire. Closes the race with
 * an approval: both lock the versions, and the second sees what the first decided.
 * @returns how many.
 */
export async function expireScheduleApprovals(): Promise<number> {
  const { payment_request_days: days } = await readSettings();
  const end = secondsFromNow(-days * daySeconds);
  const { rows } = await sql<Pick<StoredSchedule, "id" | "tenant_id">>`
    select id, tenant_id from payout_schedules
    where state = 'awaiting_approval' and submitted_at <= ${end} order by id limit ${atOnce}
  `.execute(database());
  let count = 0;
  for (const { id, tenant_id: tenantId } of rows)
    if (await expire(tenantId, id, days, end)) count += 1;
  return count;
}

function expire(tenantId: string, id: string, days: number, end: Date): Promise<boolean> {
  return transaction(async (db) => {
    const { schedule } = await lockSchedule(db, tenantId, id);
    const { state, submitted_at: submittedAt } = schedule;
    if (state !== "awaiting_approval" || !submittedAt || submittedAt > end) return false;
    const reason = expiryReason(days);
    await takeBack(db, schedule, { by: null, reason });
    await record(db, {
      act: "payout_schedule.expired",
      by: null,
      subject: { kind: "payout_schedule", id },
      reason,
    });
    await publishChange(db, [tenantId], ["payouts", "notifications"]);
    return true;
  });
}

/**
 * Reminds of schedules that have waited for the set time, once in each such time. It waits for no lock,
 * so that it can't deadlock with what locks all versions.
 * @returns how many.
 */
export async function remindOfSchedules(): Promise<number> {
  const { approval_reminder_hours: hours } = await readSettings();
  return transaction(async (db) => {
    const { rows } = await sql<StoredSchedule>`
      select ${scheduleColumns} from payout_schedules
      where state = 'awaiting_approval'
        and greatest(submitted_at, waits_since, reminded_at) <= ${secondsFromNow(-hours * 60 * 60)}
      order by id limit ${atOnce} for update skip locked
    `.execute(db);
    for (const schedule of rows) {
      const members = await listApprovers(db, schedule.tenant_id);
      const given = await readScheduleApprovals(db, schedule);
      await notifyApprovers(db, schedule, { given, members }, "schedule_reminder");
      await updateSchedule(db, schedule.id, { reminded_at: now() });
      await publishChange(db, [schedule.tenant_id], ["payouts", "notifications"]);
    }
    return rows.length;
  });
}
