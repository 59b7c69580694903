import { todayInIndia } from "@rokad/contract/fields";
import type { Db } from "../../database/db.ts";
import { sumChargesByMonth, sumChargesWithin } from "../../ledger/monthly-charges.ts";
import { endOfDay, startOfDay } from "../../kernel/days.ts";
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
 * @param since leaves out charges before it, which were play money; null for none.
 * @throws {Error} if a returned charge can't be traced to the month in which it was charged.
 */
export async function readMonthCharges(
  db: Db,
  tenantId: string,
  month: string,
  since: Date | null,
): Promise<MonthCharges> {
  const days = daysOfMonth(month);
  const start = startOfDay(days.from);
  const from = since && since > start ? since : start;
  const period = { from: todayInIndia(from), to: days.to };
  const [totals] = await sumChargesByMonth(db, tenantId, period);
  if (!totals) return { charged: noCharges, returned: [] };
  const [withdrawals] = await sumWithdrawals(db, period, tenantId);
  const play = await sumChargesWithin(db, tenantId, { from: startOfDay(period.from), until: from });
  const span = { from, until: endOfDay(days.to) };
  const subjects = await listReturns(db, tenantId, span);
  const returned = await sumReturnedCharges(db, tenantId, span, subjects);
  const traced = sumCharges(returned);
  if (
    traced.feePaise !== play.feesReturnedPaise - totals.feesReturnedPaise ||
    traced.gstPaise !== play.gstReturnedPaise - totals.gstReturnedPaise
  )
    throw new Error(`Charges that ${tenantId} got back in ${month} can't be traced to their month`);
  return {
    charged: {
      count: totals.paidCount - play.paidCount - (withdrawals?.paidCount ?? 0n),
      feePaise: totals.feesPaise - play.feesPaise,
      gstPaise: totals.gstPaise - play.gstPaise,
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
