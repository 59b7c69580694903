import { sql } from "kysely";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { database, type Db } from "../../database/db.ts";

/** A paid payout that is due for a late check. */
export interface DuePayout {
  readonly id: string;
  readonly tenant_id: string;
  readonly reference: string;
  readonly finished_at: Date;
  readonly handed_at: Date;
  /** The days after which it is due; null when an earlier call had no clear answer. */
  readonly days: number | null;
  /** Calls without a clear answer so far. */
  readonly tries: number;
}

const daySeconds = 24 * 60 * 60;
const noId = "00000000-0000-0000-0000-000000000000";
/** A count of what is left stops here. */
export const leftCountMax = 10_000;

/**
 * Creates the missing cursors of an adapter. A cursor starts where the next later one takes over, so
 * a payout of before the first run is asked about once then, and at its later days.
 */
export async function ensureCursors(adapter: string, days: readonly number[]): Promise<void> {
  const sorted = days.toSorted((a, b) => a - b);
  for (const [at, each] of sorted.entries()) {
    const startDays = sorted[at + 1] ?? each;
    await sql`
      insert into late_check_cursors (adapter, days, finished_at, payout_id)
      values (${adapter}, ${each}, ${secondsFromNow(-startDays * daySeconds)}, ${noId})
      on conflict do nothing
    `.execute(database());
  }
}

/** The payouts that are due the longest, after those without a clear answer in an earlier run. */
export async function selectDue(
  adapter: string,
  days: readonly number[],
  { atMost, startedAt }: { readonly atMost: number; readonly startedAt: Date },
): Promise<DuePayout[]> {
  const { rows: retries } = await sql<DuePayout>`
    select payouts.id, payouts.tenant_id, reference_id as reference, finished_at, handed_at,
      null as days, tries
    from late_check_retries join payouts on payouts.id = payout_id
    where late_check_retries.adapter = ${adapter} and requested_at < ${startedAt}
    order by requested_at limit ${atMost}
  `.execute(database());
  if (retries.length > 0 || days.length === 0) return retries;
  const { rows } = await sql<DuePayout>`
    select * from (${sql.join(
      days.map((each) => sql`(${dueOf(adapter, each)} limit ${atMost})`),
      sql` union all `,
    )}) as due
    order by finished_at + days * interval '1 day', id limit ${atMost}
  `.execute(database());
  return rows;
}

/** One range of an index, however many payouts were paid. */
export function dueOf(adapter: string, days: number) {
  return sql`
    select payouts.id, payouts.tenant_id, reference_id as reference, finished.finished_at, handed_at,
      ${days}::int as days, 0 as tries
    from finished_payouts as finished join payouts on payouts.id = payout_id
    where finished.status = 'success' and finished.adapter = ${adapter}
      and (finished.finished_at, finished.payout_id) > (
        select finished_at, payout_id from late_check_cursors
        where adapter = ${adapter} and days = ${days}
      )
      and finished.finished_at <= ${secondsFromNow(-days * daySeconds)}
    order by finished.finished_at, finished.payout_id
  `;
}

/** How many payouts are due, counted up to `leftCountMax`. */
export async function countDue(adapter: string, days: readonly number[]): Promise<number> {
  const parts = [
    sql`(select from late_check_retries where adapter = ${adapter} limit ${leftCountMax})`,
    ...days.map(
      (each) => sql`(select from (${dueOf(adapter, each)} limit ${leftCountMax}) as due)`,
    ),
  ];
  const { rows } = await sql<{ count: number }>`
    select least(count(*), ${leftCountMax})::int as count
    from (${sql.join(parts, sql` union all `)}) as due
  `.execute(database());
  return rows[0]?.count ?? 0;
}

/** The number of payouts that the adapter got in a period, for the length of its list. */
export async function countHanded(adapter: string, from: Date, to: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payouts
    where adapter = ${adapter} and id in (
      select payout_id from payout_events where event = 'sent' and at >= ${from} and at < ${to}
    )
  `.execute(database());
  return rows[0]?.count ?? 0;
}

/** Moves the cursors behind payouts that are done, in the order in which they were selected. */
export async function advanceCursors(
  db: Db,
  adapter: string,
  done: readonly DuePayout[],
): Promise<void> {
  const last = new Map(done.map((payout) => [payout.days, payout]));
  for (const [days, payout] of last) {
    if (days === null) continue;
    await db
      .updateTable("late_check_cursors")
      .set({ finished_at: payout.finished_at, payout_id: payout.id })
      .where("adapter", "=", adapter)
      .where("days", "=", days)
      .execute();
  }
}

/** After so many calls without a clear answer, only the payout's next late day asks again. */
const triesMax = 5;

/** Records which payouts had no clear answer, to ask again in a later run, and which now have one. */
export async function recordRetries(
  db: Db,
  adapter: string,
  done: readonly DuePayout[],
  unanswered: readonly DuePayout[],
): Promise<void> {
  const again = unanswered.filter(({ tries }) => tries + 1 < triesMax);
  const over = done.filter((payout) => !again.includes(payout)).map(({ id }) => id);
  await sql`delete from late_check_retries where payout_id = any(${over}::uuid[])`.execute(db);
  for (const payout of again) {
    await sql`
      insert into late_check_retries (payout_id, tenant_id, adapter, tries, requested_at)
      values (${payout.id}, ${payout.tenant_id}, ${adapter}, 1, ${now()})
      on conflict (payout_id) do update
      set tries = late_check_retries.tries + 1, requested_at = excluded.requested_at
    `.execute(db);
  }
}

/** Whether status checks of open payouts wait for this provider: they go first. */
export async function isBehind(adapter: string): Promise<boolean> {
  const { rows } = await sql`
    select from payout_queue as queue join payouts on payouts.id = payout_id
    where queue.status = 'processing' and queue.provider in ('primary', 'alternative')
      and queue.due_at < ${secondsFromNow(-behindSeconds)} and adapter = ${adapter}
    limit 1
  `.execute(database());
  return rows.length > 0;
}

const behindSeconds = 30;
