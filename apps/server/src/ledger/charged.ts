import { sql } from "kysely";
import type { Db } from "../db.ts";

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
 * Fees and GST by the month in which they were earned or given back, from what the ledger keeps
 * of each day.
 * @param period days in Asia/Kolkata, `YYYY-MM-DD`, both included.
 */
export async function chargedByMonth(
  db: Db,
  walletId: string,
  period: { readonly from: string; readonly to: string },
): Promise<ChargedMonth[]> {
  const { rows } = await sql<ChargedMonth>`
    select to_char(day, 'YYYY-MM') as month,
      ${summed("count", "settle")} as "paidCount", ${summed("count", "reverse")} as "returnedCount",
      ${summed("fee_paise", "settle")} as "feesPaise",
      ${summed("fee_paise", "reverse")} as "feesReturnedPaise",
      ${summed("gst_paise", "settle")} as "gstPaise",
      ${summed("gst_paise", "reverse")} as "gstReturnedPaise"
    from ledger_days
    where wallet_id = ${walletId} and day between ${period.from} and ${period.to}
      and kind in ('settle', 'reverse')
    group by month order by month
  `.execute(db);
  return rows;
}

function summed(figure: "count" | "fee_paise" | "gst_paise", kind: "settle" | "reverse") {
  return sql`coalesce(sum(${sql.ref(figure)}) filter (where kind = ${sql.lit(kind)}), 0)::bigint`;
}
