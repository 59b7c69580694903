import { sql, type RawBuilder } from "kysely";
import type { Db } from "../db.ts";
import type { PlatformAccount, TenantAccount } from "./posting.ts";

export type Account = TenantAccount | PlatformAccount;

export const accounts: readonly Account[] = [
  "available",
  "held",
  "bank",
  "provider",
  "fee_income",
  "gst_payable",
  "suspense",
];

/** What came to an account and left it, in paise, neither with a sign. */
export interface Moved {
  readonly account: Account;
  readonly credits: bigint;
  readonly debits: bigint;
}

export interface MovedInMonth extends Moved {
  /** `YYYY-MM`, a month in Asia/Kolkata. */
  readonly month: string;
}

/**
 * The sum of every account, in paise, from what the ledger keeps of each day: as `trialBalance`,
 * which adds up the entries themselves, in a time that does not grow with them.
 * @param until a day in Asia/Kolkata, `YYYY-MM-DD`, before which it is asked for; without it, all.
 */
export async function sumAccounts(db: Db, until?: string): Promise<Record<Account, bigint>> {
  const moved = await add(db, { before: until, by: sql`''` });
  const of = (account: Account) => {
    const { credits = 0n, debits = 0n } = moved.find((each) => each.account === account) ?? {};
    return credits - debits;
  };
  return {
    available: of("available"),
    held: of("held"),
    bank: of("bank"),
    provider: of("provider"),
    fee_income: of("fee_income"),
    gst_payable: of("gst_payable"),
    suspense: of("suspense"),
  };
}

/**
 * What happened on every account in each month.
 * @param period days in Asia/Kolkata, `YYYY-MM-DD`: from the first, before the second.
 */
export function movedByMonth(
  db: Db,
  period: { readonly from: string; readonly before: string },
): Promise<MovedInMonth[]> {
  return add(db, { ...period, by: sql`to_char(day, 'YYYY-MM')` });
}

interface Asked {
  readonly from?: string;
  readonly before?: string | undefined;
  readonly by: RawBuilder<unknown>;
}

/**
 * All entries of one kind have the same sign on an account, so that a day's sum of the kind tells
 * credits from debits. What has a wallet is kept by the day. What lies or lay in suspense has no
 * wallet until it is given to one: that is read from its postings, found by the credits that they
 * are about. A credit out of suspense did not come from the bank, as the days have it.
 */
async function add(db: Db, { from, before, by }: Asked): Promise<MovedInMonth[]> {
  const asked = sql`
    day >= coalesce(${from ?? null}::date, '-infinity')
    and day < coalesce(${before ?? null}::date, 'infinity')
  `;
  const { rows } = await sql<MovedInMonth>`
    with kinds as (
      select ${by} as month, kind, sum(total_paise) as total, sum(provider_paise) as provider,
        sum(fee_paise) as fee, sum(gst_paise) as gst
      from ledger_days where ${asked} group by 1, 2
    ), suspense as (
      select ${by} as month, kind, sum(posted.paise) as paise
      from incoming_credits as credit
      -- The offset keeps them apart: joined in another order, every posting would be read.
      cross join lateral (
        select kind, (posting.created_at at time zone 'Asia/Kolkata')::date as day,
          entry.amount_paise as paise
        from ledger_postings as posting
        join ledger_entries as entry on entry.posting_id = posting.id and account = 'suspense'
        where posting.subject_id in (credit.id, credit.deposit_id)
        offset 0
      ) as posted
      where state in ('suspense', 'assigned', 'returned', 'dismissed') and ${asked}
      group by 1, 2
    )
    select month, account, sum(credits)::bigint as credits, sum(debits)::bigint as debits
    from (
      select month, account, greatest(paise, 0) as credits, greatest(-paise, 0) as debits
      from kinds cross join lateral (
        values
          ('available', case when kind = 'hold' then -total when kind <> 'settle' then total end),
          ('held', case when kind = 'hold' then total when kind in ('settle', 'release') then -total end),
          ('bank', case when kind = 'credit' then -total end),
          ('provider', provider),
          ('fee_income', fee),
          ('gst_payable', gst)
      ) as moved (account, paise)
      union all
      select month, 'suspense', greatest(paise, 0), greatest(-paise, 0) from suspense
      union all
      select month, 'bank', case when kind = 'return' then -paise else 0 end,
        case when kind = 'return' then 0 else paise end
      from suspense
    ) as moved
    group by month, account
  `.execute(db);
  return rows;
}
