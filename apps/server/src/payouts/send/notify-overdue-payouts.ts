import { sql } from "kysely";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { transaction } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { notifySuperAdmins } from "../../identity/notifications/notify-super-admins.ts";
import { readSettings } from "../../identity/settings/settings.ts";

const atMost = 500;

/**
 * Reports payouts that are open longer than System Settings allow: to the tenant on the payout's
 * timeline, and to super admins in one notification for all of them. The line on the timeline
 * marks a payout as reported, so several servers report it once: one that waited too long, and then
 * has no outcome for too long, is reported for each.
 */
export async function notifyOverduePayouts(): Promise<void> {
  const { unknown_alert_minutes: minutes } = await readSettings();
  while ((await notifyBatch(secondsFromNow(-minutes * 60))) === atMost);
}

async function notifyBatch(before: Date): Promise<number> {
  return transaction(async (db) => {
    const { rows } = await sql<{ id: string; tenant_id: string }>`
      with late as (
        select id, tenant_id, created_at, status from payouts
        where id in (select payout_id from payout_queue) and status in ('pending', 'processing')
          and coalesce(handed_at, created_at) < ${before}
          -- Super admins know about payouts that wait for a tenant they deactivated, or for a
          -- provider they paused.
          and not (status = 'pending' and withheld_at is not null)
          and not (
            status = 'pending' and provider in (select id from providers where paused_at is not null)
          )
          and not exists (
            select from payout_events
            where payout_id = payouts.id
              and event = case payouts.status when 'pending' then 'waiting' else 'delayed' end
          )
        order by created_at limit ${atMost} for no key update skip locked
      ), events as (
        insert into payout_events (payout_id, tenant_id, at, event)
        select id, tenant_id, ${now()}, case status when 'pending' then 'waiting' else 'delayed' end from late
      )
      select id, tenant_id from late order by created_at desc, id desc
    `.execute(db);
    const [newest] = rows;
    if (!newest) return 0;
    await publishChange(
      db,
      rows.map((row) => row.tenant_id),
      ["payouts"],
    );
    const others = rows.length - 1;
    await notifySuperAdmins(db, {
      kind: "payout_stuck",
      subjectId: newest.id,
      ...(others > 0 && { detail: others === 1 ? ", and 1 other" : `, and ${others} others` }),
    });
    return rows.length;
  });
}
