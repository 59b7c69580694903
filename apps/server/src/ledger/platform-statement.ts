import { addDays } from "@rokad/contract/days";
import { reading } from "../replica.ts";
import {
  accounts,
  movedByMonth,
  sumAccounts,
  type Account,
  type MovedInMonth,
} from "./account-sums.ts";

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

/**
 * Every account of the ledger over a time, whole and by month: a credit is what makes us owe or
 * earn more, a debit the opposite. Opening and closing are two sums of their own over everything
 * before, so that the identity is a check and not an arithmetic of itself.
 * @param period days in Asia/Kolkata, `YYYY-MM-DD`, both included.
 * @param months those of the time, oldest first, as `YYYY-MM`.
 * @throws when an account does not add up or all accounts together are not zero: a statement that
 * is not true is never shown.
 */
export async function platformStatement(
  period: { readonly from: string; readonly to: string },
  months: readonly string[],
) {
  const before = addDays(period.to, 1);
  // One snapshot: a payout that settles in between is in all of the figures or in none.
  const source = (await reading()).transaction();
  const snapshot = source.setIsolationLevel("repeatable read").setAccessMode("read only");
  return snapshot.execute(async (db) => {
    const openings = await sumAccounts(db, period.from);
    const closings = await sumAccounts(db, before);
    const moved = await movedByMonth(db, { from: period.from, before });
    return inMonths(openings, closings, moved, months);
  });
}

function inMonths(
  openings: Readonly<Record<Account, bigint>>,
  closings: Readonly<Record<Account, bigint>>,
  moved: readonly MovedInMonth[],
  months: readonly string[],
): { whole: AccountFigures[]; byMonth: AccountMonth[] } {
  const standing = new Map(accounts.map((account) => [account, openings[account]]));
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
    const closingPaise = closings[account];
    if (standing.get(account) !== closingPaise) {
      throw new Error(`The platform statement does not add up: account ${account}`);
    }
    return {
      account,
      openingPaise: openings[account],
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
