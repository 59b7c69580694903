import * as z from "zod/mini";
import { defineCall, pageAnswerWithSummary, money, dataAnswer, instant } from "./call.ts";
import { day, id, limit, page, validDateRange } from "./fields.ts";
import { fundsQueue } from "./funds-queue-state.ts";
import { limits } from "./limits.ts";
import { requestHolds } from "./request-hold-state.ts";
import { payoutKinds, payoutStatuses } from "./payouts.ts";
import { inr } from "./samples.ts";

export const walletBalance = z
  .object({
    main_balance: money,
    /** On hold for payouts in progress and for payment requests: not available, not yet paid. */
    held_balance: money,
    /** Owed after a correction: the next credits pay it off first. */
    receivable: money,
    last_updated: z.nullable(instant()),
    /** Since when the account is being closed; null otherwise. */
    closing_since: z.nullable(instant()),
    /** Payouts that wait until the balance covers them. */
    funds_queue: fundsQueue,
    /** What of it payment requests hold that are not sent. */
    request_holds: requestHolds,
  })
  .register(z.globalRegistry, { id: "WalletBalance" });
export type WalletBalance = z.output<typeof walletBalance>;

export const getBalance = defineCall({
  name: "getWalletBalance",
  summary: "The available balance, and the balance on hold",
  tag: "Wallet",
  method: "GET",
  path: "/wallet/balance",
  scopes: ["wallet:read"],
  who: "tenant",
  needs: "view",
  changesWith: ["wallet", "payouts"],
  answer: dataAnswer(walletBalance),
  example: {
    answer: {
      success: true,
      data: {
        main_balance: inr(23_493_85),
        held_balance: inr(0),
        receivable: inr(0),
        last_updated: "2026-11-20T06:30:00.000Z",
        closing_since: null,
        funds_queue: {
          is_on: false,
          wait_hours: 96,
          count: 0,
          total: inr(0),
          missing: inr(0),
          first_expires_at: null,
        },
        request_holds: { at_submission: false, count: 0, total: inr(0) },
      },
    },
  },
});

const flow = { total_credits: money, total_debits: money };

export const walletPortfolio = z
  .object({
    /** Credits and debits of this month so far, in Asia/Kolkata. */
    ...flow,
    /** Last month up to the same time of the month, and the balance at that time. */
    previous: z.object({ main_balance: money, ...flow }),
  })
  .register(z.globalRegistry, { id: "WalletPortfolio" });
export type WalletPortfolio = z.output<typeof walletPortfolio>;

export const getPortfolio = defineCall({
  name: "getWalletPortfolio",
  summary: "Credits and debits of this month and of last month",
  tag: "Wallet",
  method: "GET",
  path: "/wallet/portfolio",
  scopes: ["wallet:read"],
  who: "tenant",
  needs: "view",
  changesWith: ["wallet"],
  answer: dataAnswer(walletPortfolio),
});

export const walletTransaction = z
  .object({
    _id: id,
    createdAt: instant(),
    type: z.enum(["credit", "debit"]),
    /** For a payout the total: amount, fee and GST. */
    amount: money,
    status: z.enum(["pending", "success", "failed", "cancelled"]),
    description: z.string(),
    reference: z.string(),
    payout: z.optional(
      z.object({
        id,
        kind: z.enum(payoutKinds),
        beneficiary_name: z.string(),
        bank_name: z.nullable(z.string()),
        account_number: z.nullable(z.string()),
        ifsc_code: z.nullable(z.string()),
        upi_id: z.nullable(z.string()),
        amount: money,
        txn_fee: money,
        gst_amount: money,
        /** What came back of the amount; 0 while nothing has. */
        returned_amount: money,
        status: z.enum(payoutStatuses),
        reference_id: z.string(),
        utr_number: z.nullable(z.string()),
        failure_reason: z.nullable(z.string()),
      }),
    ),
    deposit: z.optional(z.object({ id, utr_reference: z.string() })),
    /** The payment request that holds the amount. */
    request: z.optional(z.object({ id })),
    /**
     * A correction, what it left to owe, a payment of that, or a remainder set aside at a closing;
     * `reason` for a correction.
     */
    adjustment: z.optional(
      z.object({
        kind: z.enum(["correction", "owed", "repaid", "set_aside"]),
        reason: z.nullable(z.string()),
      }),
    ),
  })
  .register(z.globalRegistry, { id: "WalletTransaction" });
export type WalletTransaction = z.output<typeof walletTransaction>;

export const walletSummary = z
  .object({ total_credits: money, total_debits: money, net_balance: money })
  .register(z.globalRegistry, { id: "WalletSummary" });

/** The filters of the wallet's history. */
export const walletFilters = {
  type: z.optional(z.enum(["all", "credit", "debit"])),
  from: z.optional(day),
  to: z.optional(day),
};

export const listWalletHistory = defineCall({
  name: "listWalletHistory",
  summary: "Every credit and debit of the wallet, newest first",
  tag: "Wallet",
  method: "GET",
  path: "/wallet/history",
  scopes: ["wallet:read"],
  who: "tenant",
  needs: "view",
  changesWith: ["wallet"],
  query: z
    .object({ ...walletFilters, page: page(), limit: limit(limits.historyPageRows) })
    .check(validDateRange("from", "to")),
  answer: pageAnswerWithSummary(walletTransaction, walletSummary),
});

export const exportWalletHistory = defineCall({
  name: "exportWalletHistory",
  summary: "All rows of the filter as CSV",
  tag: "Wallet",
  method: "GET",
  path: "/wallet/history/export",
  scopes: ["reports:read"],
  who: "tenant",
  needs: "report",
  query: z.object(walletFilters).check(validDateRange("from", "to")),
  answer: "csv",
});
