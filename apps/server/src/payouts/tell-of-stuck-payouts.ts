import { sql } from "kysely";
import { now, secondsFromNow } from "../clock.ts";
import { transaction } from "../db.ts";
import { announce } from "../live/announce.ts";
import { tellSuperAdmins } from "../notifications/tell-super-admins.ts";

const stuckSeconds = 15 * 60;
const atMost = 500;

/**
 * Tells of payouts that have had no final answer for a quarter of an hour: the tenant on the
 * payout's timeline, the super admins in their notifications; once for each payout.
 */
export async function tellOfStuckPayouts(): Promise<void> {
  await transaction(async (db) => {
    const { rows } = await sql<{ id: string; person_id: string }>`
      with stuck as (
        select id, person_id, created_at from payouts
        where status = 'processing' and due_at is not null
          and created_at < ${secondsFromNow(-stuckSeconds)}
          and not exists (
            select from payout_events where payout_id = payouts.id and event = 'delayed'
          )
        order by created_at limit ${atMost} for update skip locked
      ), told as (
        insert into payout_events (payout_id, at, event) select id, ${now()}, 'delayed' from stuck
      )
      select id, person_id from stuck order by created_at desc
    `.execute(db);
    const [newest, ...others] = rows;
    if (!newest) return;
    await announce(
      db,
      rows.map((row) => row.person_id),
      ["payouts"],
    );
    await tellSuperAdmins(db, {
      kind: "payout_stuck",
      subjectId: newest.id,
      ...(others.length > 0 && { detail: `(and ${others.length} more)` }),
    });
  });
}
