import { sql } from "kysely";
import { database, transaction, type Db, type Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { now } from "../../kernel/clock.ts";
import { wakeWorker } from "../../worker/wake-worker.ts";

const rowsPerBatch = 2_000;

/** Rows of the outbox up to `number` are complete once these transactions are over. */
interface Bound {
  readonly number: bigint;
  readonly writers: string[];
}

const bounds = new WeakMap<Db, Bound>();

/**
 * Numbers the events of each business in the order in which they happened, behind their transactions.
 * Numbers of the outbox are taken before the commit, so a lower one can appear after a higher one. An
 * insert locks the outbox before it takes its number, though, and until its commit: once all writers
 * are over that held the lock when a number was seen, every lower number is there or never will be.
 * Several servers may run it.
 * @param signal stops it between two batches.
 */
export async function numberEvents(signal?: AbortSignal): Promise<void> {
  const pool = database();
  for (;;) {
    const bound = bounds.get(pool) ?? (await readBound(pool));
    if (!bound) return;
    bounds.set(pool, bound);
    const numbered = await transaction((db) => numberBatch(db, bound));
    if (numbered === "not now") return;
    if (numbered > 0) wakeWorker();
    if (numbered < rowsPerBatch) bounds.delete(pool);
    if (signal?.aborted) return;
  }
}

/** The newest visible row, and who writes the outbox after that; none if all is numbered. */
async function readBound(db: Db): Promise<Bound | undefined> {
  const { rows } = await sql<Bound>`
    select newest.number, array(
      select virtualtransaction from pg_locks where ${isWriter}
    ) as writers
    from event_numbering cross join lateral (
      select number from event_outbox where number > up_to order by number desc limit 1
    ) as newest
  `.execute(db);
  return rows[0];
}

/** Of the locks: held by a transaction of this database that inserts into the outbox. */
const isWriter = sql<boolean>`
  relation = 'event_outbox'::regclass and mode = 'RowExclusiveLock'
    and database = (select oid from pg_database where datname = current_database())
`;

/** @returns how many rows were numbered; not now: it is too early, or another server numbers. */
async function numberBatch(db: Tx, bound: Bound): Promise<number | "not now"> {
  const { rows } = await sql<{ up_to: bigint; isComplete: boolean }>`
    select up_to, not exists (
      select from pg_locks where ${isWriter} and virtualtransaction = any(${bound.writers}::text[])
    ) as "isComplete"
    from event_numbering for update skip locked
  `.execute(db);
  const [head] = rows;
  if (!head?.isComplete) return "not now";
  const { rows: numbered } = await sql<{ number: bigint; tenant_id: string }>`
    with taken as materialized (
      select * from event_outbox
      where number > ${head.up_to} and number <= ${bound.number}
      order by number limit ${rowsPerBatch}
    ), counts as (
      select tenant_id, count(*) as count from taken group by tenant_id
    ), heads as (
      insert into event_heads (tenant_id, version)
      select tenant_id, count from counts order by tenant_id
      on conflict (tenant_id) do update set version = event_heads.version + excluded.version
      returning tenant_id, version
    ), clock as (
      -- Later than before, so that a reader who knows the last one can leave it out.
      select greatest(numbered_at + interval '1 millisecond', ${now()}::timestamptz) as at
      from event_numbering
    ), added as (
      insert into events (
        tenant_id, version, id, type, subject_id, client_reference, status, created_at, numbered_at
      )
      select taken.tenant_id,
        heads.version - counts.count
          + row_number() over (partition by taken.tenant_id order by taken.number),
        gen_random_uuid(), type, subject_id, coalesce(own.client_reference, ordered.client_reference),
        taken.status, taken.at, clock.at
      from taken join counts using (tenant_id) join heads using (tenant_id) cross join clock
      left join api_orders as own on own.id = subject_id
      left join payment_requests on payment_requests.payout_id = subject_id
      left join api_orders as ordered on ordered.id = payment_requests.id
      order by taken.number
    ), moved as (
      update event_numbering set numbered_at = clock.at,
        up_to = (select coalesce(max(number), up_to) from taken)
      from clock
    )
    delete from event_outbox using taken where event_outbox.number = taken.number
    returning event_outbox.number, event_outbox.tenant_id
  `.execute(db);
  await publishChange(
    db,
    numbered.map((row) => row.tenant_id),
    ["events"],
  );
  return numbered.length;
}
