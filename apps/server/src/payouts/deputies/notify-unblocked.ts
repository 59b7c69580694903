import { sql } from "kysely";
import type { Tx } from "../../database/db.ts";
import type { Member } from "../approval-policies/assess-policy.ts";
import { listApprovers } from "../approval-policies/policy-queries.ts";
import { nextApprovers } from "../approval-policies/progress.ts";
import * as batches from "../batches/notify-approvers.ts";
import { readAmounts, sumOf } from "../batches/start-batch.ts";
import * as storedBatches from "../batches/stored-batch.ts";
import { notifyWaiting } from "../requests/notify-waiting.ts";
import { readApprovals, waitingOf, type StoredRequest } from "../requests/stored-request.ts";
import * as schedules from "../schedules/notify-approvers.ts";
import * as storedSchedules from "../schedules/stored-schedule.ts";

/**
 * Notifies of what nobody could approve, and someone can now. It waits for no batch or schedule that
 * someone acts on: their next step notifies again.
 */
export async function notifyUnblocked(db: Tx, tenantId: string): Promise<void> {
  const members = await listApprovers(db, tenantId);
  await notifyOfRequests(db, tenantId, members);
  await notifyOfBatches(db, tenantId, members);
  await notifyOfSchedules(db, tenantId, members);
}

async function notifyOfRequests(db: Tx, tenantId: string, members: readonly Member[]) {
  const { rows } = await sql<StoredRequest>`
    select * from payment_requests
    where tenant_id = ${tenantId} and state = 'awaiting_approval' and stuck_since is not null
    order by id limit 1000 for update
  `.execute(db);
  const givenOf = await readApprovals(db, rows);
  const unblocked = rows
    .map((request) => ({ request, given: givenOf(request.id) }))
    .filter(({ request, given }) => nextApprovers(waitingOf(request, given), members).length > 0);
  if (unblocked.length === 0) return;
  await db
    .updateTable("payment_requests")
    .set({ stuck_since: null })
    .where(
      "id",
      "in",
      unblocked.map(({ request }) => request.id),
    )
    .execute();
  await notifyWaiting(db, unblocked, members);
}

async function notifyOfBatches(db: Tx, tenantId: string, members: readonly Member[]) {
  const { rows } = await sql<storedBatches.StoredBatch>`
    select * from payout_batches
    where tenant_id = ${tenantId} and state = 'awaiting_approval' and stuck_since is not null
    order by id limit 100 for update skip locked
  `.execute(db);
  const givenOf = await storedBatches.readBatchApprovals(db, rows);
  for (const batch of rows) {
    const given = givenOf(batch.id);
    if (nextApprovers(storedBatches.waitingOf(batch, given), members).length === 0) continue;
    await db
      .updateTable("payout_batches")
      .set({ stuck_since: null })
      .where("id", "=", batch.id)
      .execute();
    const paise = sumOf(await readAmounts(db, batch), ({ amount_paise: amount }) => amount);
    await batches.notifyApprovers(db, batch, { given, members, paise });
  }
}

async function notifyOfSchedules(db: Tx, tenantId: string, members: readonly Member[]) {
  const { rows } = await sql<storedSchedules.StoredSchedule>`
    select ${storedSchedules.scheduleColumns} from payout_schedules
    where tenant_id = ${tenantId} and state = 'awaiting_approval' and stuck_since is not null
    order by id limit 100 for update skip locked
  `.execute(db);
  for (const schedule of rows) {
    const given = await storedSchedules.readScheduleApprovals(db, schedule);
    if (nextApprovers(storedSchedules.waitingOf(schedule, given), members).length === 0) continue;
    await storedSchedules.updateSchedule(db, schedule.id, { stuck_since: null });
    await schedules.notifyApprovers(db, schedule, { given, members });
  }
}
