import { sql } from "kysely";
import type { Db } from "../database/db.ts";
import type { PostingKind } from "./posting.ts";

/** The charges of a wallet in a month, in paise; refunded charges are negative. */
export interface MonthlyCharges {
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
 * Fees and GST by the month in which they were earned or refunded, from the daily totals.
 * @param period days in Asia/Kolkata, `YYYY-MM-DD`, both included.
 */
export async function sumChargesByMonth(
  db: Db,
  walletId: string,
  period: { readonly from: string; readonly to: string },
): Promise<MonthlyCharges[]> {
  const { rows } = await sql<MonthlyCharges>`
    select to_char(day, 'YYYY-MM') as month,
      ${sumOf("count", ["settle"])} as "paidCount", ${sumOf("count", ["reverse"])} as "returnedCount",
      ${sumOf("fee_paise", ["settle"])} as "feesPaise",
      ${sumOf("fee_paise", returns)} as "feesReturnedPaise",
      ${sumOf("gst_paise", ["settle"])} as "gstPaise",
      ${sumOf("gst_paise", returns)} as "gstReturnedPaise"
    from ledger_days
    where wallet_id = ${walletId} and day between ${period.from} and ${period.to}
      and kind in ('settle', 'reverse', 'partial_return')
    group by month order by month
  `.execute(db);
  return rows;
}

/** From an instant on, and before another. */
export interface TimeSpan {
  readonly from: Date;
  readonly until: Date;
}

/**
 * Fees and GST of a span that is not of whole days, from the postings. Counts only payouts with a fee.
 */
export async function sumChargesWithin(
  db: Db,
  walletId: string,
  { from, until }: TimeSpan,
): Promise<Omit<MonthlyCharges, "month">> {
  const { rows } = await sql<Omit<MonthlyCharges, "month">>`
    select ${sumOf("count", ["settle"])} as "paidCount", ${sumOf("count", ["reverse"])} as "returnedCount",
      ${sumOf("fee_paise", ["settle"])} as "feesPaise",
      ${sumOf("fee_paise", returns)} as "feesReturnedPaise",
      ${sumOf("gst_paise", ["settle"])} as "gstPaise",
      ${sumOf("gst_paise", returns)} as "gstReturnedPaise"
    from ledger_postings
    cross join lateral (
      select 1 as count,
        coalesce(sum(amount_paise) filter (where account = 'fee_income'), 0) as fee_paise,
        coalesce(sum(amount_paise) filter (where account = 'gst_payable'), 0) as gst_paise
      from ledger_entries where posting_id = ledger_postings.id
    ) as charges
    where tenant_id = ${walletId} and created_at >= ${from} and created_at < ${until}
      and kind in ('settle', 'reverse', 'partial_return') and (fee_paise <> 0 or gst_paise <> 0)
  `.execute(db);
  return rows[0] as Omit<MonthlyCharges, "month">;
}

const returns = ["reverse", "partial_return"] as const;

function sumOf(column: "count" | "fee_paise" | "gst_paise", kinds: readonly PostingKind[]) {
  const list = sql.join(kinds.map((kind) => sql.lit(kind)));
  return sql`coalesce(sum(${sql.ref(column)}) filter (where kind in (${list})), 0)::bigint`;
}

/**
 * The wallets that were charged in a period, or got charges back, by id.
 * @param period days in Asia/Kolkata, `YYYY-MM-DD`, both included.
 */
export async function listChargedWallets(
  db: Db,
  period: { readonly from: string; readonly to: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct wallet_id as id from ledger_days
    where day between ${period.from} and ${period.to}
      and kind in ('settle', 'reverse', 'partial_return') and (fee_paise <> 0 or gst_paise <> 0)
    order by wallet_id
  `.execute(db);
  return rows.map(({ id }) => id);
}
