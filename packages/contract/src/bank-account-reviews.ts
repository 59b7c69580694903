import * as z from "zod/mini";
import { bankAccount, bankAccountStatusFilter } from "./bank-accounts.ts";
import { defineCall, instant, manyWithSummary, one } from "./call.ts";
import { idParams, limit, noControlCharacters, page } from "./fields.ts";
import { limits } from "./limits.ts";
import {
  approvalBody,
  asker,
  manyApprovalsBody,
  manyOutcomes,
  manyRejectionsBody,
  queueFigures,
  rejectionBody,
  warning,
} from "./reviews.ts";

const decidedBankAccount = z
  .extend(bankAccount, { tenant: asker, reviewed_at: z.nullable(instant()) })
  .register(z.globalRegistry, { id: "DecidedBankAccount" });

/** With everything that helps to decide. */
const reviewedBankAccount = z
  .extend(decidedBankAccount, {
    decided_by: z.nullable(z.string()),
    review_note: z.nullable(z.string()),
    /** The bank that the IFSC belongs to; null when it belongs to none that is known. */
    ifsc_bank: z.nullable(z.string()),
    /** Empty once it is decided. */
    warnings: z.array(warning),
  })
  .register(z.globalRegistry, { id: "ReviewedBankAccount" });
export type ReviewedBankAccount = z.output<typeof reviewedBankAccount>;

const bankAccountQueue = z
  .object(queueFigures)
  .register(z.globalRegistry, { id: "BankAccountQueue" });
export type BankAccountQueue = z.output<typeof bankAccountQueue>;

export const listBankAccountsForReview = defineCall({
  name: "listBankAccountsForReview",
  summary: "Bank accounts of every tenant, oldest first, with what helps to decide",
  method: "GET",
  path: "/super-admin/bank-accounts",
  who: "superadmin",
  changesWith: ["bank_accounts"],
  query: z.object({
    status: bankAccountStatusFilter,
    /** In the tenant's name or number, the holder's name, or the IFSC. */
    search: z.optional(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(limits.searchCharsMax, "Search must not exceed 100 characters"),
          noControlCharacters(),
        ),
    ),
    page: page(),
    limit: limit(limits.historyPageRows),
  }),
  answer: manyWithSummary(reviewedBankAccount, bankAccountQueue),
});

export const approveBankAccount = defineCall({
  name: "approveBankAccount",
  summary: "Whitelist a bank account",
  method: "POST",
  path: "/super-admin/bank-accounts/{id}/approve",
  who: "superadmin",
  params: idParams,
  body: approvalBody,
  answer: one(decidedBankAccount),
  errors: ["ALREADY_DECIDED"],
});

export const rejectBankAccount = defineCall({
  name: "rejectBankAccount",
  summary: "Refuse a bank account",
  method: "POST",
  path: "/super-admin/bank-accounts/{id}/reject",
  who: "superadmin",
  params: idParams,
  body: rejectionBody,
  answer: one(decidedBankAccount),
  errors: ["ALREADY_DECIDED"],
});

export const approveBankAccounts = defineCall({
  name: "approveBankAccounts",
  summary: "Whitelist up to 100 bank accounts, each by itself",
  method: "POST",
  path: "/super-admin/bank-accounts/approve",
  who: "superadmin",
  body: manyApprovalsBody,
  answer: manyOutcomes,
});

export const rejectBankAccounts = defineCall({
  name: "rejectBankAccounts",
  summary: "Refuse up to 100 bank accounts for one reason, each by itself",
  method: "POST",
  path: "/super-admin/bank-accounts/reject",
  who: "superadmin",
  body: manyRejectionsBody,
  answer: manyOutcomes,
});

export const revealAccountNumber = defineCall({
  name: "revealAccountNumber",
  summary: "The whole account number; the audit log keeps who looked",
  method: "POST",
  path: "/super-admin/bank-accounts/{id}/reveal",
  who: "superadmin",
  params: idParams,
  answer: one(z.object({ account_number: z.string() })),
});
