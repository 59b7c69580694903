import * as z from "zod/mini";
import { accountCheck } from "./account-check.ts";
import { defineCall, instant, pageAnswer } from "./call.ts";
import { id, limit, page } from "./fields.ts";
import { accountNumberPattern, ifscPattern, text } from "./form-fields.ts";
import { limits } from "./limits.ts";
import { sampleIds } from "./samples.ts";

export const bankAccountStatuses = ["pending", "approved", "rejected", "revoked"] as const;
export const accountTypes = ["savings", "current"] as const;

export const bankAccount = z
  .object({
    _id: id,
    account_holder_name: z.string(),
    /** Masked: four stars and the last four digits. */
    account_number: z.string(),
    bank_name: z.string(),
    ifsc_code: z.string(),
    branch_name: z.string(),
    account_type: z.enum(accountTypes),
    status: z.enum(bankAccountStatuses),
    rejection_reason: z.nullable(z.string()),
    /** Why deposits from it are not accepted any more; null unless it was revoked. */
    revocation_reason: z.nullable(z.string()),
    /** The bank's name check; null before it, and if no provider offers it. */
    account_check: z.nullable(accountCheck),
    created_at: instant(),
  })
  .register(z.globalRegistry, { id: "BankAccount" });
export type BankAccount = z.output<typeof bankAccount>;

export const bankAccountForm = z.object({
  account_holder_name: text({
    required: "Account holder name is required",
    min: [limits.holderNameCharsMin, "Name must be at least 2 characters"],
    max: [limits.holderNameCharsMax, "Name must not exceed 50 characters"],
  }),
  account_number: z
    .string({ error: "Account number is required" })
    .check(
      z.trim(),
      z.minLength(1, { error: "Account number is required", abort: true }),
      z.regex(accountNumberPattern, "Account number must be 9-18 digits"),
    ),
  ifsc_code: z
    .string({ error: "IFSC code is required" })
    .check(
      z.trim(),
      z.toUpperCase(),
      z.minLength(1, { error: "IFSC code is required", abort: true }),
      z.regex(ifscPattern, "Invalid IFSC code format"),
    ),
  bank_name: text({
    required: "Bank name is required",
    min: [limits.bankNameCharsMin, "Bank name must be at least 2 characters"],
    max: [limits.bankNameCharsMax, "Bank name must not exceed 100 characters"],
  }),
  branch_name: text({
    required: "Branch name is required",
    min: [limits.bankNameCharsMin, "Branch name must be at least 2 characters"],
    max: [limits.bankNameCharsMax, "Branch name must not exceed 100 characters"],
  }),
  account_type: z.enum(accountTypes, {
    error: (issue) =>
      issue.input === undefined || issue.input === ""
        ? "Account type is required"
        : "Invalid account type",
  }),
});
export type BankAccountForm = z.input<typeof bankAccountForm>;

export const bankAccountStatusFilter = z.optional(z.enum(["all", ...bankAccountStatuses]));

export const listBankAccounts = defineCall({
  name: "listBankAccounts",
  summary: "The tenant's whitelisted bank accounts, newest first",
  tag: "Bank accounts",
  method: "GET",
  path: "/wallet/bank-accounts",
  scopes: ["deposits:write"],
  who: "tenant",
  needs: "view",
  changesWith: ["bank_accounts"],
  query: z.object({
    status: bankAccountStatusFilter,
    page: page(),
    limit: limit(limits.bankAccountsPageRows),
  }),
  answer: pageAnswer(bankAccount),
});

const bankAccountFormSample = {
  account_holder_name: "Sharma Traders",
  account_number: "002601504321",
  ifsc_code: "ICIC0000026",
  bank_name: "ICICI Bank",
  branch_name: "Fort, Mumbai",
  account_type: "current",
};

export const addBankAccount = defineCall({
  name: "addBankAccount",
  summary: "Request to whitelist a bank account",
  tag: "Bank accounts",
  method: "POST",
  path: "/wallet/bank-accounts",
  who: "tenant",
  needs: "fund",
  body: bankAccountForm,
  answer: z.object({ success: z.literal(true), message: z.string(), data: bankAccount }),
  status: 201,
  idempotent: true,
  errors: ["BANK_ACCOUNT_EXISTS"],
  example: {
    request: bankAccountFormSample,
    answer: {
      success: true,
      message: "Bank account added successfully!",
      data: {
        ...bankAccountFormSample,
        _id: sampleIds.bankAccount,
        account_number: "****4321",
        status: "pending",
        rejection_reason: null,
        revocation_reason: null,
        account_check: {
          verdict: "valid",
          name_at_bank: "SHARMA TRADERS",
          match_score: 100,
          match: "match",
          reason: null,
          checked_at: "2026-11-20T05:40:02.000Z",
        },
        created_at: "2026-11-20T05:40:00.000Z",
      },
    },
  },
});
