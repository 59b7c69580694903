import { addDays } from "@rokad/contract/days";
import { replicaOrPrimary } from "../database/replica.ts";
import {
  accounts,
  sumMovementsByMonth,
  sumAccounts,
  type Account,
  type MonthlyMovement,
} from "./account-totals.ts";

/** The totals of an account in a period, in paise: opening + credits − debits = closing. */
export interface AccountTotals {
  readonly account: Account;
  readonly openingPaise: bigint;
  readonly creditsPaise: bigint;
  readonly debitsPaise: bigint;
  readonly closingPaise: bigint;
}

export interface AccountMonth extends AccountTotals {
  /** `YYYY-MM`, a month in Asia/Kolkata. */
  readonly month: string;
}

/**
 * Every account of the ledger over a period, in total and by month. A credit increases what the
 * platform owes or earns; a debit decreases it. Opening and closing balances are summed
 * independently, so that opening + credits − debits = closing is a real check.
 * @param period days in Asia/Kolkata, `YYYY-MM-DD`, both included.
 * @param months of the period, oldest first, as `YYYY-MM`.
 * @throws {Error} if an account does not add up or all accounts together are not zero: a wrong
 *   statement is never shown.
 */
export async function platformStatement(
  period: { readonly from: string; readonly to: string },
  months: readonly string[],
) {
  const before = addDays(period.to, 1);
  // One snapshot, so that a payout that settles meanwhile is in all figures or in none.
  const source = (await replicaOrPrimary()).transaction();
  const snapshot = source.setIsolationLevel("repeatable read").setAccessMode("read only");
  return snapshot.execute(async (db) => {
    const openings = await sumAccounts(db, period.from);
    const closings = await sumAccounts(db, before);
    const movements = await sumMovementsByMonth(db, { from: period.from, before });
    return statementByMonth(openings, closings, movements, months);
  });
}

function statementByMonth(
  openings: Readonly<Record<Account, bigint>>,
  closings: Readonly<Record<Account, bigint>>,
  movements: readonly MonthlyMovement[],
  months: readonly string[],
): { whole: AccountTotals[]; byMonth: AccountMonth[] } {
  const balances = new Map(accounts.map((account) => [account, openings[account]]));
  const byMonth = months.flatMap((month) =>
    accounts.map((account) => {
      const movement = movements.find((each) => each.account === account && each.month === month);
      const openingPaise = balances.get(account) ?? 0n;
      const { credits = 0n, debits = 0n } = movement ?? {};
      const closingPaise = openingPaise + credits - debits;
      balances.set(account, closingPaise);
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
    const ofAccount = byMonth.filter((each) => each.account === account);
    const closingPaise = closings[account];
    if (balances.get(account) !== closingPaise) {
      throw new Error(`The platform statement does not add up: account ${account}`);
    }
    return {
      account,
      openingPaise: openings[account],
      creditsPaise: ofAccount.reduce((sum, { creditsPaise }) => sum + creditsPaise, 0n),
      debitsPaise: ofAccount.reduce((sum, { debitsPaise }) => sum + debitsPaise, 0n),
      closingPaise,
    };
  });
  if (whole.reduce((sum, { closingPaise }) => sum + closingPaise, 0n) !== 0n) {
    throw new Error("The platform statement does not add up: its accounts together are not zero");
  }
  return { whole, byMonth };
}
