import type { Db } from "../../database/db.ts";
import { sumChargesByMonth } from "../../ledger/monthly-charges.ts";
import { sumReturnedCharges, type ReturnedCharges } from "../../ledger/returned-charges.ts";
import { listReturns } from "../../payouts/read/list-returns.ts";
import { sumWithdrawals } from "../../payouts/read/sum-withdrawals.ts";
import { daysOfMonth } from "./month-days.ts";

/** Payouts and their charges, in paise. */
export interface Charges {
  readonly count: bigint;
  readonly feePaise: bigint;
  readonly gstPaise: bigint;
}

export interface MonthCharges {
  readonly charged: Charges;
  /** What came back in the month, positive, by the month in which it was charged. */
  readonly returned: readonly ReturnedCharges[];
}

export const noCharges: Charges = { count: 0n, feePaise: 0n, gstPaise: 0n };

/**
 * A tenant's charges of a month, from the books.
 * @param month `YYYY-MM` in Asia/Kolkata.
 * @throws {Error} if a returned charge can't be traced to the month in which it was charged.
 */
export async function readMonthCharges(
  db: Db,
  tenantId: string,
  month: string,
): Promise<MonthCharges> {
  const days = daysOfMonth(month);
  const [totals] = await sumChargesByMonth(db, tenantId, days);
  if (!totals) return { charged: noCharges, returned: [] };
  const [withdrawals] = await sumWithdrawals(db, days, tenantId);
  const subjects = await listReturns(db, tenantId, days);
  const returned = await sumReturnedCharges(db, tenantId, days, subjects);
  const traced = sumCharges(returned);
  if (traced.feePaise !== -totals.feesReturnedPaise || traced.gstPaise !== -totals.gstReturnedPaise)
    throw new Error(`Charges that ${tenantId} got back in ${month} can't be traced to their month`);
  return {
    charged: {
      count: totals.paidCount - (withdrawals?.paidCount ?? 0n),
      feePaise: totals.feesPaise,
      gstPaise: totals.gstPaise,
    },
    returned,
  };
}

export function sumCharges(list: readonly Charges[]): Charges {
  return list.reduce<Charges>(
    (sum, each) => ({
      count: sum.count + each.count,
      feePaise: sum.feePaise + each.feePaise,
      gstPaise: sum.gstPaise + each.gstPaise,
    }),
    noCharges,
  );
}
