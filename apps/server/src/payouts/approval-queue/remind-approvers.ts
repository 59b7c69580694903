import { sql } from "kysely";
import { transaction, type Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { listApprovers } from "../approval-policies/policy-queries.ts";
import { notifyApprovers } from "../approvals/notify-approvers.ts";
import { findWaiting, type Item, type Subject } from "../approvals/subject.ts";
import { forEachKind } from "./subjects.ts";

const atOnce = 200;

/**
 * Reminds of what has waited for the set time, once in each such time, and tells at once when nobody
 * can approve it any more. It waits for nothing that someone acts on. Where nobody can approve, because
 * the business is inactive or closing, it reminds nobody.
 * @returns how many.
 */
export async function remindApprovers(): Promise<number> {
  const { approval_reminder_hours: hours } = await readSettings();
  const before = secondsFromNow(-hours * 60 * 60);
  const counts = await forEachKind((subject) => transaction((db) => remind(db, subject, before)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function remind<T extends Item>(db: Tx, subject: Subject<T>, before: Date): Promise<number> {
  const isDue = sql`greatest(waits_since, reminded_at) <= ${before} and exists (
    select from tenants
    where tenants.id = tenant_id and is_active and closing_at is null and closed_at is null
  )`;
  const items = await findWaiting(db, subject, isDue, { limit: atOnce, lock: true });
  if (items.length === 0) return 0;
  const givenOf = await subject.readGiven(db, items);
  for (const [tenantId, own] of Map.groupBy(items, (item) => item.tenant_id)) {
    const members = await listApprovers(db, tenantId);
    const list = own.map((item) => ({ item, given: givenOf(item.id) }));
    await notifyApprovers(db, subject, list, members, "reminder");
    await publishChange(db, [tenantId], ["requests", "payouts", "notifications"]);
  }
  const ids = items.map(({ id }) => id);
  await subject.update(db, ids, { reminded_at: now() });
  return items.length;
}
