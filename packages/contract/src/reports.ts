import * as z from "zod/mini";
import { count, defineCall, instant, manyWithSummary, money } from "./call.ts";
import { id, limit, page, requiredDay, sensibleRange } from "./fields.ts";
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
