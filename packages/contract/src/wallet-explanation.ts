import * as z from "zod/mini";
import { count, dataAnswer, defineCall, instant, money } from "./call.ts";
import { day, validDateRange } from "./fields.ts";
import { inr } from "./samples.ts";

/**
 * The available balance, the balance on hold, or what a period changed of the available balance.
 */
export const explainedFigures = ["balance", "held", "flow"] as const;
export type ExplainedFigure = (typeof explainedFigures)[number];

/**
 * What a line adds up. `payout` and `withdrawal` are all that were sent in a period, fee and GST
 * included; without a period they are split into what was paid, its fees and GST, what is on hold and
 * what came back.
 */
export const explanationKinds = [
  "deposit",
  "payout",
  "payout_paid",
  "fee",
  "gst",
  "payout_returned",
  "payout_failed",
  "payout_on_hold",
  "withdrawal",
  "withdrawal_paid",
  "withdrawal_returned",
  "withdrawal_failed",
  "withdrawal_on_hold",
  "request_on_hold",
  "request_ended",
  "request_hold",
  "request_release",
  "correction",
  "owed",
  "set_aside",
] as const;
export type ExplanationKind = (typeof explanationKinds)[number];

export const explanationLine = z
  .object({
    kind: z.enum(explanationKinds),
    /** Ledger postings, or what is on hold; null for fee and GST, which are parts of other postings. */
    count: z.nullable(count()),
    credit: money,
    debit: money,
  })
  .register(z.globalRegistry, { id: "ExplanationLine" });
export type ExplanationLine = z.output<typeof explanationLine>;

export const bookStates = ["verified", "faulty", "unverified"] as const;

export const walletExplanation = z
  .object({
    figure: z.enum(explainedFigures),
    from: z.nullable(day),
    to: z.nullable(day),
    /** The balance before the period; 0 without one. */
    opening_balance: money,
    lines: z.array(explanationLine),
    total_credits: money,
    total_debits: money,
    /** As stored: the wallet's own figure, or the balance after the period's last entry. */
    closing_balance: money,
    /** Whether opening + credits − debits = closing. */
    adds_up: z.boolean(),
    /** What of the closing balance the lines do not explain. */
    difference: money,
    /** The period as Wallet History counts it: without what failed or ended, and its refunds. */
    wallet_history: z.nullable(z.object({ total_credits: money, total_debits: money })),
    /** The last completed verification of all books. */
    books: z.object({ state: z.enum(bookStates), verified_at: z.nullable(instant()) }),
  })
  .register(z.globalRegistry, {
    id: "WalletExplanation",
    description: "The ledger postings that add up to a figure of the wallet, by kind.",
  });
export type WalletExplanation = z.output<typeof walletExplanation>;

export const explainFigure = defineCall({
  name: "explainWalletFigure",
  summary: "The ledger postings that add up to a figure of the wallet, by kind",
  tag: "Wallet",
  method: "GET",
  path: "/wallet/explanation",
  scopes: ["wallet:read"],
  who: "tenant",
  needs: "view",
  changesWith: ["wallet", "payouts"],
  query: z
    .object({
      figure: z.enum(explainedFigures),
      /** Days in Asia/Kolkata, both inclusive; for `flow` only. */
      from: z.optional(day),
      to: z.optional(day),
    })
    .check(
      validDateRange("from", "to"),
      z.refine(({ figure, from }) => figure !== "flow" || from !== undefined, {
        error: "Choose a from date",
        path: ["from"],
      }),
      z.refine(({ figure, to }) => figure !== "flow" || to !== undefined, {
        error: "Choose a to date",
        path: ["to"],
      }),
    ),
  answer: dataAnswer(walletExplanation),
  errors: ["TOO_SLOW"],
  example: {
    answer: {
      success: true,
      data: {
        figure: "balance",
        from: null,
        to: null,
        opening_balance: inr(0),
        lines: [
          { kind: "deposit", count: 1, credit: inr(25_000_00), debit: inr(0) },
          { kind: "payout_paid", count: 1, credit: inr(0), debit: inr(1500_25) },
          { kind: "fee", count: null, credit: inr(0), debit: inr(5_00) },
          { kind: "gst", count: null, credit: inr(0), debit: inr(90) },
        ],
        total_credits: inr(25_000_00),
        total_debits: inr(1506_15),
        closing_balance: inr(23_493_85),
        adds_up: true,
        difference: inr(0),
        wallet_history: null,
        books: { state: "verified", verified_at: "2026-11-20T20:30:00.000Z" },
      },
    },
  },
});
