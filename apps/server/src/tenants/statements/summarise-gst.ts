import { financialYearOf } from "@rokad/contract/days";
import type { GstSummary } from "@rokad/contract/reports";
import { replicaOrPrimary } from "../../database/replica.ts";
import { today } from "../../kernel/days.ts";
import { sumChargesByMonth, type MonthlyCharges } from "../../ledger/monthly-charges.ts";
import { sumWithdrawals } from "../../payouts/read/sum-withdrawals.ts";
import { inr } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";

/** Every month of a financial year up to today, also those without a payout. */
export async function monthsOfYear(tenant: Tenant, year: number): Promise<MonthlyCharges[]> {
  const period = { from: `${year}-04-01`, to: `${year + 1}-03-31` };
  const db = await replicaOrPrimary();
  const [charged, withdrawals] = await Promise.all([
    sumChargesByMonth(db, tenant.tenantId, period),
    sumWithdrawals(db, period, tenant.tenantId),
  ]);
  // Withdrawals have no fee, so they are none of the payouts that were charged.
  const withdrawn = new Map(withdrawals.map((month) => [month.month, month]));
  const byMonth = new Map(
    charged.map((month) => [
      month.month,
      {
        ...month,
        paidCount: month.paidCount - (withdrawn.get(month.month)?.paidCount ?? 0n),
        returnedCount: month.returnedCount - (withdrawn.get(month.month)?.returnedCount ?? 0n),
      },
    ]),
  );
  return monthsBegun(year).map((month) => byMonth.get(month) ?? { ...nothing, month });
}

/** Fees and GST of a financial year, by month and in total. */
export async function summariseGst(tenant: Tenant, year: number): Promise<GstSummary> {
  const months = await monthsOfYear(tenant, year);
  return {
    year,
    months: months.map((month) => ({ month: month.month, ...asCharged(month) })),
    total: asCharged(sumOf(months)),
  };
}

const nothing: Omit<MonthlyCharges, "month"> = {
  paidCount: 0n,
  returnedCount: 0n,
  feesPaise: 0n,
  feesReturnedPaise: 0n,
  gstPaise: 0n,
  gstReturnedPaise: 0n,
};

export function sumOf(months: readonly MonthlyCharges[]): Omit<MonthlyCharges, "month"> {
  return months.reduce(
    (sum, month) => ({
      paidCount: sum.paidCount + month.paidCount,
      returnedCount: sum.returnedCount + month.returnedCount,
      feesPaise: sum.feesPaise + month.feesPaise,
      feesReturnedPaise: sum.feesReturnedPaise + month.feesReturnedPaise,
      gstPaise: sum.gstPaise + month.gstPaise,
      gstReturnedPaise: sum.gstReturnedPaise + month.gstReturnedPaise,
    }),
    nothing,
  );
}

/** The taxable value, the GST on it, and their sum, all in paise. */
export function gstTotals(charged: Omit<MonthlyCharges, "month">) {
  const taxablePaise = charged.feesPaise + charged.feesReturnedPaise;
  const gstPaise = charged.gstPaise + charged.gstReturnedPaise;
  return { taxablePaise, gstPaise, totalPaise: taxablePaise + gstPaise };
}

function asCharged(charged: Omit<MonthlyCharges, "month">) {
  const { taxablePaise, gstPaise, totalPaise } = gstTotals(charged);
  return {
    paid_count: Number(charged.paidCount),
    returned_count: Number(charged.returnedCount),
    fees: inr(charged.feesPaise),
    fees_returned: inr(charged.feesReturnedPaise),
    taxable_value: inr(taxablePaise),
    gst: inr(gstPaise),
    total: inr(totalPaise),
  };
}

function monthsBegun(year: number): string[] {
  const thisMonth = today().slice(0, 7);
  return Array.from({ length: 12 }, (_, at) => {
    const month = ((at + 3) % 12) + 1;
    return `${year + (month < 4 ? 1 : 0)}-${String(month).padStart(2, "0")}`;
  }).filter((month) => financialYearOf(today()) > year || month <= thisMonth);
}
