import * as z from "zod/mini";
import { count, defineCall, instant, manyWithSummary, money, one } from "./call.ts";
import { financialYearOf } from "./days.ts";
import { id, limit, page, requiredDay, sensibleRange, todayInIndia } from "./fields.ts";
import { limits } from "./limits.ts";

/** Each way in which what can be spent changes; see decision 0011 for when. */
export const statementKinds = ["deposit", "payout", "payout_failed", "payout_returned"] as const;

export const statementLine = z
  .object({
    /** The number of the ledger entry: unique in the wallet, and in the order of the statement. */
    entry: count(),
    at: instant(),
    kind: z.enum(statementKinds),
    particulars: z.string(),
    /** Where the money went or came from and what was charged, or why it came back. */
    detail: z.nullable(z.string()),
    /** The payout; null for a deposit. */
    payout_id: z.nullable(id),
    reference: z.nullable(z.string()),
    utr: z.nullable(z.string()),
    /** One of the two is null. */
    debit: z.nullable(money),
    credit: z.nullable(money),
    balance: money,
  })
  .register(z.globalRegistry, { id: "StatementLine" });
export type StatementLine = z.output<typeof statementLine>;

export const statementSummary = z
  .object({
    opening_balance: money,
    total_credits: money,
    total_debits: money,
    closing_balance: money,
    credit_count: count(),
    debit_count: count(),
  })
  .register(z.globalRegistry, {
    id: "StatementSummary",
    description: "Of the whole period: opening + credits − debits = closing.",
  });
export type StatementSummary = z.output<typeof statementSummary>;

const period = {
  from: requiredDay("Choose a from date"),
  to: requiredDay("Choose a to date"),
};

export const getStatement = defineCall({
  name: "getStatement",
  summary: "Statement of account for a period, oldest line first",
  method: "GET",
  path: "/reports/statement",
  who: "tenant",
  feature: "view_reports",
  query: z
    .object({ ...period, page: page(), limit: limit(limits.statementPageRows) })
    .check(sensibleRange("from", "to")),
  answer: manyWithSummary(statementLine, statementSummary),
});

export const exportStatement = defineCall({
  name: "exportStatement",
  summary: "The whole statement as CSV",
  method: "GET",
  path: "/reports/statement/export",
  who: "tenant",
  feature: "view_reports",
  query: z.object(period).check(sensibleRange("from", "to")),
  answer: "csv",
});

export const printStatement = defineCall({
  name: "printStatement",
  summary: "The whole statement as PDF",
  method: "GET",
  path: "/reports/statement/pdf",
  who: "tenant",
  feature: "view_reports",
  query: z.object(period).check(sensibleRange("from", "to")),
  answer: "pdf",
  errors: ["STATEMENT_TOO_LONG"],
});

const charged = {
  /** Payouts that were paid in the month. */
  paid_count: count(),
  /** Payouts that the bank returned in the month, whenever they were paid. */
  returned_count: count(),
  fees: money,
  /** Below zero: what went back with returned payouts. */
  fees_returned: money,
  /** Fees less what went back: what GST is due on. */
  taxable_value: money,
  gst: money,
  /** Taxable value and GST. */
  total: money,
};

export const gstSummary = z
  .object({
    /** The calendar year in which it begins, in April. */
    year: z.int(),
    /** From April to March, without the months that have not begun. */
    months: z.array(z.object({ month: z.string(), ...charged })),
    total: z.object(charged),
  })
  .register(z.globalRegistry, { id: "GstSummary" });
export type GstSummary = z.output<typeof gstSummary>;

const notAYear = "Choose a financial year by its first calendar year, such as 2026";
const financialYear = z.coerce.number({ error: notAYear }).check(
  z.int({ error: notAYear, abort: true }),
  z.minimum(2000, { error: notAYear, abort: true }),
  z.maximum(9999, { error: notAYear, abort: true }),
  z.refine((year) => year <= financialYearOf(todayInIndia()), "This financial year has not begun"),
);

export const getGstSummary = defineCall({
  name: "getGstSummary",
  summary: "Fees and the GST on them by month, for a financial year",
  method: "GET",
  path: "/reports/gst",
  who: "tenant",
  feature: "view_reports",
  query: z.object({ year: financialYear }),
  answer: one(gstSummary),
});

export const exportGstSummary = defineCall({
  name: "exportGstSummary",
  summary: "The GST summary as CSV",
  method: "GET",
  path: "/reports/gst/export",
  who: "tenant",
  feature: "view_reports",
  query: z.object({ year: financialYear }),
  answer: "csv",
});
