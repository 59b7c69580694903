import { sql } from "kysely";
import type { Tx } from "../../database/db.ts";
import { unnestRows } from "../../database/unnest-rows.ts";
import { now } from "../../kernel/clock.ts";
import { expense } from "../../ledger/own-money.ts";

/** A booking of a provider's charge, in paise; negative for a correction downwards. */
export interface NewCharge {
  readonly id: string;
  readonly adapter: string;
  readonly payoutId: string | null;
  readonly tenantId: string | null;
  /** A day in India, `YYYY-MM-DD`, for charges that no payout names. */
  readonly day: string | null;
  /** Counts the bookings of the payout or day, from 1. */
  readonly number: number;
  readonly feePaise: bigint;
  readonly taxPaise: bigint;
  readonly reference?: string | null;
  readonly recordedBy?: string;
}

/**
 * Locks the booking of charges until the commit. Closes the race between two bookings of one payout
 * or day: both would post the whole difference.
 * @returns whether it has the lock; always, if it waits.
 */
export async function lockChargeBooking(
  db: Tx,
  { waits }: { readonly waits: boolean },
): Promise<boolean> {
  const key = sql`hashtextextended('provider charges', 0)`;
  if (waits) {
    await sql`select pg_advisory_xact_lock(${key})`.execute(db);
    return true;
  }
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${key}) as locked
  `.execute(db);
  return rows[0]?.locked ?? false;
}

const columns = {
  id: "uuid",
  adapter: "text",
  payout_id: "uuid",
  tenant_id: "uuid",
  day: "date",
  number: "int",
  fee_paise: "bigint",
  tax_paise: "bigint",
  reference: "text",
  recorded_by: "uuid",
} as const;

/** Records charges, posts each, and adds them to the day's totals. The caller holds the lock. */
export async function bookCharges(db: Tx, charges: readonly NewCharge[]): Promise<void> {
  const at = now();
  const rows = charges.map((charge) => ({
    id: charge.id,
    adapter: charge.adapter,
    payout_id: charge.payoutId,
    tenant_id: charge.tenantId,
    day: charge.day,
    number: charge.number,
    fee_paise: charge.feePaise,
    tax_paise: charge.taxPaise,
    reference: charge.reference ?? null,
    recorded_by: charge.recordedBy ?? null,
  }));
  await sql`
    with booked as (
      insert into provider_charges (
        id, adapter, payout_id, tenant_id, day, number, fee_paise, tax_paise, reference,
        recorded_by, booked_at
      )
      select *, ${at}::timestamptz from ${unnestRows("charge", columns, rows)}
      returning adapter, payout_id, fee_paise, tax_paise
    )
    insert into provider_charge_days as stored (
      adapter, day, count, fee_paise, tax_paise, payout_fee_paise, payout_tax_paise
    )
    select adapter, (${at}::timestamptz at time zone 'Asia/Kolkata')::date, count(*),
      sum(fee_paise), sum(tax_paise),
      coalesce(sum(fee_paise) filter (where payout_id is not null), 0),
      coalesce(sum(tax_paise) filter (where payout_id is not null), 0)
    from booked group by adapter order by adapter
    on conflict (adapter, day) do update set
      count = stored.count + excluded.count,
      fee_paise = stored.fee_paise + excluded.fee_paise,
      tax_paise = stored.tax_paise + excluded.tax_paise,
      payout_fee_paise = stored.payout_fee_paise + excluded.payout_fee_paise,
      payout_tax_paise = stored.payout_tax_paise + excluded.payout_tax_paise
  `.execute(db);
  await expense(
    db,
    charges.map(({ id, feePaise, taxPaise }) => ({ chargeId: id, feePaise, taxPaise })),
  );
}
