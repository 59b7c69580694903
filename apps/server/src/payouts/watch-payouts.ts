import { sql } from "kysely";
import { secondsFromNow } from "../clock.ts";
import { transaction } from "../db.ts";
import { tellSuperAdmins } from "../notifications/tell-super-admins.ts";

/** Longer than a bank takes that is merely slow. */
const waitSecondsMax = 15 * 60;

/**
 * Tells the super admins of payouts that have waited too long for their final word: once of each,
 * and of many that wait together in one sentence.
 */
export async function watchPayouts(): Promise<void> {
  await transaction(async (db) => {
    // One server at a time, or each would tell.
    const { rows: locks } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('watch payouts', 0)) as mine
    `.execute(db);
    if (!locks[0]?.mine) return;
    // The newest that was told of is the mark: those asked for later were not.
    const { rows } = await sql<{ id: string; fresh: boolean; waiting: number }>`
      select id, created_at > coalesce((
        select max(told.created_at)
        from notifications join payouts as told on told.id = subject_id
        where kind = 'payout_stuck'
          and notifications.person_id in (select id from people where role = 'superadmin')
      ), '-infinity') as fresh, count(*) over ()::int as waiting
      from payouts
      where due_at is not null and status in ('pending', 'processing')
        -- What waits for a rail that somebody has paused is no surprise to them.
        and not (
          status = 'pending' and provider in (select id from providers where paused_at is not null)
        )
        and created_at < ${secondsFromNow(-waitSecondsMax)}
      order by created_at desc, id desc limit 1
    `.execute(db);
    const [newest] = rows;
    if (!newest?.fresh) return;
    const others = newest.waiting - 1;
    await tellSuperAdmins(db, {
      kind: "payout_stuck",
      subjectId: newest.id,
      ...(others > 0 && { detail: `, and ${others} other${others > 1 ? "s" : ""}` }),
    });
  });
}
