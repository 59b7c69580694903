import { sql } from "kysely";
import type { Db } from "../database/db.ts";
import type { TimeSpan } from "./monthly-charges.ts";

/** A return of a settled payout, as the books name it. */
export interface ReturnSubject {
  readonly kind: "reverse" | "partial_return";
  /** The payout of a whole return; the return itself if it is partial. */
  readonly subjectId: string;
  readonly payoutId: string;
}

/** Returned fees and GST in paise, positive. */
export interface ReturnedCharges {
  /** `YYYY-MM` in Asia/Kolkata: when the payout was settled, and so charged. */
  readonly chargedMonth: string;
  readonly count: bigint;
  readonly feePaise: bigint;
  readonly gstPaise: bigint;
}

/**
 * The charges that returns brought back in a span, by the month in which they were charged. Leaves
 * out returns without charges, and those whose payout has no settlement in the books.
 */
export async function sumReturnedCharges(
  db: Db,
  walletId: string,
  { from, until }: TimeSpan,
  subjects: readonly ReturnSubject[],
): Promise<ReturnedCharges[]> {
  if (subjects.length === 0) return [];
  const { rows } = await sql<ReturnedCharges>`
    select to_char(settled.created_at at time zone 'Asia/Kolkata', 'YYYY-MM') as "chargedMonth",
      count(*)::bigint as count, sum(charges.fee)::bigint as "feePaise",
      sum(charges.gst)::bigint as "gstPaise"
    from unnest(
      ${subjects.map(({ kind }) => kind)}::text[],
      ${subjects.map(({ subjectId }) => subjectId)}::uuid[],
      ${subjects.map(({ payoutId }) => payoutId)}::uuid[]
    ) as subject (kind, subject_id, payout_id)
    join ledger_postings as returned
      on returned.subject_id = subject.subject_id and returned.kind = subject.kind
    join ledger_postings as settled
      on settled.subject_id = subject.payout_id and settled.kind = 'settle'
    cross join lateral (
      select coalesce(-sum(amount_paise) filter (where account = 'fee_income'), 0) as fee,
        coalesce(-sum(amount_paise) filter (where account = 'gst_payable'), 0) as gst
      from ledger_entries where posting_id = returned.id
    ) as charges
    where returned.tenant_id = ${walletId} and settled.tenant_id = ${walletId}
      and returned.created_at >= ${from} and returned.created_at < ${until}
      and (charges.fee <> 0 or charges.gst <> 0)
    group by 1 order by 1
  `.execute(db);
  return rows;
}

/** The fee and GST that an entry brought back to its wallet, in paise, positive. */
export interface EntryCharges {
  readonly entry: bigint;
  readonly feePaise: bigint;
  readonly gstPaise: bigint;
}

/**
 * The charges that came back with returns, from the postings of these entries.
 * @param entries numbers of the wallet's entries.
 */
export async function readReturnedCharges(
  db: Db,
  walletId: string,
  entries: readonly bigint[],
): Promise<EntryCharges[]> {
  if (entries.length === 0) return [];
  const { rows } = await sql<EntryCharges>`
    select own.wallet_entry as entry,
      coalesce(-sum(charge.amount_paise) filter (where charge.account = 'fee_income'), 0)::bigint
        as "feePaise",
      coalesce(-sum(charge.amount_paise) filter (where charge.account = 'gst_payable'), 0)::bigint
        as "gstPaise"
    from ledger_entries as own
    join ledger_entries as charge on charge.posting_id = own.posting_id
    where own.wallet_id = ${walletId} and own.account = 'available'
      and own.wallet_entry = any(${entries}::bigint[])
    group by own.wallet_entry
  `.execute(db);
  return rows;
}
