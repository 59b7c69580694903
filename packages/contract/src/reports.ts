import * as z from "zod/mini";
import { count, defineCall, instant, pageAnswerWithSummary, money, dataAnswer } from "./call.ts";
import { financialYearOf } from "./days.ts";
import { id, limit, page, requiredDay, validDateRange, todayInIndia } from "./fields.ts";
import { limits } from "./limits.ts";
import { inr, sampleIds, singlePage } from "./samples.ts";

/** The kinds of change to the available balance; decision 0011 says when each counts. */
export const statementKinds = [
  "deposit",
  "payout",
  "payout_failed",
  "payout_cancelled",
  "payout_returned",
  "payout_partly_returned",
  "withdrawal",
  "withdrawal_failed",
  "withdrawal_cancelled",
  "withdrawal_returned",
  "withdrawal_partly_returned",
  "set_aside",
  "correction",
  "owed",
  "repaid",
  "request_hold",
  "request_release",
] as const;

export const statementLine = z
  .object({
    /** The number of the ledger entry: unique in the wallet, ascending in the statement. */
    entry: count(),
    at: instant(),
    kind: z.enum(statementKinds),
    particulars: z.string(),
    /** The other account and the charges, or the reason for a return. */
    detail: z.nullable(z.string()),
    /** The payout or withdrawal; null for other lines. */
    payout_id: z.nullable(id),
    reference: z.nullable(z.string()),
    utr: z.nullable(z.string()),
    /** Exactly one of the two is null. */
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
    /** The same period as Wallet History counts it: without payouts that failed, and their refunds. */
    wallet_history: z.object({
      total_credits: money,
      total_debits: money,
      /** Whether the difference includes payment requests that went on or off hold. */
      leaves_out_requests: z.boolean(),
    }),
  })
  .register(z.globalRegistry, {
    id: "StatementSummary",
    description: "For the whole period: opening + credits − debits = closing.",
  });
export type StatementSummary = z.output<typeof statementSummary>;

const period = {
  from: requiredDay("Choose a from date"),
  to: requiredDay("Choose a to date"),
};

export const getStatement = defineCall({
  name: "getStatement",
  summary: "Statement of account for a period, oldest line first",
  tag: "Reports",
  method: "GET",
  path: "/reports/statement",
  scopes: ["reports:read"],
  who: "tenant",
  needs: "report",
  feature: "view_reports",
  query: z
    .object({ ...period, page: page(), limit: limit(limits.statementPageRows) })
    .check(validDateRange("from", "to")),
  answer: pageAnswerWithSummary(statementLine, statementSummary),
  example: {
    answer: {
      success: true,
      data: [
        {
          entry: 2,
          at: "2026-11-20T06:30:00.000Z",
          kind: "payout",
          particulars: "IMPS payout to Asha Rao",
          detail: "HDFC Bank ****9012 · fee ₹5.00 + GST ₹0.90",
          payout_id: sampleIds.payout,
          reference: "RKA2EM233TB1T94JS",
          utr: "632456789012",
          debit: inr(1506_15),
          credit: null,
          balance: inr(23_493_85),
        },
      ],
      ...singlePage,
      summary: {
        opening_balance: inr(25_000_00),
        total_credits: inr(0),
        total_debits: inr(1506_15),
        closing_balance: inr(23_493_85),
        credit_count: 0,
        debit_count: 1,
        wallet_history: {
          total_credits: inr(0),
          total_debits: inr(1506_15),
          leaves_out_requests: false,
        },
      },
    },
  },
});

export const exportStatement = defineCall({
  name: "exportStatement",
  summary: "The full statement as CSV",
  tag: "Reports",
  method: "GET",
  path: "/reports/statement/export",
  scopes: ["reports:read"],
  who: "tenant",
  needs: "report",
  feature: "view_reports",
  query: z.object(period).check(validDateRange("from", "to")),
  answer: "csv",
});

export const exportStatementForTally = defineCall({
  name: "exportStatementForTally",
  summary: "The full statement as vouchers for TallyPrime, in XML",
  tag: "Reports",
  method: "GET",
  path: "/reports/statement/tally",
  scopes: ["reports:read"],
  who: "tenant",
  needs: "report",
  feature: "view_reports",
  query: z.object(period).check(validDateRange("from", "to")),
  answer: "xml",
});

export const exportStatementForZoho = defineCall({
  name: "exportStatementForZoho",
  summary: "The full statement as a bank statement for Zoho Books, in CSV",
  tag: "Reports",
  method: "GET",
  path: "/reports/statement/zoho",
  scopes: ["reports:read"],
  who: "tenant",
  needs: "report",
  feature: "view_reports",
  query: z.object(period).check(validDateRange("from", "to")),
  answer: "csv",
});

export const printStatement = defineCall({
  name: "printStatement",
  summary: "The full statement as PDF",
  tag: "Reports",
  method: "GET",
  path: "/reports/statement/pdf",
  scopes: ["reports:read"],
  who: "tenant",
  needs: "report",
  feature: "view_reports",
  query: z.object(period).check(validDateRange("from", "to")),
  answer: "pdf",
  errors: ["STATEMENT_TOO_LONG"],
});

const charges = {
  /** Payouts paid in the month. */
  paid_count: count(),
  /** Payouts returned in the month, paid at any time. */
  returned_count: count(),
  fees: money,
  /** Negative: fees refunded for returned payouts. */
  fees_returned: money,
  /** Fees minus refunds: the base of the GST. */
  taxable_value: money,
  gst: money,
  /** Taxable value plus GST. */
  total: money,
};

export const gstSummary = z
  .object({
    /** The calendar year in which the financial year starts, in April. */
    year: z.int(),
    /** From April to March, without future months. */
    months: z.array(z.object({ month: z.string(), ...charges })),
    total: z.object(charges),
  })
  .register(z.globalRegistry, { id: "GstSummary" });
export type GstSummary = z.output<typeof gstSummary>;

const yearMessage = "Choose a financial year by its first calendar year, such as 2026";
const financialYear = z.coerce.number({ error: yearMessage }).check(
  z.int({ error: yearMessage, abort: true }),
  z.minimum(2000, { error: yearMessage, abort: true }),
  z.maximum(9999, { error: yearMessage, abort: true }),
  z.refine(
    (year) => year <= financialYearOf(todayInIndia()),
    "This financial year has not started",
  ),
);

const chargesSample = {
  paid_count: 1,
  returned_count: 0,
  fees: inr(5_00),
  fees_returned: inr(0),
  taxable_value: inr(5_00),
  gst: inr(90),
  total: inr(5_90),
};

export const getGstSummary = defineCall({
  name: "getGstSummary",
  summary: "Fees and GST by month, for a financial year",
  tag: "Reports",
  method: "GET",
  path: "/reports/gst",
  scopes: ["reports:read"],
  who: "tenant",
  needs: "report",
  feature: "view_reports",
  query: z.object({ year: financialYear }),
  answer: dataAnswer(gstSummary),
  example: {
    answer: {
      success: true,
      data: {
        year: 2026,
        months: [{ month: "2026-11", ...chargesSample }],
        total: chargesSample,
      },
    },
  },
});

export const exportGstSummary = defineCall({
  name: "exportGstSummary",
  summary: "The GST summary as CSV",
  tag: "Reports",
  method: "GET",
  path: "/reports/gst/export",
  scopes: ["reports:read"],
  who: "tenant",
  needs: "report",
  feature: "view_reports",
  query: z.object({ year: financialYear }),
  answer: "csv",
});
