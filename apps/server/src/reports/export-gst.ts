import { csvFile, type Cell } from "../csv-file.ts";
import type { ChargedMonth } from "../ledger/charged.ts";
import type { MadeFile } from "../send-file.ts";
import type { Tenant } from "../sign-in/person.ts";
import { monthsOfYear, netOf, sumOf } from "./summarise-gst.ts";

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

/** A financial year by month, with a last line of totals. */
export async function exportGst(tenant: Tenant, year: number): Promise<MadeFile> {
  const months = await monthsOfYear(tenant, year);
  const name = `gst-summary-${year}-${String((year + 1) % 100).padStart(2, "0")}.csv`;
  return csvFile(name, titles, rowsOf(months));
}

async function* rowsOf(months: readonly ChargedMonth[]): AsyncGenerator<readonly Cell[]> {
  for (const month of months) yield row(month.month, month);
  yield row("Total", sumOf(months));
}

function row(label: string, charged: Omit<ChargedMonth, "month">): Cell[] {
  const { taxablePaise, gstPaise, totalPaise } = netOf(charged);
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
