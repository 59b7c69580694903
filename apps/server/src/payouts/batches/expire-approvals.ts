import { sql } from "kysely";
import { transaction } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { record } from "../../identity/audit/record.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { listApprovers } from "../approval-policies/policy-queries.ts";
import { expiryReason } from "../approval-policies/return-to-draft.ts";
import { notifyApprovers } from "./notify-approvers.ts";
import { readAmounts, sumOf } from "./start-batch.ts";
import { readBatchApprovals, type StoredBatch } from "./stored-batch.ts";
import { takeBack } from "./take-back.ts";

const atOnce = 50;
const daySeconds = 24 * 60 * 60;

/**
 * Makes batches drafts again that were not approved in time, as requests expire. Skips those that
 * someone acts on: an approval in progress locks its batch, and counts if it began before the end.
 * @returns how many.
 */
export async function expireBatchApprovals(): Promise<number> {
  const { payment_request_days: days } = await readSettings();
  return transaction(async (db) => {
    const { rows } = await sql<StoredBatch>`
      select * from payout_batches
      where state = 'awaiting_approval' and submitted_at <= ${secondsFromNow(-days * daySeconds)}
      order by id limit ${atOnce} for update skip locked
    `.execute(db);
    for (const batch of rows) {
      const reason = expiryReason(days);
      await takeBack(db, batch, { by: null, reason });
      await record(db, {
        act: "payout_batch.expired",
        by: null,
        subject: { kind: "payout_batch", id: batch.id },
        reason,
      });
      await publishChange(db, [batch.tenant_id], ["payouts", "notifications"]);
    }
    return rows.length;
  });
}

/**
 * Reminds of batches that have waited for the set time, once in each such time.
 * @returns how many.
 */
export async function remindOfBatches(): Promise<number> {
  const { approval_reminder_hours: hours } = await readSettings();
  return transaction(async (db) => {
    const { rows } = await sql<StoredBatch>`
      select * from payout_batches
      where state = 'awaiting_approval'
        and greatest(submitted_at, waits_since, reminded_at) <= ${secondsFromNow(-hours * 60 * 60)}
      order by id limit ${atOnce} for update skip locked
    `.execute(db);
    const givenOf = await readBatchApprovals(db, rows);
    for (const batch of rows) {
      const members = await listApprovers(db, batch.tenant_id);
      const paise = sumOf(await readAmounts(db, batch), ({ amount_paise: amount }) => amount);
      const facts = { given: givenOf(batch.id), members, paise };
      await notifyApprovers(db, batch, facts, "batch_reminder");
      await db
        .updateTable("payout_batches")
        .set({ reminded_at: now() })
        .where("id", "=", batch.id)
        .execute();
      await publishChange(db, [batch.tenant_id], ["payouts", "notifications"]);
    }
    return rows.length;
  });
}
