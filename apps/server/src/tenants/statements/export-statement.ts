import { csvFile, type Cell } from "../../files/csv-file.ts";
import { dayInIndia } from "../../kernel/days.ts";
import {
  readStatementTotals,
  type StatementTotals,
  type EntryRange,
} from "../../ledger/statement.ts";
import type { StreamedFile } from "../../files/send-file.ts";
import type { Tenant } from "../../kernel/person.ts";
import { replicaOrPrimary } from "../../database/replica.ts";
import { entriesOf, type Period } from "./period.ts";
import type { Line } from "./line.ts";
import { readLineCharges, type LineCharges } from "./read-line-charges.ts";
import { streamLines } from "./stream-lines.ts";

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

/** A CSV file of the whole statement, oldest line first, between opening and closing balance. */
export async function exportStatement(tenant: Tenant, period: Period): Promise<StreamedFile> {
  const entryRange = await entriesOf(await replicaOrPrimary(), tenant, period);
  const figures = await readStatementTotals(await replicaOrPrimary(), entryRange);
  const name = `statement-${period.from}-to-${period.to}.csv`;
  return csvFile(name, titles, rowsOf(tenant, period, entryRange, figures));
}

async function* rowsOf(
  tenant: Tenant,
  period: Period,
  entryRange: EntryRange,
  figures: StatementTotals,
): AsyncGenerator<readonly Cell[]> {
  yield boundary(period.from, "Opening balance", null, null, figures.openingPaise);
  for await (const lines of streamLines(tenant, entryRange)) {
    const chargesOf = await readLineCharges(await replicaOrPrimary(), tenant, lines);
    for (const line of lines) yield rowOf(line, chargesOf(line));
  }
  const { debitsPaise, creditsPaise, closingPaise } = figures;
  yield boundary(period.to, "Closing balance", debitsPaise, creditsPaise, closingPaise);
}

function boundary(
  day: string,
  label: string,
  debits: bigint | null,
  credits: bigint | null,
  balance: bigint,
): Cell[] {
  const empty = Array.from({ length: 9 }, () => null);
  return [dayInIndia(day), label, ...empty, debits, credits, balance];
}

/** Amount, fee and GST are what this line moves: of a return, what came back. */
function rowOf(line: Line, { feePaise, gstPaise }: LineCharges): Cell[] {
  const paise = line.paise < 0n ? -line.paise : line.paise;
  return [
    line.at,
    line.particulars,
    line.detail,
    line.reference,
    line.utr,
    line.account,
    line.ifsc,
    line.bank,
    ...(line.payout ? [paise - feePaise - gstPaise, feePaise, gstPaise] : [null, null, null]),
    line.paise < 0n ? -line.paise : null,
    line.paise > 0n ? line.paise : null,
    line.balancePaise,
  ];
}
