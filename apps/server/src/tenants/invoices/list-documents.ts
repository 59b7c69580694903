import type { TaxDocument, listIssuedInvoices } from "@rokad/contract/tax-invoices";
import type { StateCode } from "@rokad/contract/state-codes";
import { sql, type RawBuilder } from "kysely";
import type * as z from "zod/mini";
import { database, type Db } from "../../database/db.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import { notFound } from "../../kernel/errors.ts";
import { inr } from "../../kernel/money.ts";
import { pageOf } from "../../kernel/page.ts";
import { readInvoiceEnvironment, type InvoiceEnvironment } from "./invoice-environment.ts";
import { isIssuing, type Recipient, type Supplier } from "./parties.ts";

type Filter = z.output<(typeof listIssuedInvoices)["query"]>;

/**
 * A page of documents, newest first: of one tenant, or of all. Documents about play money are listed in
 * the sandbox only.
 */
export async function listDocuments({ tenant_id: tenantId, kind, year, month, ...page }: Filter) {
  const { environment } = await readInvoiceEnvironment(database());
  const where = allOf([
    sql`document.environment = ${environment}`,
    tenantId !== undefined && sql`document.tenant_id = ${tenantId}`,
    kind !== undefined && sql`document.kind = ${kind}`,
    year !== undefined && sql`document.financial_year = ${year}`,
    month !== undefined && sql`document.month = ${`${month}-01`}::date`,
  ]);
  const db = database();
  const [rows, { rows: counts }, settings] = await Promise.all([
    selectDocuments(
      db,
      sql`${where} order by document.document_date desc, document.id desc
        limit ${page.limit} offset ${(page.page - 1) * page.limit}`,
    ),
    sql<{ count: bigint }>`
      select count(*)::bigint as count from tax_documents as document where ${where}
    `.execute(db),
    readSettings(),
  ]);
  const total = counts[0]?.count ?? 0n;
  return {
    data: rows.map(asAnswer),
    pagination: pageOf(page, total),
    total: Number(total),
    summary: { is_issuing: isIssuing(settings) },
  };
}

/**
 * @param tenantId whose documents are readable; undefined for those of all tenants.
 * @throws 404, also for another tenant's document.
 */
export async function findDocument(id: string, tenantId?: string): Promise<DocumentRow> {
  const where = allOf([
    sql`document.id = ${id}`,
    tenantId !== undefined && sql`document.tenant_id = ${tenantId}`,
  ]);
  const [row] = await selectDocuments(database(), where);
  if (!row) throw notFound("This document");
  return row;
}

/** A document with the number and date of the invoice that a credit note names. */
export interface DocumentRow {
  readonly id: string;
  readonly environment: InvoiceEnvironment["environment"];
  readonly kind: TaxDocument["kind"];
  readonly number: string;
  readonly date: string;
  readonly issuedAt: Date;
  readonly month: string;
  readonly tenantId: string;
  readonly tenantName: string;
  readonly supplier: Supplier;
  readonly recipient: Recipient;
  readonly placeOfSupply: StateCode;
  readonly sac: string;
  readonly rate: number | null;
  readonly invoiceId: string | null;
  readonly invoiceNumber: string | null;
  readonly invoiceDate: string | null;
  /** Taxable value and tax of the invoice that a credit note names, in paise. */
  readonly invoicePaise: bigint | null;
  readonly chargedCount: bigint;
  readonly chargedFeePaise: bigint;
  readonly chargedGstPaise: bigint;
  readonly returnedCount: bigint;
  readonly returnedFeePaise: bigint;
  readonly returnedGstPaise: bigint;
  readonly taxablePaise: bigint;
  readonly cgstPaise: bigint;
  readonly sgstPaise: bigint;
  readonly igstPaise: bigint;
}

/** @param rest the condition on `document`, and what follows it. */
export async function selectDocuments(db: Db, rest: RawBuilder<unknown>): Promise<DocumentRow[]> {
  const { rows } = await sql<DocumentRow>`
    select document.id, document.environment, document.kind, document.number, document.document_date::text as date,
      document.issued_at as "issuedAt", to_char(document.month, 'YYYY-MM') as month,
      document.tenant_id as "tenantId", tenants.name as "tenantName", document.supplier,
      document.recipient, document.place_of_supply as "placeOfSupply", document.sac,
      document.rate::float8 as rate, document.invoice_id as "invoiceId",
      invoice.number as "invoiceNumber", invoice.document_date::text as "invoiceDate",
      invoice.taxable_paise + invoice.cgst_paise + invoice.sgst_paise + invoice.igst_paise
        as "invoicePaise",
      document.charged_count as "chargedCount", document.charged_fee_paise as "chargedFeePaise",
      document.charged_gst_paise as "chargedGstPaise", document.returned_count as "returnedCount",
      document.returned_fee_paise as "returnedFeePaise",
      document.returned_gst_paise as "returnedGstPaise", document.taxable_paise as "taxablePaise",
      document.cgst_paise as "cgstPaise", document.sgst_paise as "sgstPaise",
      document.igst_paise as "igstPaise"
    from tax_documents as document
    join tenants on tenants.id = document.tenant_id
    left join tax_documents as invoice on invoice.id = document.invoice_id
    where ${rest}
  `.execute(db);
  return rows;
}

function allOf(conditions: readonly (RawBuilder<unknown> | false)[]): RawBuilder<unknown> {
  const given = conditions.filter((one) => one !== false);
  return given.length === 0 ? sql`true` : sql.join(given, sql` and `);
}

/** GST of a document, in paise. */
export function taxOf({ cgstPaise, sgstPaise, igstPaise }: DocumentRow): bigint {
  return cgstPaise + sgstPaise + igstPaise;
}

export function asAnswer(row: DocumentRow): TaxDocument {
  const { invoiceId, invoiceNumber, invoiceDate } = row;
  return {
    id: row.id,
    kind: row.kind,
    environment: row.environment,
    number: row.number,
    date: row.date,
    issued_at: row.issuedAt.toISOString(),
    month: row.month,
    tenant: { id: row.tenantId, name: row.tenantName },
    supplier: row.supplier,
    recipient: row.recipient,
    place_of_supply: row.placeOfSupply,
    sac: row.sac,
    rate: row.rate,
    invoice:
      invoiceId && invoiceNumber && invoiceDate
        ? { id: invoiceId, number: invoiceNumber, date: invoiceDate }
        : null,
    charged: {
      count: Number(row.chargedCount),
      fees: inr(row.chargedFeePaise),
      gst: inr(row.chargedGstPaise),
    },
    returned: {
      count: Number(row.returnedCount),
      fees: inr(row.returnedFeePaise),
      gst: inr(row.returnedGstPaise),
    },
    taxable_value: inr(row.taxablePaise),
    cgst: inr(row.cgstPaise),
    sgst: inr(row.sgstPaise),
    igst: inr(row.igstPaise),
    total: inr(row.taxablePaise + taxOf(row)),
  };
}
