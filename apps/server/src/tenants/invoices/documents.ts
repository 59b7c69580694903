import type { StateCode } from "@rokad/contract/state-codes";
import type { TaxDocumentKind } from "@rokad/contract/tax-invoices";
import { sql } from "kysely";
import type { Db, Tx } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import type { InvoiceEnvironment } from "./invoice-environment.ts";
import { takeNumber } from "./number-documents.ts";
import type { Recipient, Supplier } from "./parties.ts";
import type { Charges } from "./read-month-charges.ts";
import type { Tax } from "./split-tax.ts";

interface NewDocument {
  readonly environment: InvoiceEnvironment["environment"];
  readonly kind: TaxDocumentKind;
  readonly tenantId: string;
  /** `YYYY-MM`. */
  readonly month: string;
  readonly date: string;
  readonly prefix: string;
  readonly invoiceId: string | null;
  readonly supplier: Supplier;
  readonly recipient: Recipient;
  readonly placeOfSupply: StateCode;
  readonly sac: string;
  readonly rate: number | null;
  readonly charged: Charges;
  readonly returned: Charges;
  readonly taxablePaise: bigint;
  readonly tax: Tax;
}

/** Stores a document under the next number of its series, which the caller has locked. */
export async function insertDocument(db: Tx, document: NewDocument): Promise<void> {
  const { kind, charged, returned, tax } = document;
  const { financialYear, serial, number } = await takeNumber(db, document);
  await db
    .insertInto("tax_documents")
    .values({
      id: newId(),
      environment: document.environment,
      kind,
      financial_year: financialYear,
      serial,
      number,
      document_date: document.date,
      issued_at: now(),
      tenant_id: document.tenantId,
      month: `${document.month}-01`,
      invoice_id: document.invoiceId,
      supplier: JSON.stringify(document.supplier),
      recipient: JSON.stringify(document.recipient),
      place_of_supply: document.placeOfSupply,
      sac: document.sac,
      rate: document.rate,
      charged_count: charged.count,
      charged_fee_paise: charged.feePaise,
      charged_gst_paise: charged.gstPaise,
      returned_count: returned.count,
      returned_fee_paise: returned.feePaise,
      returned_gst_paise: returned.gstPaise,
      taxable_paise: document.taxablePaise,
      cgst_paise: tax.cgstPaise,
      sgst_paise: tax.sgstPaise,
      igst_paise: tax.igstPaise,
    })
    .execute();
}

interface MonthOfTenant extends Pick<InvoiceEnvironment, "environment"> {
  readonly tenantId: string;
  /** `YYYY-MM`. */
  readonly month: string;
}

/** Whether a tenant's documents of a month were issued: all of them were, in one transaction. */
export async function hasDocuments(
  db: Db,
  { environment, tenantId, month }: MonthOfTenant,
): Promise<boolean> {
  const row = await db
    .selectFrom("tax_documents")
    .select("id")
    .where("environment", "=", environment)
    .where("tenant_id", "=", tenantId)
    .where(sql<boolean>`month = ${`${month}-01`}::date`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** What a credit note takes over from its invoice. */
interface Invoice {
  readonly id: string;
  readonly number: string;
  readonly supplier: Supplier;
  readonly recipient: Recipient;
  readonly placeOfSupply: StateCode;
  readonly sac: string;
  readonly rate: number | null;
  readonly taxablePaise: bigint;
  readonly taxPaise: bigint;
}

/** A tenant's invoice of the charges of a month. */
export async function findInvoice(
  db: Db,
  { environment, tenantId, month }: MonthOfTenant,
): Promise<Invoice | undefined> {
  const { rows } = await sql<Invoice>`
    select id, number, supplier, recipient, place_of_supply as "placeOfSupply", sac,
      rate::float8 as rate, taxable_paise as "taxablePaise",
      cgst_paise + sgst_paise + igst_paise as "taxPaise"
    from tax_documents
    where kind = 'invoice' and environment = ${environment} and tenant_id = ${tenantId}
      and month = ${`${month}-01`}::date
  `.execute(db);
  return rows[0];
}

/** The credit notes for an invoice so far. */
export async function sumCreditNotes(db: Db, invoiceId: string) {
  const { rows } = await sql<{ taxablePaise: bigint; taxPaise: bigint }>`
    select coalesce(sum(taxable_paise), 0)::bigint as "taxablePaise",
      coalesce(sum(cgst_paise + sgst_paise + igst_paise), 0)::bigint as "taxPaise"
    from tax_documents where kind = 'credit_note' and invoice_id = ${invoiceId}
  `.execute(db);
  return rows[0] ?? { taxablePaise: 0n, taxPaise: 0n };
}
