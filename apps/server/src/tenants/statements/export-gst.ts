import { csvFile, type Cell } from "../../files/csv-file.ts";
import type { MonthlyCharges } from "../../ledger/monthly-charges.ts";
import type { StreamedFile } from "../../files/send-file.ts";
import type { Tenant } from "../../kernel/person.ts";
import { monthsOfYear, gstTotals, sumOf } from "./summarise-gst.ts";

const titles = [
  "Month",
  "Payouts Paid",
  "Payouts Returned",
  "Fees",
  "Fees Returned",
  "Taxable Value",
  "GST",
  "Total",
];

/** A CSV file of a financial year by month, with a last line of totals. */
export async function exportGst(tenant: Tenant, year: number): Promise<StreamedFile> {
  const months = await monthsOfYear(tenant, year);
  const name = `gst-summary-${year}-${String((year + 1) % 100).padStart(2, "0")}.csv`;
  return csvFile(name, titles, rowsOf(months));
}

async function* rowsOf(months: readonly MonthlyCharges[]): AsyncGenerator<readonly Cell[]> {
  for (const month of months) yield row(month.month, month);
  yield row("Total", sumOf(months));
}

function row(label: string, charged: Omit<MonthlyCharges, "month">): Cell[] {
  const { taxablePaise, gstPaise, totalPaise } = gstTotals(charged);
  return [
    label,
    String(charged.paidCount),
    String(charged.returnedCount),
    charged.feesPaise,
    charged.feesReturnedPaise,
    taxablePaise,
    gstPaise,
    totalPaise,
  ];
}
