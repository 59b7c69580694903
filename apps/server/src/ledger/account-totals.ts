import { sql, type RawBuilder } from "kysely";
import type { Db } from "../database/db.ts";
import type { PlatformAccount, ReceivableAccount, TenantAccount } from "./posting.ts";

export type Account = TenantAccount | PlatformAccount | ReceivableAccount;

export const accounts: readonly Account[] = [
  "available",
  "held",
  "bank",
  "provider",
  "fee_income",
  "gst_payable",
  "suspense",
  "provider_fees",
  "input_tax_credit",
  "own_funds",
  "receivable",
  "losses",
  "unclaimed",
];

/** The credits and debits of an account, in paise, both without a sign. */
export interface AccountMovement {
  readonly account: Account;
  readonly credits: bigint;
  readonly debits: bigint;
}

export interface MonthlyMovement extends AccountMovement {
  /** `YYYY-MM`, a month in Asia/Kolkata. */
  readonly month: string;
}

/**
 * The balance of every account, in paise, from the daily totals: the same as `trialBalance`, which
 * sums all entries, but in a time that does not grow with their number.
 * @param until a day in Asia/Kolkata, `YYYY-MM-DD`, exclusive; without it, everything.
 */
export async function sumAccounts(db: Db, until?: string): Promise<Record<Account, bigint>> {
  const totals = await sumMovements(db, { before: until, by: sql`''` });
  const of = (account: Account) => {
    const { credits = 0n, debits = 0n } = totals.find((each) => each.account === account) ?? {};
    return credits - debits;
  };
  return Object.fromEntries(accounts.map((account) => [account, of(account)])) as Record<
    Account,
    bigint
  >;
}

/**
 * The credits and debits of every account by month.
 * @param period days in Asia/Kolkata, `YYYY-MM-DD`: `from` is included, `before` is not.
 */
export function sumMovementsByMonth(
  db: Db,
  period: { readonly from: string; readonly before: string },
): Promise<MonthlyMovement[]> {
  return sumMovements(db, { ...period, by: sql`to_char(day, 'YYYY-MM')` });
}

/** Adjustments move these accounts too; their lines are read apart. */
const isOfPayout = sql`kind in ('settle', 'reverse', 'partial_return')`;

/**
 * Ends a lateral subquery, so that it is read for each row before it, by its index. In another order,
 * every posting and entry would be read, for each of those rows if the statistics are old.
 */
const fixedOrder = sql`offset 0`;

interface SumOptions {
  readonly from?: string;
  readonly before?: string | undefined;
  readonly by: RawBuilder<unknown>;
}

/**
 * All entries of one kind have the same sign on an account, so a daily total per kind separates
 * credits from debits. Daily totals exist only for postings on a wallet. Money in suspense has none,
 * so its postings are read by way of the incoming credits. Daily totals count a credit out of
 * suspense as one from the bank; a later part of the query corrects that. They do not know an
 * adjustment's other account, so those lines are read by way of the adjustments, which are few. The
 * platform's own money has daily totals by account.
 */
async function sumMovements(db: Db, { from, before, by }: SumOptions): Promise<MonthlyMovement[]> {
  const inPeriod = sql`
    day >= coalesce(${from ?? null}::date, '-infinity')
    and day < coalesce(${before ?? null}::date, 'infinity')
  `;
  const { rows } = await sql<MonthlyMovement>`
    with kinds as (
      select ${by} as month, kind, sum(total_paise) as total, sum(provider_paise) as provider,
        sum(fee_paise) as fee, sum(gst_paise) as gst
      from ledger_days where ${inPeriod} group by 1, 2
    ), suspense as (
      select ${by} as month, kind, sum(posted.paise) as paise
      from incoming_credits as credit
      cross join lateral (
        select id, kind, (created_at at time zone 'Asia/Kolkata')::date as day
        from ledger_postings where subject_id in (credit.id, credit.deposit_id)
        ${fixedOrder}
      ) as posting
      cross join lateral (
        select amount_paise as paise from ledger_entries
        where posting_id = posting.id and account = 'suspense'
        ${fixedOrder}
      ) as posted
      where state in ('suspense', 'assigned', 'returned', 'dismissed') and ${inPeriod}
      group by 1, 2
    ), adjusted as (
      select ${by} as month, account, paise
      from adjustments
      cross join lateral (
        select id, (created_at at time zone 'Asia/Kolkata')::date as day
        from ledger_postings where subject_id = adjustments.id and kind <> 'owe'
        ${fixedOrder}
      ) as posting
      cross join lateral (
        select account, amount_paise as paise from ledger_entries
        where posting_id = posting.id and account <> 'available'
        ${fixedOrder}
      ) as posted
      where state = 'posted' and ${inPeriod}
    )
    select month, account, sum(credits)::bigint as credits, sum(debits)::bigint as debits
    from (
      select month, account, greatest(paise, 0) as credits, greatest(-paise, 0) as debits
      from kinds cross join lateral (
        values
          ('available', case when kind in ('hold', 'set_aside', 'adjust_debit', 'repay', 'request_hold') then -total when kind <> 'settle' then total end),
          ('held', case when kind in ('hold', 'request_hold') then total when kind in ('settle', 'release', 'request_release') then -total end),
          ('bank', case when kind = 'credit' then -total end),
          ('provider', case when ${isOfPayout} then provider end),
          ('fee_income', case when ${isOfPayout} then fee end),
          ('gst_payable', case when ${isOfPayout} then gst end),
          ('receivable', case kind when 'owe' then -total when 'repay' then total end),
          ('unclaimed', case when kind = 'set_aside' then total end)
      ) as moved (account, paise)
      union all
      select month, 'suspense', greatest(paise, 0), greatest(-paise, 0) from suspense
      union all
      select month, 'bank', case when kind = 'return' then -paise else 0 end,
        case when kind = 'return' then 0 else paise end
      from suspense
      union all
      select month, account, greatest(paise, 0), greatest(-paise, 0) from adjusted
      union all
      select ${by}, account, credit_paise, debit_paise from ledger_platform_days where ${inPeriod}
    ) as moved
    group by month, account
  `.execute(db);
  return rows;
}
