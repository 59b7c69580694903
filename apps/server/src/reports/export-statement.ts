import { csvFile, type Cell } from "../csv-file.ts";
import { dayInIndia } from "../days.ts";
import { allLinesOf, figuresOf, type StatementFigures, type Stretch } from "../ledger/statement.ts";
import type { MadeFile } from "../send-file.ts";
import type { Tenant } from "../sign-in/person.ts";
import { reading } from "../replica.ts";
import { entriesOf, type Period } from "./period.ts";
import { describeEntries, type Line } from "./statement-line.ts";

const titles = [
  "Date",
  "Particulars",
  "Details",
  "Reference",
  "UTR",
  "Account / UPI ID",
  "IFSC",
  "Bank",
  "Payout Amount",
  "Platform Fee",
  "GST",
  "Debit",
  "Credit",
  "Balance",
];
const linesAtOnce = 500;

/** The whole statement, oldest line first, between a line of what it opened and one of what it closed with. */
export async function exportStatement(tenant: Tenant, period: Period): Promise<MadeFile> {
  const stretch = await entriesOf(await reading(), tenant, period);
  const figures = await figuresOf(await reading(), stretch);
  const name = `statement-${period.from}-to-${period.to}.csv`;
  return csvFile(name, titles, rowsOf(tenant, period, stretch, figures));
}

async function* rowsOf(
  tenant: Tenant,
  period: Period,
  stretch: Stretch,
  figures: StatementFigures,
): AsyncGenerator<readonly Cell[]> {
  yield boundary(period.from, "Opening balance", null, null, figures.openingPaise);
  for await (const entries of allLinesOf(await reading(), stretch, linesAtOnce)) {
    for (const line of await describeEntries(await reading(), tenant, entries)) yield rowOf(line);
  }
  const { debitsPaise, creditsPaise, closingPaise } = figures;
  yield boundary(period.to, "Closing balance", debitsPaise, creditsPaise, closingPaise);
}

function boundary(
  day: string,
  what: string,
  debits: bigint | null,
  credits: bigint | null,
  balance: bigint,
): Cell[] {
  const between = Array.from({ length: 9 }, () => null);
  return [dayInIndia(day), what, ...between, debits, credits, balance];
}

function rowOf(line: Line): Cell[] {
  return [
    line.at,
    line.particulars,
    line.detail,
    line.reference,
    line.utr,
    line.account,
    line.ifsc,
    line.bank,
    line.payout?.amount_paise ?? null,
    line.payout?.fee_paise ?? null,
    line.payout?.gst_paise ?? null,
    line.paise < 0n ? -line.paise : null,
    line.paise > 0n ? line.paise : null,
    line.balancePaise,
  ];
}
