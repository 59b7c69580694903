import * as z from "zod/mini";
import { count, defineCall, instant, manyWithSummary, money, one } from "./call.ts";
import { id, idParams, limit, page, text } from "./fields.ts";
import { limits } from "./limits.ts";
import { approvalBody, asker, rejectionBody } from "./reviews.ts";

/** Why money that arrived on a virtual account was not credited by itself. */
export const suspenseReasons = {
  unknown_account: "It came to a virtual account that we do not know",
  account_closed: "The virtual account is closed",
  tenant_inactive: "The tenant's account is not active",
  sender_missing: "The bank did not say who sent it",
  sender_unknown: "The sender is not an approved bank account of the tenant",
  utr_missing: "The bank gave no UTR that can be recognised",
  utr_credited: "A deposit with this UTR was credited before",
  utr_claimed: "Another tenant asked for a deposit with this UTR",
  amount_differs: "The tenant's request with this UTR is of another amount",
} as const;
export type SuspenseReason = keyof typeof suspenseReasons;

/** What somebody can decide about money in suspense. */
export const suspenseDecisions = ["assign", "return", "dismiss"] as const;

const utr = text({
  required: "UTR reference is required",
  min: [limits.utrCharsMin, "UTR reference must be at least 12 characters"],
  max: [limits.utrCharsMax, "UTR reference must not exceed 22 characters"],
}).check(
  z.toUpperCase(),
  z.regex(/^[A-Z0-9]+$/, "UTR reference can only contain letters and digits"),
);

const suspendedCredit = z
  .object({
    id,
    /** When the bank had it, and when we heard of it. */
    sent_at: instant(),
    created_at: instant(),
    amount: money,
    /** The UTR; null where the bank gave none, and then as it wrote it in `bank_reference`. */
    utr_reference: z.nullable(z.string()),
    bank_reference: z.nullable(z.string()),
    provider: z.string(),
    sender: z.nullable(
      z.object({
        name: z.nullable(z.string()),
        /** Masked; `revealCreditSender` has the whole one. */
        account_number: z.string(),
        ifsc_code: z.string(),
        bank_name: z.nullable(z.string()),
      }),
    ),
    /** Why it was not credited: the code and the sentence. */
    reason: z.enum(Object.keys(suspenseReasons) as [SuspenseReason, ...SuspenseReason[]]),
    why: z.string(),
    status: z.enum(["pending", "assigned", "returned", "dismissed"]),
    /** To whom it may belong, and what speaks for it. */
    suggestions: z.array(z.object({ tenant: asker, why: z.string() })),
    /** 2 for an amount above the limit in System Settings, as it stands now. */
    approvals_needed: z.literal([1, 2]),
    /** Of two who must agree, what the first has decided. */
    first_decision: z.nullable(
      z.object({
        how: z.enum(suspenseDecisions),
        by: z.object({ id, name: z.string() }),
        at: instant(),
        tenant: z.nullable(asker),
        utr_reference: z.nullable(z.string()),
        add_account: z.boolean(),
        note: z.nullable(z.string()),
      }),
    ),
    decided_by: z.nullable(z.string()),
    decided_at: z.nullable(instant()),
    note: z.nullable(z.string()),
    return_utr: z.nullable(z.string()),
    /** Whose it became. */
    tenant: z.nullable(asker),
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
    /** Above this amount two super admins must decide alike; null for never. */
    second_approval_above: z.nullable(money),
  })
  .register(z.globalRegistry, { id: "SuspenseQueue" });
export type SuspenseQueue = z.output<typeof suspenseQueue>;

export const listSuspense = defineCall({
  name: "listSuspense",
  summary: "Money that arrived on virtual accounts and could not be credited, oldest first",
  method: "GET",
  path: "/super-admin/suspense",
  who: "superadmin",
  changesWith: ["deposits"],
  query: z.object({
    status: z.optional(z.enum(["pending", "decided", "all"])),
    page: page(),
    limit: limit(limits.historyPageRows),
  }),
  answer: manyWithSummary(suspendedCredit, suspenseQueue),
  errors: ["SETTING_UNREADABLE"],
});

const decided = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.object({ id, outcome: z.enum(["decided", "first_approval"]) }),
});
const errors = ["ALREADY_DECIDED", "SECOND_APPROVER_NEEDED", "SETTING_UNREADABLE"] as const;

export const assignCredit = defineCall({
  name: "assignCredit",
  summary: "Credit a tenant's wallet with money from suspense, once",
  method: "POST",
  path: "/super-admin/suspense/{id}/assign",
  who: "superadmin",
  params: idParams,
  body: z.extend(approvalBody, {
    tenant_id: z.uuid("Please choose a tenant"),
    /** Only, and then always, where the bank gave none. */
    utr_reference: z.optional(utr),
    /** Also asks for the sender to become a bank account of the tenant's; it is then reviewed. */
    add_account: z.optional(z.boolean()),
  }),
  answer: decided,
  errors: [...errors, "CREDIT_NOT_ASSIGNABLE", "UTR_ALREADY_USED"],
});

export const returnCredit = defineCall({
  name: "returnCredit",
  summary: "Record that money from suspense was sent back to its sender",
  method: "POST",
  path: "/super-admin/suspense/{id}/return",
  who: "superadmin",
  params: idParams,
  body: z.extend(rejectionBody, {
    /** Of the transfer back. */
    utr_reference: utr,
  }),
  answer: decided,
  errors,
});

export const dismissCredit = defineCall({
  name: "dismissCredit",
  summary: "Say that money in suspense is the same as a deposit that is credited already",
  method: "POST",
  path: "/super-admin/suspense/{id}/dismiss",
  who: "superadmin",
  params: idParams,
  body: z.extend(rejectionBody, {
    /** Of that deposit; only where the bank gave none. */
    utr_reference: z.optional(utr),
  }),
  answer: decided,
  errors: [...errors, "CREDIT_NOT_COUNTED"],
});

export const revealCreditSender = defineCall({
  name: "revealCreditSender",
  summary: "The sender's whole account number; the audit log keeps who looked",
  method: "POST",
  path: "/super-admin/suspense/{id}/reveal",
  who: "superadmin",
  params: idParams,
  answer: one(z.object({ account_number: z.string() })),
});
