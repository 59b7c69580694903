import { sql } from "kysely";
import type { Db } from "../db.ts";
import type { PostingKind } from "./posting.ts";

/** The postings of one kind on one wallet in a time, added up, in paise. */
export interface Movement {
  readonly walletId: string;
  readonly kind: PostingKind;
  readonly count: bigint;
  /** What the wallet's accounts moved by, without a sign. */
  readonly totalPaise: bigint;
  /** Paid by the provider, and for a returned payout what came back, without a sign. */
  readonly paidPaise: bigint;
  /** Earned, or below zero what was given back. */
  readonly feePaise: bigint;
  readonly gstPaise: bigint;
}

/**
 * What happened on every wallet in a period, by kind of posting, from what is kept of each day.
 * @param period days in Asia/Kolkata, `YYYY-MM-DD`, both included.
 */
export async function movements(
  db: Db,
  period: { readonly from: string; readonly to: string },
  kinds: readonly PostingKind[],
): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    select wallet_id as "walletId", kind, sum(count)::bigint as count,
      sum(total_paise)::bigint as "totalPaise", sum(abs(provider_paise))::bigint as "paidPaise",
      sum(fee_paise)::bigint as "feePaise", sum(gst_paise)::bigint as "gstPaise"
    from ledger_days
    where day between ${period.from} and ${period.to} and kind = any(${[...kinds]}::text[])
    group by wallet_id, kind
  `.execute(db);
  return rows;
}

/**
 * Every posting there is, added up, for a verification of what is kept. Platform accounts have no
 * wallet, the posting's other lines name it.
 */
export const allPostings = sql`
  select p.id, p.subject_id, p.kind, p.created_at as at,
    (array_agg(e.wallet_id) filter (where e.wallet_id is not null))[1] as wallet,
    coalesce(sum(e.amount_paise) filter (where e.account = 'available'), 0) as available,
    coalesce(sum(e.amount_paise) filter (where e.account = 'held'), 0) as held,
    coalesce(sum(e.amount_paise) filter (where e.account = 'provider'), 0) as provider,
    coalesce(sum(e.amount_paise) filter (where e.account = 'fee_income'), 0) as fee,
    coalesce(sum(e.amount_paise) filter (where e.account = 'gst_payable'), 0) as gst
  from ledger_postings as p
  join ledger_entries as e on e.posting_id = p.id
  group by p.id
`;
