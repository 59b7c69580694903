import * as z from "zod/mini";
import { defineCall, manyWithSummary, money, one, instant } from "./call.ts";
import { day, id, limit, page, sensibleRange } from "./fields.ts";
import { limits } from "./limits.ts";
import { payoutStatuses } from "./payouts.ts";

export const walletBalance = z
  .object({
    main_balance: money,
    /** Set aside for payouts under way: not spendable, not yet gone. */
    held_balance: money,
    last_updated: z.nullable(instant()),
  })
  .register(z.globalRegistry, { id: "WalletBalance" });
export type WalletBalance = z.output<typeof walletBalance>;

export const getBalance = defineCall({
  name: "getWalletBalance",
  summary: "What can be spent now",
  method: "GET",
  path: "/wallet/balance",
  who: "tenant",
  changesWith: ["wallet"],
  answer: one(walletBalance),
});

const flow = { total_credits: money, total_debits: money };

export const walletPortfolio = z
  .object({
    /** This month so far, in Asia/Kolkata: what was credited, and what payouts took. */
    ...flow,
    /** The month before up to the same time of the month, and what could be spent then. */
    previous: z.object({ main_balance: money, ...flow }),
  })
  .register(z.globalRegistry, { id: "WalletPortfolio" });
export type WalletPortfolio = z.output<typeof walletPortfolio>;

export const getPortfolio = defineCall({
  name: "getWalletPortfolio",
  summary: "What came and went this month, beside the month before",
  method: "GET",
  path: "/wallet/portfolio",
  who: "tenant",
  changesWith: ["wallet"],
  answer: one(walletPortfolio),
});

export const walletTransaction = z
  .object({
    _id: id,
    createdAt: instant(),
    type: z.enum(["credit", "debit"]),
    /** For a payout the total taken: amount, fee and GST. */
    amount: money,
    status: z.enum(["pending", "success", "failed"]),
    description: z.string(),
    reference: z.string(),
    payout: z.optional(
      z.object({
        id,
        beneficiary_name: z.string(),
        bank_name: z.nullable(z.string()),
        account_number: z.nullable(z.string()),
        ifsc_code: z.nullable(z.string()),
        upi_id: z.nullable(z.string()),
        amount: money,
        txn_fee: money,
        gst_amount: money,
        status: z.enum(payoutStatuses),
        reference_id: z.string(),
        utr_number: z.nullable(z.string()),
        failure_reason: z.nullable(z.string()),
      }),
    ),
    deposit: z.optional(z.object({ id, utr_reference: z.string() })),
  })
  .register(z.globalRegistry, { id: "WalletTransaction" });
export type WalletTransaction = z.output<typeof walletTransaction>;

export const walletSummary = z
  .object({ total_credits: money, total_debits: money, net_balance: money })
  .register(z.globalRegistry, { id: "WalletSummary" });

/** What the wallet's history can be narrowed to. */
export const walletFilters = {
  type: z.optional(z.enum(["all", "credit", "debit"])),
  from: z.optional(day),
  to: z.optional(day),
};

export const listWalletHistory = defineCall({
  name: "listWalletHistory",
  summary: "Every credit and debit of the wallet, newest first",
  method: "GET",
  path: "/wallet/history",
  who: "tenant",
  changesWith: ["wallet"],
  query: z
    .object({ ...walletFilters, page: page(), limit: limit(limits.historyPageRows) })
    .check(sensibleRange("from", "to")),
  answer: manyWithSummary(walletTransaction, walletSummary),
});

export const exportWalletHistory = defineCall({
  name: "exportWalletHistory",
  summary: "The whole filter as CSV",
  method: "GET",
  path: "/wallet/history/export",
  who: "tenant",
  query: z.object(walletFilters).check(sensibleRange("from", "to")),
  answer: "csv",
});
