import { sql } from "kysely";
import { reading } from "../replica.ts";
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

/** What happened on an account in a time, in paise: opening + credits − debits = closing. */
export interface AccountFigures {
  readonly account: Account;
  readonly openingPaise: bigint;
  readonly creditsPaise: bigint;
  readonly debitsPaise: bigint;
  readonly closingPaise: bigint;
}

export interface AccountMonth extends AccountFigures {
  /** `YYYY-MM`, a month in Asia/Kolkata. */
  readonly month: string;
}

interface Moved {
  readonly account: Account;
  readonly month: string;
  readonly credits: bigint;
  readonly debits: bigint;
}

/**
 * Every account of the ledger over a time, whole and by month: a credit is what makes us owe or
 * earn more, a debit the opposite. Opening and closing are two sums of their own over everything
 * before, so that the identity is a check and not an arithmetic of itself.
 * @param months those of the time, oldest first, as `YYYY-MM`.
 * @throws when an account does not add up or all accounts together are not zero: a statement that
 * is not true is never shown.
 */
export async function platformStatement(start: Date, end: Date, months: readonly string[]) {
  // One snapshot: a payout that settles in between is in all of the figures or in none.
  const source = (await reading()).transaction();
  const snapshot = source.setIsolationLevel("repeatable read").setAccessMode("read only");
  return snapshot.execute(async (db) => {
    const { rows: sums } = await sql<{ account: Account; opening: bigint; closing: bigint }>`
      select account,
        coalesce(sum(amount_paise) filter (where created_at < ${start}), 0)::bigint as opening,
        sum(amount_paise)::bigint as closing
      from ledger_entries where created_at < ${end} group by account
    `.execute(db);
    const { rows: moved } = await sql<Moved>`
      select account, to_char(created_at at time zone 'Asia/Kolkata', 'YYYY-MM') as month,
        coalesce(sum(amount_paise) filter (where amount_paise > 0), 0)::bigint as credits,
        coalesce(-sum(amount_paise) filter (where amount_paise < 0), 0)::bigint as debits
      from ledger_entries where created_at >= ${start} and created_at < ${end}
      group by account, month
    `.execute(db);
    const openings = new Map(sums.map(({ account, opening }) => [account, opening]));
    const closings = new Map(sums.map(({ account, closing }) => [account, closing]));
    return inMonths(openings, closings, moved, months);
  });
}

function inMonths(
  openings: ReadonlyMap<Account, bigint>,
  closings: ReadonlyMap<Account, bigint>,
  moved: readonly Moved[],
  months: readonly string[],
): { whole: AccountFigures[]; byMonth: AccountMonth[] } {
  const standing = new Map(accounts.map((account) => [account, openings.get(account) ?? 0n]));
  const byMonth = months.flatMap((month) =>
    accounts.map((account) => {
      const found = moved.find((each) => each.account === account && each.month === month);
      const openingPaise = standing.get(account) ?? 0n;
      const { credits = 0n, debits = 0n } = found ?? {};
      const closingPaise = openingPaise + credits - debits;
      standing.set(account, closingPaise);
      return {
        month,
        account,
        openingPaise,
        creditsPaise: credits,
        debitsPaise: debits,
        closingPaise,
      };
    }),
  );
  const whole = accounts.map((account) => {
    const mine = byMonth.filter((each) => each.account === account);
    const closingPaise = closings.get(account) ?? 0n;
    if (standing.get(account) !== closingPaise) {
      throw new Error(`The platform statement does not add up: account ${account}`);
    }
    return {
      account,
      openingPaise: openings.get(account) ?? 0n,
      creditsPaise: mine.reduce((sum, { creditsPaise }) => sum + creditsPaise, 0n),
      debitsPaise: mine.reduce((sum, { debitsPaise }) => sum + debitsPaise, 0n),
      closingPaise,
    };
  });
  if (whole.reduce((sum, { closingPaise }) => sum + closingPaise, 0n) !== 0n) {
    throw new Error("The platform statement does not add up: its accounts together are not zero");
  }
  return { whole, byMonth };
}
