import * as z from "zod/mini";
import { approvingRoles, payoutSources } from "./approval-policies.ts";
import { count, dataAnswer, defineCall, instant, money, pageAnswerWithSummary } from "./call.ts";
import { cooling } from "./cooling.ts";
import { dayTotal } from "./day-total.ts";
import { id, idName, idParams, limit, page } from "./fields.ts";
import { limits } from "./limits.ts";
import { payoutFieldAnswers } from "./payout-fields.ts";
import { machineOrder } from "./machine-order.ts";
import { payoutFormSample, payoutRequest } from "./payout-form.ts";
import { givenApproval, waitingFor } from "./waiting-for.ts";
import { requestActs, requestStates } from "./request-states.ts";

const person = idName;

/** SHA-256 in hex over the canonical JSON (RFC 8785) of everything that will be sent. */
export const contentHash = z
  .string({ error: "content_hash is required" })
  .check(z.regex(/^[0-9a-f]{64}$/, "This is not a content hash"));

export const paymentRequest = z
  .object({
    id,
    /** Grows with each edit, which voids the approvals before. */
    revision: z.int(),
    content_hash: contentHash,
    state: z.enum(requestStates),
    created_at: instant(),
    submitted_at: z.nullable(instant()),
    expires_at: instant(),
    maker: person,
    source: z.enum(payoutSources),
    method: z.enum(["upi", "imps"]),
    ...payoutFieldAnswers,
    bank_name: z.nullable(z.string()),
    account_number: z.nullable(z.string()),
    ifsc_code: z.nullable(z.string()),
    upi_id: z.nullable(z.string()),
    is_new_beneficiary: z.boolean(),
    /** The saved beneficiary that it names, with the destination; null for typed data. */
    beneficiary: z.nullable(z.object({ id, destination_id: id })),
    /** Why it is paid although an earlier payout of it was unclear. */
    repeat_reason: z.nullable(z.string()),
    /** Whether the beneficiary gets a payment advice by e-mail once it is paid. */
    send_advice: z.boolean(),
    amount: money,
    txn_fee: money,
    gst_amount: money,
    total: money,
    /** What it keeps on hold of the wallet until it is sent or ends; null if nothing. */
    on_hold: z.nullable(money),
    /** The version of the policy that it was submitted under; null for a draft or without a policy. */
    policy_version: z.nullable(z.int()),
    /** What that version compared, if it counted other payments of the day of the submission too. */
    day_total: z.nullable(dayTotal),
    steps: z.array(
      z.object({
        approvals: z.int(),
        roles: z.array(z.enum(approvingRoles)),
        people: z.array(person),
        /** Those of the current revision. */
        given: z.array(givenApproval),
      }),
    ),
    /** Null unless it awaits approval. */
    waiting_for: z.nullable(waitingFor),
    /** Why an open request can't be sent yet even when all approve it; null if it can. */
    cooling: z.nullable(cooling),
    /** Why an approved request is not sent yet: an error code and its sentence. */
    blocked: z.nullable(z.object({ code: z.string(), message: z.string(), at: instant() })),
    /** The reason of a rejection, or why the product withdrew it. */
    closing_reason: z.nullable(z.string()),
    closed_by: z.nullable(person),
    closed_at: z.nullable(instant()),
    /** What it became. */
    payout: z.nullable(z.object({ id, reference_id: z.string() })),
    /** What the caller can do with it now. */
    can: z.array(z.enum(requestActs)),
  })
  .register(z.globalRegistry, { id: "PaymentRequest" });
export type PaymentRequest = z.output<typeof paymentRequest>;

const requestDetail = z
  .extend(paymentRequest, {
    /** Oldest first. */
    timeline: z.array(
      z.object({
        at: instant(),
        event: z.string(),
        by: z.nullable(person),
        sentence: z.string(),
        revision: z.int(),
      }),
    ),
  })
  .register(z.globalRegistry, { id: "PaymentRequestDetail" });
export type PaymentRequestDetail = z.output<typeof requestDetail>;

const orderErrors = [
  "ADVICES_OFF",
  "SETTING_UNREADABLE",
  "TENANT_CLOSING",
  "BENEFICIARY_NOT_PAYABLE",
  "REPEAT_REASON_REQUIRED",
  "AMOUNT_ABOVE_CAP",
  "NO_PROVIDER",
  // Only where requests hold money from their submission.
  "INSUFFICIENT_BALANCE",
] as const;

export const requestAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  data: requestDetail,
});

export const createPaymentRequest = defineCall({
  name: "createPaymentRequest",
  summary: "Prepare a payout that others approve: a draft, or submitted at once",
  tag: "Payment requests",
  method: "POST",
  path: "/payment-requests",
  scopes: ["payouts:request"],
  who: "tenant",
  needs: "prepare",
  feature: "create_payout",
  idempotent: true,
  body: z.object({
    payout: machineOrder,
    /** False keeps it as a draft. */
    submit: z._default(z.boolean({ error: "submit must be true or false" }), true),
  }),
  answer: requestAnswer,
  status: 201,
  errors: [...orderErrors, "CLIENT_REFERENCE_USED"],
  example: { request: { payout: payoutFormSample, submit: true } },
});

export const editPaymentRequest = defineCall({
  name: "editPaymentRequest",
  summary: "Change a request of one's own: a new revision, which voids the approvals before",
  tag: "Payment requests",
  method: "PUT",
  path: "/payment-requests/{id}",
  who: "tenant",
  needs: "prepare",
  feature: "create_payout",
  params: idParams,
  body: z.object({ payout: payoutRequest, content_hash: contentHash }),
  answer: requestAnswer,
  errors: ["ALREADY_DECIDED", "REQUEST_CHANGED", ...orderErrors],
});

export const submitPaymentRequest = defineCall({
  name: "submitPaymentRequest",
  summary: "Submit a draft for approval",
  tag: "Payment requests",
  method: "POST",
  path: "/payment-requests/{id}/submit",
  who: "tenant",
  needs: "prepare",
  feature: "create_payout",
  params: idParams,
  body: z.object({ content_hash: contentHash }),
  answer: requestAnswer,
  errors: ["ALREADY_DECIDED", "REQUEST_CHANGED", ...orderErrors],
});

const requestSummary = z.object({
  /** The caller's own requests that are open. */
  mine_open: count(),
});

export const listPaymentRequests = defineCall({
  name: "listPaymentRequests",
  summary: "Payment requests; those that wait for the caller oldest first, the others newest first",
  tag: "Payment requests",
  method: "GET",
  path: "/payment-requests",
  scopes: ["payouts:read"],
  who: "tenant",
  needs: "view",
  changesWith: ["requests", "payouts"],
  query: z.object({
    view: z._default(
      z.enum(["waiting_for_me", "mine", "all"], { error: "Choose waiting_for_me, mine or all" }),
      "all",
    ),
    state: z.optional(z.enum(["all", ...requestStates])),
    page: page(),
    limit: limit(limits.historyPageRows),
  }),
  answer: pageAnswerWithSummary(paymentRequest, requestSummary),
});

export const getPaymentRequest = defineCall({
  name: "getPaymentRequest",
  summary: "One payment request with its approvals and timeline",
  tag: "Payment requests",
  method: "GET",
  path: "/payment-requests/{id}",
  scopes: ["payouts:read", "payouts:request"],
  who: "tenant",
  needs: "view",
  changesWith: ["requests", "payouts"],
  params: idParams,
  answer: dataAnswer(requestDetail),
});
