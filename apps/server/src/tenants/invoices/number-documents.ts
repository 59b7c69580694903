import { financialYearOf } from "@rokad/contract/days";
import type { TaxDocumentKind } from "@rokad/contract/tax-invoices";
import { sql } from "kysely";
import type { Tx } from "../../database/db.ts";
import { today } from "../../kernel/days.ts";
import type { InvoiceEnvironment } from "./invoice-environment.ts";
import { daysOfMonth, monthAfter } from "./month-days.ts";

/** GSTR-1 of a month is due on the 11th of the next one, so it does not change after this day. */
const lastDayOnTime = 10;

/**
 * Locks the series in which documents of a month can be numbered. Closes the race between two workers
 * that issue at once: the second waits, and then finds the documents of the first.
 * @returns the date of the documents: the last day of the month, or today if it is after the 10th of
 *   the next month or a later date was already given.
 */
export async function lockSeries(
  db: Tx,
  environment: InvoiceEnvironment["environment"],
  month: string,
): Promise<string> {
  const { to: monthEnd } = daysOfMonth(month);
  const years = [...new Set([financialYearOf(monthEnd), financialYearOf(today())])];
  await sql`
    insert into tax_document_series (environment, kind, financial_year)
    select ${environment}, kind, year from unnest(array['invoice', 'credit_note']) as kind, unnest(${years}::int[]) as year
    order by kind, year
    on conflict do nothing
  `.execute(db);
  await sql`
    select from tax_document_series
    where environment = ${environment} and financial_year = any(${years}::int[])
    order by kind, financial_year for update
  `.execute(db);
  const { rows } = await sql<{ latest: string | null }>`
    select max(document_date)::text as latest from tax_documents
    where environment = ${environment}
  `.execute(db);
  const latest = rows[0]?.latest ?? monthEnd;
  const isOnTime = today() <= `${monthAfter(month)}-${lastDayOnTime}`;
  return isOnTime && latest <= monthEnd ? monthEnd : today();
}

/** Which series, and the date by which its year is found. */
interface Series {
  readonly environment: InvoiceEnvironment["environment"];
  readonly kind: TaxDocumentKind;
  readonly date: string;
  readonly prefix: string;
}

export interface DocumentNumber {
  readonly financialYear: number;
  readonly serial: number;
  /** As `RK/26-27/000012`. */
  readonly number: string;
}

/** Takes the next number of a series; a rollback gives it back. */
export async function takeNumber(
  db: Tx,
  { environment, kind, date, prefix }: Series,
): Promise<DocumentNumber> {
  const financialYear = financialYearOf(date);
  const { last_number: serial } = await db
    .updateTable("tax_document_series")
    .set((eb) => ({ last_number: eb("last_number", "+", 1) }))
    .where("environment", "=", environment)
    .where("kind", "=", kind)
    .where("financial_year", "=", financialYear)
    .returning("last_number")
    .executeTakeFirstOrThrow();
  const years = [financialYear, financialYear + 1].map((year) =>
    String(year % 100).padStart(2, "0"),
  );
  const series = kind === "invoice" ? prefix : `${prefix}C`;
  return {
    financialYear,
    serial,
    number: `${series}/${years.join("-")}/${String(serial).padStart(6, "0")}`,
  };
}
