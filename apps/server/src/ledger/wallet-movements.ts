import { sql } from "kysely";
import type { Db } from "../database/db.ts";
import type { PostingKind } from "./posting.ts";

/** The sum of the postings of one kind on one wallet in a period, in paise. */
export interface Movement {
  readonly walletId: string;
  readonly kind: PostingKind;
  readonly count: bigint;
  /** The change of the wallet's accounts, without a sign. */
  readonly totalPaise: bigint;
  /** The amount that the provider paid, or for a return returned, without a sign. */
  readonly paidPaise: bigint;
  /** Earned fee; negative if refunded. */
  readonly feePaise: bigint;
  readonly gstPaise: bigint;
}

/**
 * The movements of every wallet in a period by kind of posting, from the daily totals.
 * @param period days in Asia/Kolkata, `YYYY-MM-DD`, both included.
 */
export async function sumMovements(
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
 * A table for a query: the sums of every posting by account, for a verification of the totals. The
 * wallet is that of the posting's lines on a tenant's accounts.
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
