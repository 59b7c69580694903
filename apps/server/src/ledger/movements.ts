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

/** What happened on every wallet in a time, by kind of posting. */
export async function movements(
  db: Db,
  start: Date,
  end: Date,
  kinds: readonly PostingKind[],
): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    select wallet as "walletId", kind, count(*) as count,
      sum(greatest(abs(available), abs(held)))::bigint as "totalPaise",
      sum(abs(provider))::bigint as "paidPaise",
      sum(fee)::bigint as "feePaise", sum(gst)::bigint as "gstPaise"
    from (${postings(start, end, kinds)}) as moved
    group by wallet, kind
  `.execute(db);
  return rows;
}

/**
 * What each payout earned or gave back in a time, as a table for a query of another capability:
 * `payout_id`, `at`, `fee`, `gst`, in paise.
 */
export function earnings(start: Date, end: Date) {
  return sql`(
    select subject_id as payout_id, at, fee, gst
    from (${postings(start, end, ["settle", "reverse"])}) as earned
  )`;
}

/** One row for each posting. Platform accounts have no wallet, the posting's other lines name it. */
function postings(start: Date, end: Date, kinds: readonly PostingKind[]) {
  return sql`
    ${eachPosting}
    where p.created_at >= ${start} and p.created_at < ${end}
      and e.created_at >= ${start} and e.created_at < ${end}
      and p.kind = any(${[...kinds]}::text[])
    group by p.id
  `;
}

const eachPosting = sql`
  select p.id, p.subject_id, p.kind, p.created_at as at,
    (array_agg(e.wallet_id) filter (where e.wallet_id is not null))[1] as wallet,
    coalesce(sum(e.amount_paise) filter (where e.account = 'available'), 0) as available,
    coalesce(sum(e.amount_paise) filter (where e.account = 'held'), 0) as held,
    coalesce(sum(e.amount_paise) filter (where e.account = 'provider'), 0) as provider,
    coalesce(sum(e.amount_paise) filter (where e.account = 'fee_income'), 0) as fee,
    coalesce(sum(e.amount_paise) filter (where e.account = 'gst_payable'), 0) as gst
  from ledger_postings as p
  join ledger_entries as e on e.posting_id = p.id
`;

/** Every posting there is, for a verification. */
export const allPostings = sql`${eachPosting} group by p.id`;
