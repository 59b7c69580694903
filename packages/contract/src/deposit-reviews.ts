import * as z from "zod/mini";
import { defineCall, count, instant, manyWithSummary, money } from "./call.ts";
import { deposit, depositFilters } from "./deposits.ts";
import { id, idParams, limit, page, sensibleRange } from "./fields.ts";
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

const decidedDeposit = z
  .extend(deposit, {
    tenant: asker,
    /** Of two approvals, the one that is there. */
    first_approval: z.nullable(
      z.object({
        by: z.object({ id, name: z.string() }),
        at: instant(),
        note: z.nullable(z.string()),
      }),
    ),
  })
  .register(z.globalRegistry, { id: "DecidedDeposit" });

/** With everything that helps to decide. */
const reviewedDeposit = z
  .extend(decidedDeposit, {
    /** Null where the money came by itself from an account that is not the tenant's. */
    bank_account_id: z.nullable(id),
    /** 2 for an amount above the limit in System Settings, as it stands now. */
    approvals_needed: z.literal([1, 2]),
    decided_by: z.nullable(z.string()),
    review_note: z.nullable(z.string()),
    /** Older requests from the same bank account; each count stops at 1,000. */
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
    /** Empty once it is decided. */
    warnings: z.array(warning),
  })
  .register(z.globalRegistry, { id: "ReviewedDeposit" });
export type ReviewedDeposit = z.output<typeof reviewedDeposit>;

const depositQueue = z
  .object({
    ...queueFigures,
    waiting_amount: money,
    /** Those that have the first of two approvals. */
    half_approved: count(),
    approved_today_amount: money,
    /** Above this amount two super admins must approve; null for never. */
    second_approval_above: z.nullable(money),
  })
  .register(z.globalRegistry, { id: "DepositQueue" });
export type DepositQueue = z.output<typeof depositQueue>;

export const listDepositsForReview = defineCall({
  name: "listDepositsForReview",
  summary: "Deposit requests of every tenant, oldest first, with what helps to decide",
  method: "GET",
  path: "/super-admin/deposits",
  who: "superadmin",
  changesWith: ["deposits"],
  query: z
    .object({ ...depositFilters, page: page(), limit: limit(limits.historyPageRows) })
    .check(sensibleRange("from", "to")),
  answer: manyWithSummary(reviewedDeposit, depositQueue),
  errors: ["SETTING_UNREADABLE"],
});

export const approveDeposit = defineCall({
  name: "approveDeposit",
  summary: "Credit the wallet with this deposit, once; above the limit, the first of two approvals",
  method: "POST",
  path: "/super-admin/deposits/{id}/approve",
  who: "superadmin",
  params: idParams,
  body: approvalBody,
  answer: z.object({
    success: z.literal(true),
    message: z.string(),
    data: z.extend(decidedDeposit, { outcome: z.enum(["credited", "first_approval"]) }),
  }),
  errors: ["ALREADY_DECIDED", "MONEY_IN_SUSPENSE", "SECOND_APPROVER_NEEDED", "SETTING_UNREADABLE"],
});

export const rejectDeposit = defineCall({
  name: "rejectDeposit",
  summary: "Refuse a deposit request, also one that has the first of two approvals",
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
  summary: "Approve up to 100 deposits, each by itself: a refused one does not undo the others",
  method: "POST",
  path: "/super-admin/deposits/approve",
  who: "superadmin",
  body: manyApprovalsBody,
  answer: manyOutcomes,
});

export const rejectDeposits = defineCall({
  name: "rejectDeposits",
  summary: "Refuse up to 100 deposits for one reason, each by itself",
  method: "POST",
  path: "/super-admin/deposits/reject",
  who: "superadmin",
  body: manyRejectionsBody,
  answer: manyOutcomes,
});
