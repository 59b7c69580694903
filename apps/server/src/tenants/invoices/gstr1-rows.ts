import { placeOfSupply } from "@rokad/contract/state-codes";
import type { Gstr1Section } from "@rokad/contract/tax-invoices";
import type { Cell } from "../../files/csv-file.ts";
import { taxOf, type DocumentRow } from "./list-documents.ts";

/** From here on an inter-state invoice to an unregistered recipient is reported on its own. */
const largeInvoicePaise = 1_00_000_00n;

/** The titles of each section in the GST offline tool. */
export const gstr1Columns: Readonly<Record<Gstr1Section, readonly string[]>> = {
  b2b: [
    "GSTIN/UIN of Recipient",
    "Receiver Name",
    "Invoice Number",
    "Invoice date",
    "Invoice Value",
    "Place Of Supply",
    "Reverse Charge",
    "Applicable % of Tax Rate",
    "Invoice Type",
    "E-Commerce GSTIN",
    "Rate",
    "Taxable Value",
    "Cess Amount",
  ],
  b2cl: [
    "Invoice Number",
    "Invoice date",
    "Invoice Value",
    "Place Of Supply",
    "Applicable % of Tax Rate",
    "Rate",
    "Taxable Value",
    "Cess Amount",
    "E-Commerce GSTIN",
  ],
  b2cs: [
    "Type",
    "Place Of Supply",
    "Applicable % of Tax Rate",
    "Rate",
    "Taxable Value",
    "Cess Amount",
    "E-Commerce GSTIN",
  ],
  cdnr: [
    "GSTIN/UIN of Recipient",
    "Receiver Name",
    "Note Number",
    "Note Date",
    "Note Type",
    "Place Of Supply",
    "Reverse Charge",
    "Note Supply Type",
    "Note Value",
    "Applicable % of Tax Rate",
    "Rate",
    "Taxable Value",
    "Cess Amount",
  ],
  cdnur: [
    "UR Type",
    "Note Number",
    "Note Date",
    "Note Type",
    "Place Of Supply",
    "Note Value",
    "Applicable % of Tax Rate",
    "Rate",
    "Taxable Value",
    "Cess Amount",
  ],
};

/** The rows of a section: one for each document, or for each place and rate of small invoices. */
export function gstr1Rows(section: Gstr1Section, documents: readonly DocumentRow[]): Cell[][] {
  const own = documents.filter((document) => sectionOf(document) === section);
  return section === "b2cs" ? totalsOf(own) : own.map((document) => rowOf[section](document));
}

/** A credit note belongs to the section that its invoice decides. */
function sectionOf(document: DocumentRow): Gstr1Section {
  const isInvoice = document.kind === "invoice";
  if (document.recipient.gstin !== null) return isInvoice ? "b2b" : "cdnr";
  const invoiceValue = isInvoice ? valueOf(document) : (document.invoicePaise ?? 0n);
  const isInterState = document.placeOfSupply !== document.supplier.state_code;
  if (!isInterState || invoiceValue <= largeInvoicePaise) return "b2cs";
  return isInvoice ? "b2cl" : "cdnur";
}

const rowOf: Readonly<Record<Exclude<Gstr1Section, "b2cs">, (document: DocumentRow) => Cell[]>> = {
  b2b: (document) => [
    document.recipient.gstin,
    document.recipient.legal_name,
    document.number,
    gstDate(document.date),
    valueOf(document),
    placeOfSupply(document.placeOfSupply),
    "N",
    null,
    "Regular B2B",
    null,
    rateOf(document),
    document.taxablePaise,
    null,
  ],
  b2cl: (document) => [
    document.number,
    gstDate(document.date),
    valueOf(document),
    placeOfSupply(document.placeOfSupply),
    null,
    rateOf(document),
    document.taxablePaise,
    null,
    null,
  ],
  cdnr: (document) => [
    document.recipient.gstin,
    document.recipient.legal_name,
    document.number,
    gstDate(document.date),
    "C",
    placeOfSupply(document.placeOfSupply),
    "N",
    "Regular B2B",
    valueOf(document),
    null,
    rateOf(document),
    document.taxablePaise,
    null,
  ],
  cdnur: (document) => [
    "B2CL",
    document.number,
    gstDate(document.date),
    "C",
    placeOfSupply(document.placeOfSupply),
    valueOf(document),
    null,
    rateOf(document),
    document.taxablePaise,
    null,
  ],
};

/** Small invoices to unregistered recipients less their credit notes, by place and rate. */
function totalsOf(documents: readonly DocumentRow[]): Cell[][] {
  const groups = Map.groupBy(documents, (one) => `${one.placeOfSupply} ${rateOf(one)}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const paise = group.reduce(
      (sum, { kind, taxablePaise }) => sum + (kind === "invoice" ? taxablePaise : -taxablePaise),
      0n,
    );
    return [["OE", placeOfSupply(first.placeOfSupply), null, rateOf(first), paise, null, null]];
  });
}

function valueOf(document: DocumentRow): bigint {
  return document.taxablePaise + taxOf(document);
}

/** In percent; the average of a month with several rates. */
function rateOf(document: DocumentRow): string {
  if (document.rate !== null) return String(document.rate);
  const { taxablePaise } = document;
  if (taxablePaise === 0n) return "0";
  const hundredths = (taxOf(document) * 10_000n + taxablePaise / 2n) / taxablePaise;
  return String(Number(hundredths) / 100);
}

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** `31-Oct-2026`, as the offline tool reads dates. */
function gstDate(day: string): string {
  const [year, month, date] = day.split("-");
  return `${date}-${months[Number(month) - 1]}-${year}`;
}
