import * as z from "zod/mini";
import { count, defineCall, instant, pageAnswerWithSummary, money } from "./call.ts";
import { day, id, limit, page, validDateRange } from "./fields.ts";
import { noControlCharacters, remarks, rupees } from "./form-fields.ts";
import { limits } from "./limits.ts";
import { inr, sampleIds, singlePage } from "./samples.ts";

export const depositStatuses = ["pending", "completed", "failed"] as const;

export const deposit = z
  .object({
    _id: id,
    created_at: instant(),
    /** Once completed, what arrived and was credited. */
    amount: money,
    /** The requested amount, if another one arrived; null otherwise. */
    requested_amount: z.nullable(money),
    /** Why the two differ. */
    amount_reason: z.nullable(z.string()),
    utr_reference: z.string(),
    status: z.enum(depositStatuses),
    remarks: z.nullable(z.string()),
    failure_reason: z.nullable(z.string()),
    processed_at: z.nullable(instant()),
    bank_account: z.optional(
      z.object({
        account_holder_name: z.string(),
        account_number: z.string(),
        ifsc_code: z.string(),
        bank_name: z.string(),
      }),
    ),
    virtual_account: z.optional(z.object({ provider: z.string() })),
    /** The account that the tenant transferred to, as in the request; null if it named none. */
    receiving_account: z.nullable(
      z.object({
        label: z.string(),
        bank_name: z.string(),
        /** Masked. */
        account_number: z.string(),
      }),
    ),
  })
  .register(z.globalRegistry, { id: "Deposit" });
export type Deposit = z.output<typeof deposit>;

const statusTotal = z.object({ total_amount: money, count: count() });
export const depositSummary = z
  .object({
    totals_by_status: z.object({
      pending: statusTotal,
      completed: statusTotal,
      failed: statusTotal,
    }),
  })
  .register(z.globalRegistry, { id: "DepositSummary" });

export const depositForm = z.object({
  bank_account: z
    .string({ error: "Please select a bank account" })
    .check(
      z.minLength(1, { error: "Please select a bank account", abort: true }),
      z.uuid("Please select a bank account"),
    ),
  amount: rupees({
    required: "Amount is required",
    min: [limits.depositPaiseMin, "Minimum deposit amount is ₹100"],
    max: [limits.depositPaiseMax, "Maximum deposit amount is ₹10,00,000"],
  }),
  utr_reference: z.string({ error: "UTR reference is required" }).check(
    z.trim(),
    z.toUpperCase(),
    z.minLength(1, { error: "UTR reference is required", abort: true }),
    z.minLength(limits.utrCharsMin, {
      error: "UTR reference must be at least 12 characters",
      abort: true,
    }),
    z.maxLength(limits.utrCharsMax, {
      error: "UTR reference must not exceed 22 characters",
      abort: true,
    }),
    z.regex(/^[A-Z0-9]+$/, "UTR reference can only contain letters and digits"),
  ),
  remarks,
  /** The receiving account of the transfer; the default one if absent. */
  receiving_account: z.optional(z.uuid("Please select one of the accounts shown")),
});
export type DepositForm = z.input<typeof depositForm>;

const depositSample = {
  _id: sampleIds.deposit,
  created_at: "2026-11-20T06:00:00.000Z",
  amount: inr(25_000_00),
  requested_amount: null,
  amount_reason: null,
  utr_reference: "ICICR52026112000",
  status: "pending",
  remarks: null,
  failure_reason: null,
  processed_at: null,
  bank_account: {
    account_holder_name: "Sharma Traders",
    account_number: "****4321",
    ifsc_code: "ICIC0000026",
    bank_name: "ICICI Bank",
  },
  receiving_account: {
    label: "Main collections",
    bank_name: "HDFC Bank",
    account_number: "****5600",
  },
};

export const initiateDeposit = defineCall({
  name: "initiateDeposit",
  summary: "Request that a bank transfer be credited to the wallet",
  tag: "Deposits",
  method: "POST",
  path: "/wallet/deposit/initiate",
  scopes: ["deposits:write"],
  who: "tenant",
  needs: "fund",
  feature: "wallet_topup",
  body: depositForm,
  answer: z.object({ success: z.literal(true), message: z.string(), data: deposit }),
  status: 201,
  idempotent: true,
  errors: [
    "BANK_ACCOUNT_NOT_APPROVED",
    "TENANT_CLOSING",
    "TRANSFER_NOT_CREDITABLE",
    "UTR_ALREADY_USED",
  ],
  example: {
    request: {
      bank_account: sampleIds.bankAccount,
      amount: 25_000,
      utr_reference: depositSample.utr_reference,
    },
    answer: {
      success: true,
      message: "Deposit request submitted successfully! You'll be notified once processed.",
      data: depositSample,
    },
  },
});

/** The filters of a list of deposits. */
export const depositFilters = {
  status: z.optional(z.enum(["all", ...depositStatuses])),
  utr: z.optional(
    z
      .string()
      .check(
        z.trim(),
        z.toUpperCase(),
        z.maxLength(limits.searchCharsMax, "Search must not exceed 100 characters"),
        noControlCharacters(),
      ),
  ),
  from: z.optional(day),
  to: z.optional(day),
};

export const listDeposits = defineCall({
  name: "listDeposits",
  summary: "The tenant's deposit requests, newest first",
  tag: "Deposits",
  method: "GET",
  path: "/wallet/deposit/history",
  scopes: ["deposits:write"],
  who: "tenant",
  needs: "view",
  changesWith: ["deposits"],
  query: z
    .object({ ...depositFilters, page: page(), limit: limit(limits.historyPageRows) })
    .check(validDateRange("from", "to")),
  answer: pageAnswerWithSummary(deposit, depositSummary),
  example: {
    answer: {
      success: true,
      data: [depositSample],
      ...singlePage,
      summary: {
        totals_by_status: {
          pending: { total_amount: depositSample.amount, count: 1 },
          completed: { total_amount: inr(0), count: 0 },
          failed: { total_amount: inr(0), count: 0 },
        },
      },
    },
  },
});

export const exportDeposits = defineCall({
  name: "exportDeposits",
  summary: "All rows of the filter as CSV",
  tag: "Deposits",
  method: "GET",
  path: "/wallet/deposit/history/export",
  scopes: ["reports:read"],
  who: "tenant",
  needs: "report",
  query: z.object(depositFilters).check(validDateRange("from", "to")),
  answer: "csv",
});
