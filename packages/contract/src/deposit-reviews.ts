import * as z from "zod/mini";
import { count, defineCall, instant, money, pageAnswerWithSummary } from "./call.ts";
import { deposit, depositFilters } from "./deposits.ts";
import { id, idName, idParams, limit, page, validDateRange } from "./fields.ts";
import { rupees, text } from "./form-fields.ts";
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
        by: idName,
        at: instant(),
        note: z.nullable(z.string()),
        /** What arrived according to that person, if it is not the requested amount. */
        received_amount: z.nullable(money),
        amount_reason: z.nullable(z.string()),
      }),
    ),
    /** The receiving account of the request. */
    receiving_account_id: z.nullable(id),
    /** Where the money arrived according to an approval; null before one and for no such account. */
    arrived_in_id: z.nullable(id),
  })
  .register(z.globalRegistry, { id: "DecidedDeposit" });

/** With the facts that a reviewer needs. */
const reviewedDeposit = z
  .extend(decidedDeposit, {
    /** Null if the transfer came from an account that is not the tenant's. */
    bank_account_id: z.nullable(id),
    /** 2 for an amount above the current limit, and after a first approval in a large batch. */
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
    /** What an imported statement shows for this UTR, if it is another amount; null otherwise. */
    statement_amount: z.nullable(money),
    /** What the newest imported bank statement shows for this UTR; null without one, or after the decision. */
    statement: z.nullable(
      z.object({
        booked_on: z.nullable(z.string()),
        amount: money,
        /** "unchecked": the statement was imported before the request, so its sender was not compared. */
        verdict: z.enum(["agrees", "unchecked", "differs"]),
        message: z.string(),
      }),
    ),
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
    /** The same for the sum of several deposits that are approved together. */
    bulk_second_approval_above: z.nullable(money),
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
  needs: "view",
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
  "CONFIRMER_TOO_NEW",
  "SETTING_UNREADABLE",
] as const;

/** Why another amount arrived than was requested; the tenant sees it. */
export const amountReason = text({
  required: "A reason is required",
  max: [limits.reasonCharsMax, "Reason must not exceed 200 characters"],
  isMultiline: true,
});

/** What a reviewer states about the transfer when it is not as requested. */
const arrival = {
  /** What the bank shows, if it is not the requested amount: the wallet is credited with it. */
  received_amount: z.optional(
    rupees({
      required: "Enter the amount that arrived",
      min: [limits.payoutPaiseMin, "The received amount must be at least ₹1"],
      max: [limits.receivedPaiseMax, "The received amount must not exceed ₹1,00,00,000"],
    }),
  ),
  /** Required with `received_amount`. */
  amount_reason: z.optional(amountReason),
  /** The receiving account in which it arrived; that of the request if absent. */
  received_in: z.optional(id),
  /** Send true after the warning `ACCOUNT_REVOKED` only. */
  accept_revoked_account: z.optional(
    z.boolean({ error: "accept_revoked_account must be true or false" }),
  ),
};

export const depositApproval = z.extend(approvalBody, arrival).check(
  z.refine((body) => body.received_amount === undefined || body.amount_reason !== undefined, {
    path: ["amount_reason"],
    error: "A reason is required",
  }),
);

export const approveDeposit = defineCall({
  name: "approveDeposit",
  summary: "Approve a deposit: credits the wallet once; above the limit, after the second approval",
  tag: "Deposits",
  method: "POST",
  path: "/super-admin/deposits/{id}/approve",
  who: "superadmin",
  needs: "operate",
  stepUp: { signs: "request" },
  idempotent: true,
  params: idParams,
  body: depositApproval,
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
  needs: "operate",
  stepUp: { unsigned: "Moves no money" },
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
  needs: "operate",
  stepUp: { signs: "each", field: "ids" },
  idempotent: true,
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
  needs: "operate",
  stepUp: { unsigned: "Moves no money" },
  body: manyRejectionsBody,
  answer: manyOutcomes,
});
