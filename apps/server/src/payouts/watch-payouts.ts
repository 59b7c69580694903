import { sql } from "kysely";
import { now, secondsFromNow } from "../clock.ts";
import { transaction } from "../db.ts";
import { announce } from "../live/announce.ts";
import { tellSuperAdmins } from "../notifications/tell-super-admins.ts";
import { readSettings } from "../platform/settings.ts";

const atMost = 500;

/**
 * Tells of payouts that have waited for their outcome longer than System Settings allow: the
 * tenant on the payout's timeline, the super admins in one notification for all that are new. Once
 * for each payout, however many servers watch: the line on its timeline is the mark.
 */
export async function watchPayouts(): Promise<void> {
  const { unknown_alert_minutes: minutes } = await readSettings();
  while ((await watchSome(secondsFromNow(-minutes * 60))) === atMost);
}

async function watchSome(before: Date): Promise<number> {
  return transaction(async (db) => {
    const { rows } = await sql<{ id: string; person_id: string }>`
      with late as (
        select id, person_id, created_at, status from payouts
        where due_at is not null and status in ('pending', 'processing')
          and coalesce(handed_at, created_at) < ${before}
          -- What waits for a rail that somebody has paused is no surprise to them.
          and not (
            status = 'pending' and provider in (select id from providers where paused_at is not null)
          )
          and not exists (
            select from payout_events
            where payout_id = payouts.id and event in ('delayed', 'waiting')
          )
        order by created_at limit ${atMost} for update skip locked
      ), told as (
        insert into payout_events (payout_id, person_id, at, event)
        select id, person_id, ${now()}, case status when 'pending' then 'waiting' else 'delayed' end from late
      )
      select id, person_id from late order by created_at desc, id desc
    `.execute(db);
    const [newest] = rows;
    if (!newest) return 0;
    await announce(
      db,
      rows.map((row) => row.person_id),
      ["payouts"],
    );
    const others = rows.length - 1;
    await tellSuperAdmins(db, {
      kind: "payout_stuck",
      subjectId: newest.id,
      ...(others > 0 && { detail: `, and ${others} other${others > 1 ? "s" : ""}` }),
    });
    return rows.length;
  });
}
