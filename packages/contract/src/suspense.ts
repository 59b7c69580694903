import * as z from "zod/mini";
import { count, dataAnswer, defineCall, instant, money, pageAnswerWithSummary } from "./call.ts";
import { depositStatuses } from "./deposits.ts";
import { id, idName, idParams, limit, page } from "./fields.ts";
import { text } from "./form-fields.ts";
import { limits } from "./limits.ts";
import { approvalBody, requester, rejectionBody } from "./reviews.ts";
import { inr, sampleIds, singlePage } from "./samples.ts";

/** Why a credit to a virtual account needs a manual decision. */
export const suspenseReasons = {
  unknown_account: "The virtual account is unknown",
  account_closed: "The virtual account is closed",
  tenant_inactive: "The tenant's account is not active",
  sender_missing: "The bank did not report the sender",
  sender_unknown: "The sender is not an approved bank account of the tenant",
  partly_refunded: "The provider refunded part of this payment",
  other_method: "The payment was not a bank transfer",
  other_currency: "The payment was made in another currency",
  utr_missing: "The bank gave no valid UTR",
  utr_credited: "A deposit with this UTR is already credited",
  utr_claimed: "Another tenant requested a deposit with this UTR",
  amount_differs: "The tenant's request with this UTR has a different amount",
  utr_repeated: "Another credit with this UTR is or was in suspense",
  similar_request: "The tenant requested this amount from this account with another UTR",
} as const;
export type SuspenseReason = keyof typeof suspenseReasons;

/** The decisions on money in suspense. */
export const suspenseDecisions = ["assign", "return", "dismiss"] as const;

const utr = text({
  required: "UTR reference is required",
  min: [limits.utrCharsMin, "UTR reference must be at least 12 characters"],
  max: [limits.utrCharsMax, "UTR reference must not exceed 22 characters"],
}).check(
  z.toUpperCase(),
  z.regex(/^[A-Z0-9]+$/, "UTR reference can only contain letters and digits"),
);

/** What became of a credit in suspense. */
export const creditStates = ["pending", "assigned", "returned", "dismissed"] as const;

const suspendedCredit = z
  .object({
    id,
    /** When the bank received it, and when we did. */
    sent_at: instant(),
    created_at: instant(),
    amount: money,
    /** Null if the bank gave no valid UTR; `bank_reference` has its own text. */
    utr_reference: z.nullable(z.string()),
    bank_reference: z.nullable(z.string()),
    provider: z.string(),
    sender: z.nullable(
      z.object({
        name: z.nullable(z.string()),
        /** Masked; `revealCreditSender` returns the full number. */
        account_number: z.string(),
        ifsc_code: z.string(),
        bank_name: z.nullable(z.string()),
      }),
    ),
    /** Why it was not credited: the code and the sentence for people. */
    reason: z.enum(Object.keys(suspenseReasons) as [SuspenseReason, ...SuspenseReason[]]),
    why: z.string(),
    /** For `similar_request`: the request that may be about the same transfer. */
    similar_request: z.nullable(
      z.object({
        utr_reference: z.string(),
        status: z.enum(depositStatuses),
        created_at: instant(),
      }),
    ),
    status: z.enum(creditStates),
    /** Tenants that it may belong to, and the reasons. */
    suggestions: z.array(
      z.object({
        tenant: requester,
        why: z.string(),
        /** Their pending request with this UTR, if it is for another amount. */
        requested_amount: z.nullable(money),
      }),
    ),
    /** 2 for an amount above the current limit in System Settings. */
    approvals_needed: z.literal([1, 2]),
    /** The first of two decisions that must agree. */
    first_decision: z.nullable(
      z.object({
        how: z.enum(suspenseDecisions),
        by: idName,
        at: instant(),
        tenant: z.nullable(requester),
        utr_reference: z.nullable(z.string()),
        add_account: z.boolean(),
        /** Completes the tenant's request for another amount with what arrived. */
        complete_request: z.boolean(),
        note: z.nullable(z.string()),
      }),
    ),
    decided_by: z.nullable(z.string()),
    decided_at: z.nullable(instant()),
    note: z.nullable(z.string()),
    return_utr: z.nullable(z.string()),
    /** The tenant that it was credited to. */
    tenant: z.nullable(requester),
  })
  .register(z.globalRegistry, { id: "SuspendedCredit" });
export type SuspendedCredit = z.output<typeof suspendedCredit>;

const suspenseQueue = z
  .object({
    waiting: count(),
    waiting_amount: money,
    oldest_waiting_at: z.nullable(instant()),
    half_decided: count(),
    decided_today: count(),
    /** Two super admins must agree on a larger amount; null: one is always enough. */
    second_approval_above: z.nullable(money),
  })
  .register(z.globalRegistry, { id: "SuspenseQueue" });
export type SuspenseQueue = z.output<typeof suspenseQueue>;

const creditSample = {
  id: "01994c61-5a0e-7c33-8f10-4b9d2c7e6a01",
  sent_at: "2026-11-20T06:10:00.000Z",
  created_at: "2026-11-20T06:10:04.000Z",
  amount: inr(15_000_00),
  utr_reference: "HDFCN52026112001",
  bank_reference: "HDFCN52026112001",
  provider: "razorpayx",
  sender: {
    name: "VERMA TEXTILES",
    account_number: "****1223",
    ifsc_code: "HDFC0000001",
    bank_name: "HDFC Bank",
  },
  reason: "sender_unknown",
  why: suspenseReasons.sender_unknown,
  similar_request: null,
  status: "pending",
  suggestions: [
    {
      tenant: { id: sampleIds.tenant, name: "Sharma Traders", phone: "9000000002" },
      why: "It came to their account",
      requested_amount: null,
    },
  ],
  approvals_needed: 1,
  first_decision: null,
  decided_by: null,
  decided_at: null,
  note: null,
  return_utr: null,
  tenant: null,
};

export const listSuspense = defineCall({
  name: "listSuspense",
  summary: "Money that arrived on virtual accounts and could not be credited, oldest first",
  tag: "Suspense",
  method: "GET",
  path: "/super-admin/suspense",
  who: "superadmin",
  needs: "view",
  changesWith: ["deposits"],
  query: z.object({
    status: z.optional(z.enum(["pending", "decided", "all"])),
    page: page(),
    limit: limit(limits.historyPageRows),
  }),
  answer: pageAnswerWithSummary(suspendedCredit, suspenseQueue),
  errors: ["SETTING_UNREADABLE"],
  example: {
    answer: {
      success: true,
      data: [creditSample],
      ...singlePage,
      summary: {
        waiting: 1,
        waiting_amount: creditSample.amount,
        oldest_waiting_at: creditSample.created_at,
        half_decided: 0,
        decided_today: 0,
        second_approval_above: null,
      },
    },
  },
});

const decisionAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.object({ id, outcome: z.enum(["decided", "first_approval"]) }),
});
const errors = [
  "ALREADY_DECIDED",
  "SECOND_APPROVER_NEEDED",
  "CONFIRMER_TOO_NEW",
  "SETTING_UNREADABLE",
] as const;

export const assignCredit = defineCall({
  name: "assignCredit",
  summary: "Credit a tenant's wallet with money from suspense, once",
  tag: "Suspense",
  method: "POST",
  path: "/super-admin/suspense/{id}/assign",
  who: "superadmin",
  needs: "operate",
  stepUp: { signs: "request" },
  idempotent: true,
  params: idParams,
  body: z.extend(approvalBody, {
    tenant_id: z.uuid("Please choose a tenant"),
    /** Required if the bank gave none, and only then. */
    utr_reference: z.optional(utr),
    /** Also requests to whitelist the sender's account for the tenant. */
    add_account: z.optional(z.boolean()),
    /** Completes the tenant's request with this UTR for another amount with what arrived. */
    complete_request: z.optional(z.boolean()),
  }),
  answer: decisionAnswer,
  errors: [...errors, "CREDIT_NOT_ASSIGNABLE", "UTR_ALREADY_USED"],
  example: {
    request: {
      tenant_id: sampleIds.tenant,
      add_account: true,
      note: "Their letter of 20 November",
    },
    answer: {
      success: true,
      message: "Credited to the tenant's wallet",
      data: { id: creditSample.id, outcome: "decided" },
    },
  },
});

export const returnCredit = defineCall({
  name: "returnCredit",
  summary: "Record that money from suspense was sent back to its sender",
  tag: "Suspense",
  method: "POST",
  path: "/super-admin/suspense/{id}/return",
  who: "superadmin",
  needs: "operate",
  stepUp: { signs: "request" },
  idempotent: true,
  params: idParams,
  body: z.extend(rejectionBody, {
    /** The UTR of the return transfer. */
    utr_reference: utr,
  }),
  answer: decisionAnswer,
  errors,
  example: {
    request: { utr_reference: "RATNN52026112107", reason: "No tenant knows the sender" },
  },
});

export const dismissCredit = defineCall({
  name: "dismissCredit",
  summary: "Dismiss money in suspense: a deposit already credited it",
  tag: "Suspense",
  method: "POST",
  path: "/super-admin/suspense/{id}/dismiss",
  who: "superadmin",
  needs: "operate",
  stepUp: { signs: "request" },
  idempotent: true,
  params: idParams,
  body: z.extend(rejectionBody, {
    /** The UTR of that deposit, if the bank gave none or the request has another one. */
    utr_reference: z.optional(utr),
  }),
  answer: decisionAnswer,
  errors: [...errors, "CREDIT_NOT_COUNTED"],
  example: { request: { reason: "The statement of 20 November had it" } },
});

export const revealCreditSender = defineCall({
  name: "revealCreditSender",
  summary: "The sender's full account number; the audit log records who read it",
  tag: "Suspense",
  method: "POST",
  path: "/super-admin/suspense/{id}/reveal",
  who: "superadmin",
  needs: "operate",
  stepUp: { signs: "request" },
  params: idParams,
  answer: dataAnswer(z.object({ account_number: z.string() })),
});
