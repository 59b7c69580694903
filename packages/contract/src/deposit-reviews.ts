import * as z from "zod/mini";
import { defineCall, count, instant, pageAnswerWithSummary, money } from "./call.ts";
import { deposit, depositFilters } from "./deposits.ts";
import { id, idParams, limit, page, validDateRange } from "./fields.ts";
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

const decidedDeposit = z
  .extend(deposit, {
    tenant: requester,
    /** The first of two approvals; null if there is none. */
    first_approval: z.nullable(
      z.object({
        by: z.object({ id, name: z.string() }),
        at: instant(),
        note: z.nullable(z.string()),
      }),
    ),
  })
  .register(z.globalRegistry, { id: "DecidedDeposit" });

/** With the facts that a reviewer needs. */
const reviewedDeposit = z
  .extend(decidedDeposit, {
    /** Null if the transfer came from an account that is not the tenant's. */
    bank_account_id: z.nullable(id),
    /** 2 for an amount above the current limit in System Settings. */
    approvals_needed: z.literal([1, 2]),
    decided_by: z.nullable(z.string()),
    review_note: z.nullable(z.string()),
    /** Earlier requests from the same bank account; each count stops at 1,000. */
    earlier: z.object({
      completed: count(),
      failed: count(),
      last: z.nullable(
        z.object({
          created_at: instant(),
          amount: money,
          status: z.enum(["completed", "failed", "pending"]),
        }),
      ),
    }),
    /** Empty after the decision. */
    warnings: z.array(warning),
  })
  .register(z.globalRegistry, { id: "ReviewedDeposit" });
export type ReviewedDeposit = z.output<typeof reviewedDeposit>;

const depositQueue = z
  .object({
    ...queueFigures,
    waiting_amount: money,
    /** Requests with the first of two approvals. */
    half_approved: count(),
    approved_today_amount: money,
    /** Two super admins must approve a larger amount; null: one is always enough. */
    second_approval_above: z.nullable(money),
  })
  .register(z.globalRegistry, { id: "DepositQueue" });
export type DepositQueue = z.output<typeof depositQueue>;

export const listDepositsForReview = defineCall({
  name: "listDepositsForReview",
  summary: "Deposit requests of all tenants, oldest first, with facts for the review",
  tag: "Deposits",
  method: "GET",
  path: "/super-admin/deposits",
  who: "superadmin",
  changesWith: ["deposits"],
  query: z
    .object({ ...depositFilters, page: page(), limit: limit(limits.historyPageRows) })
    .check(validDateRange("from", "to")),
  answer: pageAnswerWithSummary(reviewedDeposit, depositQueue),
  errors: ["SETTING_UNREADABLE"],
});

/** The errors of an approval, from the queue or from a statement. */
export const approvalErrors = [
  "ALREADY_DECIDED",
  "BANK_ACCOUNT_REVOKED",
  "MONEY_IN_SUSPENSE",
  "TRANSFER_NOT_CREDITABLE",
  "UTR_ALREADY_USED",
  "SECOND_APPROVER_NEEDED",
  "SETTING_UNREADABLE",
] as const;

export const approveDeposit = defineCall({
  name: "approveDeposit",
  summary: "Approve a deposit: credits the wallet once; above the limit, after the second approval",
  tag: "Deposits",
  method: "POST",
  path: "/super-admin/deposits/{id}/approve",
  who: "superadmin",
  params: idParams,
  body: z.extend(approvalBody, {
    /** Send true after the warning `ACCOUNT_REVOKED` only. */
    accept_revoked_account: z.optional(
      z.boolean({ error: "accept_revoked_account must be true or false" }),
    ),
  }),
  answer: z.object({
    success: z.literal(true),
    message: z.string(),
    data: z.extend(decidedDeposit, { outcome: z.enum(["credited", "first_approval"]) }),
  }),
  errors: approvalErrors,
});

export const rejectDeposit = defineCall({
  name: "rejectDeposit",
  summary: "Reject a deposit request, also after the first of two approvals",
  tag: "Deposits",
  method: "POST",
  path: "/super-admin/deposits/{id}/reject",
  who: "superadmin",
  params: idParams,
  body: rejectionBody,
  answer: z.object({ success: z.literal(true), message: z.string(), data: decidedDeposit }),
  errors: ["ALREADY_DECIDED"],
});

export const approveDeposits = defineCall({
  name: "approveDeposits",
  summary:
    "Approve up to 100 deposits, each in its own transaction: one error does not undo the others",
  tag: "Deposits",
  method: "POST",
  path: "/super-admin/deposits/approve",
  who: "superadmin",
  body: manyApprovalsBody,
  answer: manyOutcomes,
});

export const rejectDeposits = defineCall({
  name: "rejectDeposits",
  summary: "Reject up to 100 deposits for one reason, each in its own transaction",
  tag: "Deposits",
  method: "POST",
  path: "/super-admin/deposits/reject",
  who: "superadmin",
  body: manyRejectionsBody,
  answer: manyOutcomes,
});
