import { sql } from "kysely";
import type { Db } from "../db.ts";
import type { Stretch } from "./statement.ts";

/** What a wallet was charged in a month, in paise; what went back is below zero. */
export interface ChargedMonth {
  /** `YYYY-MM`, a month in Asia/Kolkata. */
  readonly month: string;
  readonly paidCount: bigint;
  readonly returnedCount: bigint;
  readonly feesPaise: bigint;
  readonly feesReturnedPaise: bigint;
  readonly gstPaise: bigint;
  readonly gstReturnedPaise: bigint;
}

/**
 * Fees and GST by the month in which they were earned or given back. The platform's accounts have
 * no wallet, so each of their entries is found through its posting, in which the wallet has an
 * entry too: the settled one on held, the returned one on available.
 */
export async function chargedByMonth(db: Db, stretch: Stretch): Promise<ChargedMonth[]> {
  const { walletId, after, upTo } = stretch;
  const { rows } = await sql<ChargedMonth>`
    select to_char(mine.created_at at time zone 'Asia/Kolkata', 'YYYY-MM') as month,
      count(*) filter (where kind = 'settle') as "paidCount",
      count(*) filter (where kind = 'reverse') as "returnedCount",
      coalesce(sum(fee) filter (where kind = 'settle'), 0)::bigint as "feesPaise",
      coalesce(sum(fee) filter (where kind = 'reverse'), 0)::bigint as "feesReturnedPaise",
      coalesce(sum(gst) filter (where kind = 'settle'), 0)::bigint as "gstPaise",
      coalesce(sum(gst) filter (where kind = 'reverse'), 0)::bigint as "gstReturnedPaise"
    from ledger_entries as mine
    join ledger_postings on ledger_postings.id = mine.posting_id
    cross join lateral (
      select sum(amount_paise) filter (where account = 'fee_income') as fee,
        sum(amount_paise) filter (where account = 'gst_payable') as gst
      from ledger_entries where posting_id = mine.posting_id
    ) as earned
    where mine.wallet_id = ${walletId}
      and mine.wallet_entry > ${after} and mine.wallet_entry <= ${upTo}
      and kind in ('settle', 'reverse')
    group by month order by month
  `.execute(db);
  return rows;
}
