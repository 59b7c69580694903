import * as z from "zod/mini";
import { bankAccount, bankAccountStatusFilter } from "./bank-accounts.ts";
import { defineCall, instant, pageAnswerWithSummary, dataAnswer } from "./call.ts";
import { idParams, limit, page } from "./fields.ts";
import { search } from "./form-fields.ts";
import { limits } from "./limits.ts";
import {
  approvalBody,
  requester,
  manyApprovalsBody,
  manyOutcomes,
  manyRejectionsBody,
  queueFigures,
  rejectionBody,
  warning,
} from "./reviews.ts";

const decidedBankAccount = z
  .extend(bankAccount, { tenant: requester, reviewed_at: z.nullable(instant()) })
  .register(z.globalRegistry, { id: "DecidedBankAccount" });

/** With the facts that a reviewer needs. */
const reviewedBankAccount = z
  .extend(decidedBankAccount, {
    decided_by: z.nullable(z.string()),
    review_note: z.nullable(z.string()),
    /** Null unless an approved account was revoked. */
    revoked: z.nullable(z.object({ by: z.nullable(z.string()), at: instant() })),
    /** The bank of the IFSC; null for an unknown IFSC. */
    ifsc_bank: z.nullable(z.string()),
    /** Empty after the decision. */
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
  summary: "Bank accounts of all tenants, oldest first, with facts for the review",
  tag: "Bank accounts",
  method: "GET",
  path: "/super-admin/bank-accounts",
  who: "superadmin",
  needs: "view",
  changesWith: ["bank_accounts"],
  query: z.object({
    status: bankAccountStatusFilter,
    /** Part of the tenant's name or mobile number, the holder's name, or the IFSC. */
    search: search(),
    page: page(),
    limit: limit(limits.historyPageRows),
  }),
  answer: pageAnswerWithSummary(reviewedBankAccount, bankAccountQueue),
});

export const approveBankAccount = defineCall({
  name: "approveBankAccount",
  summary: "Whitelist a bank account",
  tag: "Bank accounts",
  method: "POST",
  path: "/super-admin/bank-accounts/{id}/approve",
  who: "superadmin",
  needs: "operate",
  stepUp: { signs: "request" },
  idempotent: true,
  params: idParams,
  body: approvalBody,
  answer: dataAnswer(decidedBankAccount),
  errors: ["ALREADY_DECIDED"],
});

export const rejectBankAccount = defineCall({
  name: "rejectBankAccount",
  summary: "Reject a bank account",
  tag: "Bank accounts",
  method: "POST",
  path: "/super-admin/bank-accounts/{id}/reject",
  who: "superadmin",
  needs: "operate",
  stepUp: { unsigned: "Accepts no money from it" },
  params: idParams,
  body: rejectionBody,
  answer: dataAnswer(decidedBankAccount),
  errors: ["ALREADY_DECIDED"],
});

export const revokeBankAccount = defineCall({
  name: "revokeBankAccount",
  summary: "Revoke an approved bank account: no deposits from it any more; the tenant is notified",
  tag: "Bank accounts",
  method: "POST",
  path: "/super-admin/bank-accounts/{id}/revoke",
  who: "superadmin",
  needs: "operate",
  stepUp: { unsigned: "Stops credits from it, also when no text arrives" },
  params: idParams,
  body: rejectionBody,
  answer: dataAnswer(decidedBankAccount),
  errors: ["BANK_ACCOUNT_NOT_REVOCABLE"],
  example: { request: { reason: "The account was reported as stolen" } },
});

export const approveBankAccounts = defineCall({
  name: "approveBankAccounts",
  summary: "Whitelist up to 100 bank accounts, each in its own transaction",
  tag: "Bank accounts",
  method: "POST",
  path: "/super-admin/bank-accounts/approve",
  who: "superadmin",
  needs: "operate",
  stepUp: { signs: "each", field: "ids" },
  idempotent: true,
  body: manyApprovalsBody,
  answer: manyOutcomes,
});

export const rejectBankAccounts = defineCall({
  name: "rejectBankAccounts",
  summary: "Reject up to 100 bank accounts for one reason, each in its own transaction",
  tag: "Bank accounts",
  method: "POST",
  path: "/super-admin/bank-accounts/reject",
  who: "superadmin",
  needs: "operate",
  stepUp: { unsigned: "Accepts no money from them" },
  body: manyRejectionsBody,
  answer: manyOutcomes,
});

export const revealAccountNumber = defineCall({
  name: "revealAccountNumber",
  summary: "The full account number; the audit log records who read it",
  tag: "Bank accounts",
  method: "POST",
  path: "/super-admin/bank-accounts/{id}/reveal",
  who: "superadmin",
  needs: "operate",
  stepUp: { signs: "request" },
  params: idParams,
  answer: dataAnswer(z.object({ account_number: z.string() })),
});
