import { sql } from "kysely";
import { today } from "../../kernel/days.ts";
import { addDays } from "@rokad/contract/days";
import { database, type Db } from "../../database/db.ts";
import { finishedPayoutsAfter } from "../../ledger/finished-payouts.ts";
import { adapterRollups } from "../../rollups/adapter-rollups.ts";

/** What our books say about one provider, in paise. Only `unrecorded_paise` comes from its list. */
export interface ProviderBooks {
  /** Since the first payout: what the provider took, its charges, and what came back. */
  readonly taken_paise: bigint;
  readonly charges_paise: bigint;
  readonly returned_paise: bigint;
  readonly transferred_paise: bigint;
  readonly paid_paise: bigint;
  readonly booked_paise: bigint;
  /** What adjustments added to our money with the provider; negative if they took some. */
  readonly adjusted_paise: bigint;
  readonly in_flight_paise: bigint;
  readonly unbooked_paise: bigint;
  readonly on_the_way_paise: bigint;
  readonly unrecorded_paise: bigint;
}

/** For how many days a recorded transfer that the provider's list lacks counts as on the way. */
const onTheWayDays = 7;

/**
 * Whether a payout that the provider accepted waits there, for our balance, an approval or its time, so
 * that nothing was debited yet. Only RazorpayX reports these states.
 */
const isWaiting = sql`split_part(provider_raw_state, '/', 1) in ('queued', 'pending', 'scheduled')`;

/**
 * Reads a provider's part of our books, in one statement and from rollups, so that its time does not
 * grow with the number of payouts.
 * @param listsCredits whether the provider has a list in which a transfer can be missing.
 */
export async function readProviderBooks(
  adapter: string,
  { listsCredits }: { readonly listsCredits: boolean },
  db: Db = database(),
): Promise<ProviderBooks> {
  const { rows } = await sql<ProviderBooks>`
    with payouts_of as (
      select coalesce(sum(taken_paise), 0) as taken, coalesce(sum(returned_paise), 0) as returned,
        coalesce(sum(success_paise), 0) as paid
      from ${adapterRollups} as sums where adapter = ${adapter}
    ), charged as (
      select coalesce(sum(fee_paise + tax_paise), 0) as booked
      from provider_charge_days where adapter = ${adapter}
    ), in_flight as (
      select coalesce(sum(amount_paise) filter (where ${isWaiting} is not true), 0) as amount,
        coalesce(sum(amount_paise) filter (where ${isWaiting}), 0) as waiting,
        coalesce(sum(coalesce(provider_fee_paise, 0) + coalesce(provider_tax_paise, 0)), 0) as charges
      from payouts
      where id in (select payout_id from payout_queue) and adapter = ${adapter} and provider_state is not null
    ), queued as (
      -- Each payout by its id: joined as a whole, one side would be read for each row of the other.
      select coalesce(sum(charged.paise - booked.paise), 0) as charges
      from (
        select payout_id from provider_charge_queue
        union
        ${finishedPayoutsAfter(sql`(select up_to from provider_charge_head)`)}
      ) as finished cross join lateral (
        select coalesce(provider_fee_paise, 0) + coalesce(provider_tax_paise, 0) as paise
        from payouts
        where id = finished.payout_id and adapter = ${adapter} and status in ('success', 'failed')
        offset 0
      ) as charged cross join lateral (
        select coalesce(sum(fee_paise + tax_paise), 0) as paise
        from provider_charges where payout_id = finished.payout_id
      ) as booked
    ), moved as (
      select
        coalesce(sum(case when destination = 'provider' then amount_paise else -amount_paise end), 0)
          as total,
        coalesce(sum(amount_paise) filter (
          where destination = 'provider' and utr_key is not null and corrects_id is null
            and corrected_at is null and transferred_on > ${addDays(today(), -onTheWayDays)}
            and not exists (select from provider_credits where transfer_id = fund_transfers.id)
        ), 0) as unseen
      from fund_transfers where adapter = ${adapter}
    ), adjusted as (
      select coalesce(sum(
        case debit_account when 'provider' then amount_paise else -amount_paise end
      ), 0) as total
      from adjustments where adapter = ${adapter} and state = 'posted'
    ), unrecorded as (
      select coalesce(sum(amount_paise), 0) as total
      from provider_credits where adapter = ${adapter} and transfer_id is null
    )
    select (taken - in_flight.waiting)::bigint as taken_paise, returned::bigint as returned_paise,
      (booked + in_flight.charges + queued.charges)::bigint as charges_paise,
      moved.total::bigint as transferred_paise, paid::bigint as paid_paise,
      booked::bigint as booked_paise, adjusted.total::bigint as adjusted_paise,
      in_flight.amount::bigint as in_flight_paise,
      (in_flight.charges + queued.charges)::bigint as unbooked_paise,
      (case when ${listsCredits} then unseen else 0 end)::bigint as on_the_way_paise,
      unrecorded.total::bigint as unrecorded_paise
    from payouts_of, charged, in_flight, queued, moved, adjusted, unrecorded
  `.execute(db);
  const [books] = rows;
  if (!books) throw new Error(`The books of ${adapter} could not be read`);
  return books;
}

/** What we have with the provider by our books, in paise. */
export function expectedPaise(books: ProviderBooks): bigint {
  const { transferred_paise, paid_paise, booked_paise, adjusted_paise } = books;
  return transferred_paise - paid_paise - booked_paise + adjusted_paise;
}

/** What the provider must say if nothing is unexplained, in paise. */
export function explainedPaise(books: ProviderBooks): bigint {
  const parts = books.unrecorded_paise - books.in_flight_paise - books.unbooked_paise;
  return expectedPaise(books) + parts - books.on_the_way_paise;
}

export function isSameBooks(one: ProviderBooks, other: ProviderBooks): boolean {
  return (Object.keys(one) as (keyof ProviderBooks)[]).every((key) => one[key] === other[key]);
}
