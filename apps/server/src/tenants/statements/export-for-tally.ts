import { replicaOrPrimary } from "../../database/replica.ts";
import type { StreamedFile } from "../../files/send-file.ts";
import { streamFile } from "../../files/stream-file.ts";
import { endOfDay, startOfDay } from "../../kernel/days.ts";
import type { Tenant } from "../../kernel/person.ts";
import { sumReturnedCharges } from "../../ledger/returned-charges.ts";
import { readStatementTotals, type EntryRange } from "../../ledger/statement.ts";
import { listReturns } from "../../payouts/read/list-returns.ts";
import { readTaxPlaces, type TaxPlaces } from "../invoices/read-tax-places.ts";
import { entriesOf, type Period } from "./period.ts";
import { readLineCharges } from "./read-line-charges.ts";
import { taxLedgers, taxSplitter } from "./split-line-tax.ts";
import { streamLines } from "./stream-lines.ts";
import type { TallyLedger } from "./tally-ledgers.ts";
import { writeLedger, writeVoucher } from "./write-voucher.ts";

/** The statement as vouchers for TallyPrime, one for each line, after the ledgers that they name. */
export async function exportForTally(tenant: Tenant, period: Period): Promise<StreamedFile> {
  const db = await replicaOrPrimary();
  const range = await entriesOf(db, tenant, period);
  // Rejects a range that does not add up, as every statement does.
  await readStatementTotals(db, range);
  const fromMonthStart = { ...period, from: `${period.from.slice(0, 7)}-01` };
  const { after: monthStart } = await entriesOf(db, tenant, fromMonthStart);
  const places = await readTaxPlaces(db, tenant.tenantId);
  const span = { from: startOfDay(period.from), until: endOfDay(period.to) };
  const returns = await listReturns(db, tenant.tenantId, span);
  const returned = await sumReturnedCharges(db, tenant.tenantId, span, returns);
  const returnedMonths = returned.map(({ chargedMonth }) => chargedMonth);
  return streamFile(
    "xml",
    `statement-${period.from}-to-${period.to}-tally.xml`,
    documentOf(tenant, { period, range, monthStart, places, returnedMonths }),
  );
}

/** Also those that few periods name: only the last line would say whether a period does. */
const alwaysCreated: readonly TallyLedger[] = [
  "wallet",
  "transfers",
  "holds",
  "payouts",
  "fees",
  "corrections",
  "dues",
];

/** Existing ledgers stay as the accountant has them. */
const start = `<?xml version="1.0" encoding="UTF-8"?>
<ENVELOPE>
<HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER>
<BODY><IMPORTDATA>
<REQUESTDESC><REPORTNAME>All Masters</REPORTNAME><STATICVARIABLES><IMPORTDUPS>@@DUPIGNORE</IMPORTDUPS></STATICVARIABLES></REQUESTDESC>
<REQUESTDATA>
`;
const end = `</REQUESTDATA>
</IMPORTDATA></BODY>
</ENVELOPE>
`;

interface Source {
  readonly period: Period;
  readonly range: EntryRange;
  /** The entry before the month of the period's first day. */
  readonly monthStart: bigint;
  readonly places: TaxPlaces;
  /** The months of the charges that came back in the period. */
  readonly returnedMonths: readonly string[];
}

async function* documentOf(
  tenant: Tenant,
  { period, range, monthStart, places, returnedMonths }: Source,
): AsyncGenerator<string> {
  const ledgers = [...alwaysCreated, ...taxLedgers(period, returnedMonths, places)];
  yield start + ledgers.map(writeLedger).join("");
  const split = taxSplitter(places);
  // The split of a line depends on the lines before it in its month.
  for await (const lines of streamLines(tenant, { ...range, after: monthStart })) {
    const chargesOf = await readLineCharges(await replicaOrPrimary(), tenant, lines);
    const vouchers = lines.map((line) => {
      const { feePaise, gstPaise } = chargesOf(line);
      const sign = line.paise < 0n ? 1n : -1n;
      const tax = split(line, sign * gstPaise);
      if (line.entry <= range.after) return "";
      return writeVoucher(tenant.tenantId, line, { feePaise: sign * feePaise, tax });
    });
    yield vouchers.join("");
  }
  yield end;
}
