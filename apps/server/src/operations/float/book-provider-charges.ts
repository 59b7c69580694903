import { sql } from "kysely";
import { transaction, type Tx } from "../../database/db.ts";
import { unnestRows } from "../../database/unnest-rows.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";
import { now } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import { readFinishedPayouts } from "../../ledger/finished-payouts.ts";
import { bookCharges, lockChargeBooking, type NewCharge } from "./write-charges.ts";

const postingsPerBatch = 500;

/**
 * Books what providers charged for finished payouts, behind them: a payout never waits for it. The
 * charge of a payout is the sum of its bookings, so a provider's changed figure posts the difference
 * and a repeat posts nothing.
 * @param signal stops it between two batches.
 */
export async function bookProviderCharges(signal: AbortSignal): Promise<void> {
  while ((await transaction(bookBatch)) === postingsPerBatch && !signal.aborted);
}

/** @returns how many postings or queued payouts it read; 0 while another worker books. */
async function bookBatch(db: Tx): Promise<number> {
  if (!(await lockChargeBooking(db, { waits: false }))) return 0;
  const queued = await takeQueued(db);
  const followed = await followPostings(db);
  const payoutIds = [...new Set([...queued, ...followed])];
  if (payoutIds.length > 0) {
    const charges = await selectDifferences(db, payoutIds);
    if (charges.length > 0) {
      await bookCharges(db, charges);
      await publishToSuperAdmins(db, ["float"]);
    }
  }
  return Math.max(queued.length, followed.length);
}

async function takeQueued(db: Tx): Promise<string[]> {
  const { rows } = await sql<{ payout_id: string }>`
    delete from provider_charge_queue
    where id = any(array(select id from provider_charge_queue order by id limit ${postingsPerBatch}))
    returning payout_id
  `.execute(db);
  return rows.map((row) => row.payout_id);
}

/** Reads the next postings of finished payouts and moves the head behind them. */
async function followPostings(db: Tx) {
  const head = await db
    .selectFrom("provider_charge_head")
    .select("up_to")
    .executeTakeFirstOrThrow();
  const { payoutIds, upTo } = await readFinishedPayouts(db, {
    after: head.up_to,
    atMost: postingsPerBatch,
  });
  if (upTo !== head.up_to)
    await db.updateTable("provider_charge_head").set({ up_to: upTo }).execute();
  return payoutIds;
}

/** What is left to book of each payout: what its provider named, less what is booked. */
async function selectDifferences(db: Tx, payoutIds: readonly string[]): Promise<NewCharge[]> {
  const { rows } = await sql<Omit<NewCharge, "id" | "day">>`
    select payouts.adapter, payouts.id as "payoutId", payouts.tenant_id as "tenantId",
      booked.number + 1 as number,
      (coalesce(provider_fee_paise, 0) - booked.fee)::bigint as "feePaise",
      (coalesce(provider_tax_paise, 0) - booked.tax)::bigint as "taxPaise"
    from payouts cross join lateral (
      select coalesce(max(number), 0) as number, coalesce(sum(fee_paise), 0) as fee,
        coalesce(sum(tax_paise), 0) as tax
      from provider_charges where payout_id = payouts.id
    ) as booked
    where payouts.id = any(${payoutIds}::uuid[]) and status in ('success', 'failed')
      and adapter is not null
      and (coalesce(provider_fee_paise, 0), coalesce(provider_tax_paise, 0))
        <> (booked.fee, booked.tax)
    order by payouts.id
  `.execute(db);
  return rows.map((row) => ({ ...row, id: newId(), day: null }));
}

/**
 * Queues payouts of the last day whose charge is not booked. Runs when a worker starts: a server of
 * the previous version may have recorded a late charge while the schema was upgraded.
 */
export async function queueMissedCharges(): Promise<void> {
  const since = new Date(now().getTime() - 24 * 60 * 60_000);
  await transaction(async (db) => {
    const { rows } = await sql<{ payout_id: string }>`
      select payouts.id as payout_id from payouts
      where id in (
        select payout_id from payout_events
        where at > ${since} and event in ('success', 'failed', 'reversed')
      )
      and (coalesce(provider_fee_paise, 0) <> 0 or coalesce(provider_tax_paise, 0) <> 0)
      and not exists (select from provider_charges as charge where charge.payout_id = payouts.id)
    `.execute(db);
    await sql`
      insert into provider_charge_queue (payout_id)
      select payout_id from ${unnestRows("missed", { payout_id: "uuid" }, rows)}
    `.execute(db);
  });
}
