import * as z from "zod/mini";
import { count, dataAnswer, defineCall, instant, money, pageAnswerWithSummary } from "./call.ts";
import { day, id, idName, idParams, limit, page } from "./fields.ts";
import { limits } from "./limits.ts";
import { forFinance } from "./staff.ts";
import { stateCodes } from "./state-codes.ts";

export const taxDocumentKinds = ["invoice", "credit_note"] as const;
export type TaxDocumentKind = (typeof taxDocumentKinds)[number];

const charges = z.object({
  /** Payouts whose fee was charged, or returned. */
  count: count(),
  fees: money,
  gst: money,
});

export const taxDocument = z
  .object({
    id,
    kind: z.enum(taxDocumentKinds),
    /** `sandbox`: a sample about play money, numbered apart. */
    environment: z.enum(["sandbox", "real"]),
    /** Consecutive in a financial year, apart for invoices and credit notes. */
    number: z.string(),
    /** The last day of the month, or the day of issue if that is after the 10th of the next one. */
    date: day,
    issued_at: instant(),
    /** The month of the charges, or of a credit note's returns, as `YYYY-MM`. */
    month: z.string(),
    tenant: idName,
    supplier: z.object({
      legal_name: z.string(),
      gstin: z.string(),
      address: z.nullable(z.string()),
      state_code: z.enum(stateCodes),
    }),
    /** As of the day of issue. Address and state are null if the business had saved none. */
    recipient: z.object({
      legal_name: z.string(),
      gstin: z.nullable(z.string()),
      address: z.nullable(z.string()),
      state_code: z.nullable(z.enum(stateCodes)),
    }),
    place_of_supply: z.enum(stateCodes),
    sac: z.string(),
    /** In percent; null if several rates applied in the month. */
    rate: z.nullable(z.number()),
    /** Of a credit note: the invoice with the charges. */
    invoice: z.nullable(z.object({ id, number: z.string(), date: day })),
    /** Of an invoice: the month's charges, and those of them that were returned before its end. */
    charged: charges,
    returned: charges,
    taxable_value: money,
    cgst: money,
    sgst: money,
    igst: money,
    total: money,
  })
  .register(z.globalRegistry, {
    id: "TaxDocument",
    description: "A tax invoice or a credit note. Amounts are positive on both.",
  });
export type TaxDocument = z.output<typeof taxDocument>;

const summary = z
  .object({
    /** False until System Settings have the operator's legal name and GSTIN. */
    is_issuing: z.boolean(),
  })
  .register(z.globalRegistry, { id: "TaxDocumentsSummary" });

const monthMessage = "Use a month as YYYY-MM";
const month = z
  .string({ error: monthMessage })
  .check(z.regex(/^2\d{3}-(0[1-9]|1[0-2])$/, monthMessage));
const yearMessage = "Choose a financial year by its first calendar year, such as 2026";

const filter = {
  page: page(),
  limit: limit(limits.taxDocumentsPageRows),
  kind: z.optional(z.enum(taxDocumentKinds, { error: "Choose invoice or credit_note" })),
  /** Of the document's date: 2026 is April 2026 to March 2027. */
  year: z.optional(
    z.coerce
      .number({ error: yearMessage })
      .check(z.int(yearMessage), z.minimum(2000, yearMessage), z.maximum(2999, yearMessage)),
  ),
  month: z.optional(month),
};

const forReports = {
  tag: "Tax invoices",
  method: "GET",
  who: "tenant",
  needs: "report",
  feature: "view_reports",
  scopes: ["reports:read"],
} as const;

export const listTaxInvoices = defineCall({
  ...forReports,
  name: "listTaxInvoices",
  summary: "Your tax invoices and credit notes, newest first",
  path: "/reports/tax-invoices",
  query: z.object(filter),
  answer: pageAnswerWithSummary(taxDocument, summary),
});

export const getTaxInvoice = defineCall({
  ...forReports,
  name: "getTaxInvoice",
  summary: "A tax invoice or credit note",
  path: "/reports/tax-invoices/{id}",
  params: idParams,
  answer: dataAnswer(taxDocument),
});

export const printTaxInvoice = defineCall({
  ...forReports,
  name: "printTaxInvoice",
  summary: "A tax invoice or credit note as PDF",
  path: "/reports/tax-invoices/{id}/pdf",
  params: idParams,
  answer: "pdf",
});

const forOperator = { tag: "Tax invoices", method: "GET", ...forFinance } as const;

export const listIssuedInvoices = defineCall({
  ...forOperator,
  name: "listIssuedInvoices",
  summary: "The tax invoices and credit notes of all tenants, newest first",
  path: "/super-admin/tax-invoices",
  query: z.object({ ...filter, tenant_id: z.optional(id) }),
  answer: pageAnswerWithSummary(taxDocument, summary),
});

export const getIssuedInvoice = defineCall({
  ...forOperator,
  name: "getIssuedInvoice",
  summary: "A tax invoice or credit note of any tenant",
  path: "/super-admin/tax-invoices/{id}",
  params: idParams,
  answer: dataAnswer(taxDocument),
});

export const printIssuedInvoice = defineCall({
  ...forOperator,
  name: "printIssuedInvoice",
  summary: "A tax invoice or credit note of any tenant as PDF",
  path: "/super-admin/tax-invoices/{id}/pdf",
  params: idParams,
  answer: "pdf",
});

/** The sections of the GST offline tool, each a file of its own. */
export const gstr1Sections = ["b2b", "b2cl", "b2cs", "cdnr", "cdnur"] as const;
export type Gstr1Section = (typeof gstr1Sections)[number];

export const exportGstr1 = defineCall({
  ...forOperator,
  name: "exportGstr1",
  summary: "A section of GSTR-1 as CSV, by the date of the documents",
  path: "/super-admin/gstr-1",
  query: z.object({
    month,
    section: z.enum(gstr1Sections, { error: "Choose b2b, b2cl, b2cs, cdnr or cdnur" }),
  }),
  answer: "csv",
});
