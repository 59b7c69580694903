import type { Db } from "../../database/db.ts";
import { replicaOrPrimary } from "../../database/replica.ts";
import type { StreamedFile } from "../../files/send-file.ts";
import { streamFile } from "../../files/stream-file.ts";
import { endOfDay, startOfDay } from "../../kernel/days.ts";
import type { Tenant } from "../../kernel/person.ts";
import type { TimeSpan } from "../../ledger/monthly-charges.ts";
import { sumReturnedCharges } from "../../ledger/returned-charges.ts";
import { readStatementTotals, type EntryRange } from "../../ledger/statement.ts";
import { listReturns } from "../../payouts/read/list-returns.ts";
import { monthAfter } from "../invoices/month-days.ts";
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
  const returned = await readReturned(db, tenant, span);
  const returnedMonths = returned.map(({ chargedMonth }) => chargedMonth);
  const until = startOfDay(fromMonthStart.from);
  const returnedBefore = await readReturnedBefore(db, tenant, until, returnedMonths);
  return streamFile(
    "xml",
    `statement-${period.from}-to-${period.to}-tally.xml`,
    documentOf(tenant, { period, range, monthStart, places, returnedMonths, returnedBefore }),
  );
}

async function readReturned(db: Db, { tenantId }: Tenant, span: TimeSpan) {
  return sumReturnedCharges(db, tenantId, span, await listReturns(db, tenantId, span));
}

/** The GST of earlier credit notes, negative, by the month of the charge, whether or not they are issued. */
async function readReturnedBefore(
  db: Db,
  tenant: Tenant,
  until: Date,
  months: readonly string[],
): Promise<Map<string, bigint>> {
  const before = new Map<string, bigint>();
  for (const month of months) {
    const from = startOfDay(`${monthAfter(month)}-01`);
    const returned = await readReturned(db, tenant, { from, until });
    const ofMonth = returned.find(({ chargedMonth }) => chargedMonth === month);
    before.set(month, -(ofMonth?.gstPaise ?? 0n));
  }
  return before;
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
  /** What of them came back before the month of the period's first day: see `taxSplitter`. */
  readonly returnedBefore: ReadonlyMap<string, bigint>;
}

async function* documentOf(
  tenant: Tenant,
  { period, range, monthStart, places, returnedMonths, returnedBefore }: Source,
): AsyncGenerator<string> {
  const ledgers = [...alwaysCreated, ...taxLedgers(period, returnedMonths, places)];
  yield start + ledgers.map(writeLedger).join("");
  const split = taxSplitter(places, returnedBefore);
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
