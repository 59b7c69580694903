import * as z from "zod/mini";
import { adjustmentForm, accountNames } from "./adjustment-form.ts";
import { adjustmentStates, automaticKinds, proposableKinds } from "./adjustment-states.ts";
import { openChargeback } from "./chargebacks.ts";
import {
  count,
  dataAnswer,
  defineCall,
  instant,
  messageAnswer,
  money,
  pageAnswerWithSummary,
} from "./call.ts";
import { id, idName, idParams, limit, page } from "./fields.ts";
import { ownAccountName } from "./fund-transfers.ts";
import { limits } from "./limits.ts";
import { rejectionBody } from "./reviews.ts";
import { inr, sampleIds, singlePage } from "./samples.ts";
import { forFinance, forReaders } from "./staff.ts";

const kinds = [...proposableKinds, ...automaticKinds] as const;
const person = idName;

export const adjustment = z
  .object({
    id,
    /** `chargeback` and `sandbox_money` are posted without people. */
    kind: z.enum(kinds),
    debit_account: z.enum(accountNames),
    credit_account: z.enum(accountNames),
    /**
     * The receiving account that a movement of the bank is on. Null for money on a virtual account
     * that settles into none, and for adjustments from before they named one.
     */
    receiving_account: z.nullable(ownAccountName),
    /** The provider that a movement of the providers is on; null for adjustments from before. */
    provider: z.nullable(z.string()),
    amount: money,
    /** The tenant whose wallet it changes. */
    tenant: z.nullable(person),
    /** What of a debit the wallet could not pay: the tenant owes it. Null until it is posted. */
    owed: z.nullable(money),
    /** Shown to the tenant. */
    reason: z.string(),
    reference: z.nullable(z.string()),
    /** The credited deposit that it corrects. */
    deposit: z.nullable(
      z.object({ id, utr_reference: z.string(), amount: money, corrected: money }),
    ),
    statement_line_id: z.nullable(id),
    chargeback_id: z.nullable(id),
    document: z.nullable(
      z.object({ file_name: z.string(), kind: z.enum(["pdf", "png", "jpeg"]), bytes: count() }),
    ),
    /** `withdrawn` by its proposer, `rejected` by another super admin. */
    state: z.enum(adjustmentStates),
    proposed_by: z.nullable(person),
    proposed_at: instant(),
    closed_by: z.nullable(person),
    closed_at: z.nullable(instant()),
    rejection: z.nullable(z.string()),
    /** Why the signed-in person can't confirm it; null if they can, or if it is closed. */
    why_not: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: "Adjustment" });
export type Adjustment = z.output<typeof adjustment>;

const summary = z.object({
  /** Proposals that wait for a second super admin. */
  waiting: count(),
  waiting_for_you: count(),
  posted_today: count(),
  /** What all tenants owe. */
  receivable: money,
  owing_tenants: count(),
  /** Chargebacks that a person has to decide, oldest first. */
  chargebacks: z.array(openChargeback),
  /** The receiving accounts that an adjustment can be on, the default first. */
  receiving_accounts: z.array(ownAccountName),
  /** The names of the providers that an adjustment can be on. */
  providers: z.array(z.string()),
});
export type AdjustmentsSummary = z.output<typeof summary>;

const sample = {
  id: "01994c61-6a0e-7c33-8f10-4b9d2c7e6b01",
  kind: "wrong_credit",
  debit_account: "wallet",
  credit_account: "bank",
  receiving_account: {
    id: sampleIds.receivingAccount,
    label: "Main collections",
    account_number: "****5600",
  },
  provider: null,
  amount: inr(5_000_00),
  tenant: { id: sampleIds.tenant, name: "Sharma Traders" },
  owed: null,
  reason: "The deposit was approved for the wrong tenant",
  reference: "ICICR52026112000",
  deposit: {
    id: sampleIds.deposit,
    utr_reference: "ICICR52026112000",
    amount: inr(5_000_00),
    corrected: inr(0),
  },
  statement_line_id: null,
  chargeback_id: null,
  document: null,
  state: "proposed",
  proposed_by: { id: "01994c61-6a0e-7c33-8f10-4b9d2c7e6b02", name: "Meera Iyer" },
  proposed_at: "2026-11-20T06:10:04.000Z",
  closed_by: null,
  closed_at: null,
  rejection: null,
  why_not: null,
} as const;

export const listAdjustments = defineCall({
  name: "listAdjustments",
  summary: "Adjustments, newest first, with what tenants owe and undecided chargebacks",
  tag: "Adjustments",
  method: "GET",
  path: "/super-admin/adjustments",
  ...forReaders,
  changesWith: ["deposits"],
  query: z.object({
    state: z.optional(z.enum(["all", ...adjustmentStates])),
    kind: z.optional(z.enum(["all", ...kinds])),
    tenant_id: z.optional(id),
    page: page(),
    limit: limit(limits.historyPageRows),
  }),
  answer: pageAnswerWithSummary(adjustment, summary),
  example: {
    answer: {
      success: true,
      data: [sample],
      ...singlePage,
      summary: {
        waiting: 1,
        waiting_for_you: 1,
        posted_today: 0,
        receivable: inr(0),
        owing_tenants: 0,
        chargebacks: [],
        receiving_accounts: [sample.receiving_account],
        providers: ["razorpayx", "cashfree"],
      },
    },
  },
});

export const getAdjustment = defineCall({
  name: "getAdjustment",
  summary: "One adjustment with both people",
  tag: "Adjustments",
  method: "GET",
  path: "/super-admin/adjustments/{id}",
  ...forReaders,
  changesWith: ["deposits"],
  params: idParams,
  answer: dataAnswer(adjustment),
});

export const downloadAdjustmentDocument = defineCall({
  name: "downloadAdjustmentDocument",
  summary: "The document of an adjustment; the audit log records who read it",
  tag: "Adjustments",
  method: "GET",
  path: "/super-admin/adjustments/{id}/document",
  ...forReaders,
  params: idParams,
  answer: "document",
});

/** What a form for an adjustment of a deposit begins with. */
export const getAdjustmentTarget = defineCall({
  name: "getAdjustmentTarget",
  summary: "What can still be corrected of a credited deposit",
  tag: "Adjustments",
  method: "GET",
  path: "/super-admin/deposits/{id}/correctable",
  ...forReaders,
  params: idParams,
  answer: dataAnswer(
    z.object({
      id,
      tenant: person,
      utr_reference: z.string(),
      amount: money,
      /** Already corrected, and proposed but not confirmed. */
      corrected: money,
      proposed: money,
      /** The rest. */
      correctable: money,
      /** The receiving account that has its money; null for a virtual account that settles into none. */
      receiving_account: z.nullable(ownAccountName),
    }),
  ),
  errors: ["ADJUSTMENT_NOT_POSSIBLE"],
});

const formSample = {
  kind: "wrong_credit",
  debit_account: "wallet",
  credit_account: "bank",
  tenant_id: sampleIds.tenant,
  receiving_account: sampleIds.receivingAccount,
  amount: 5_000,
  reason: sample.reason,
  reference: sample.reference,
  deposit_id: sampleIds.deposit,
};

export const proposeAdjustment = defineCall({
  name: "proposeAdjustment",
  summary: "Propose an adjustment; no money moves until another super admin confirms it",
  tag: "Adjustments",
  method: "POST",
  path: "/super-admin/adjustments",
  ...forFinance,
  stepUp: { signs: "request" },
  idempotent: true,
  body: adjustmentForm,
  bodyBytesMax: limits.adjustmentBodyBytesMax,
  answer: z.object({ success: z.literal(true), message: z.string(), data: z.object({ id }) }),
  status: 201,
  errors: ["NOT_FOUND", "ADJUSTMENT_NOT_POSSIBLE"],
  example: { request: formSample },
});

const closeErrors = ["ALREADY_DECIDED"] as const;
const secondErrors = ["SECOND_APPROVER_NEEDED", "CONFIRMER_TOO_NEW"] as const;
const confirmErrors = [...secondErrors, "ADJUSTMENT_NOT_POSSIBLE", ...closeErrors] as const;

export const confirmAdjustment = defineCall({
  name: "confirmAdjustment",
  summary: "Confirm an adjustment: its money moves, once",
  tag: "Adjustments",
  method: "POST",
  path: "/super-admin/adjustments/{id}/confirm",
  ...forFinance,
  stepUp: { signs: "request" },
  params: idParams,
  answer: messageAnswer,
  errors: confirmErrors,
});

export const withdrawAdjustment = defineCall({
  name: "withdrawAdjustment",
  summary: "Withdraw one’s own proposal; no money moves",
  tag: "Adjustments",
  method: "POST",
  path: "/super-admin/adjustments/{id}/withdraw",
  ...forFinance,
  stepUp: { unsigned: "Moves no money" },
  params: idParams,
  answer: messageAnswer,
  errors: ["ADJUSTMENT_NOT_POSSIBLE", ...closeErrors],
});

export const rejectAdjustment = defineCall({
  name: "rejectAdjustment",
  summary: "Reject another’s proposal with a reason; no money moves",
  tag: "Adjustments",
  method: "POST",
  path: "/super-admin/adjustments/{id}/reject",
  ...forFinance,
  stepUp: { unsigned: "Moves no money" },
  params: idParams,
  body: rejectionBody,
  answer: messageAnswer,
  errors: ["SECOND_APPROVER_NEEDED", ...closeErrors],
});
