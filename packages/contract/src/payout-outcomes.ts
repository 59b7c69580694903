import * as z from "zod/mini";
import { count, defineCall, instant, money, one } from "./call.ts";
import { id, idParams, otp, text } from "./fields.ts";
import { limits } from "./limits.ts";
import { payoutStatuses } from "./payouts.ts";
import { providerIds } from "./tenants.ts";

export const decidedOutcomes = ["paid", "failed"] as const;
export const decisionStates = [
  "proposed",
  "confirmed",
  "withdrawn",
  "refused",
  "overtaken",
] as const;

const decision = z.object({
  id,
  outcome: z.enum(decidedOutcomes),
  utr: z.nullable(z.string()),
  /** The tenant reads it where the payout failed. */
  reason: z.string(),
  evidence: z.string(),
  /** What the provider had said by then. */
  provider_said: z.string(),
  /**
   * `withdrawn` by whoever proposed it, `refused` by another; `overtaken`: the provider gave its word
   * before a second super admin did.
   */
  state: z.enum(decisionStates),
  proposed_by: z.object({ id, name: z.string() }),
  proposed_at: instant(),
  /** No worker that was sending it by then can still be at it. */
  confirmable_at: instant(),
  closed_by: z.nullable(z.string()),
  closed_at: z.nullable(instant()),
});
export type OutcomeDecision = z.output<typeof decision>;

/** Everything that is known of a payout's outcome, for whoever asks the provider or its bank. */
export const payoutOutcome = z
  .object({
    id,
    reference_id: z.string(),
    tenant: z.object({ id, name: z.string() }),
    amount: money,
    total: money,
    method: z.enum(["upi", "imps"]),
    beneficiary_name: z.string(),
    destination: z.string(),
    provider: z.enum(providerIds),
    /** Null while no provider has it. */
    adapter: z.nullable(z.string()),
    status: z.enum(payoutStatuses),
    attempts: count(),
    created_at: instant(),
    handed_at: z.nullable(instant()),
    unknown_since: z.nullable(instant()),
    next_look_at: z.nullable(instant()),
    /** What the provider said last, in our word and in its own. */
    provider_state: z.nullable(z.string()),
    provider_raw_state: z.nullable(z.string()),
    provider_reference: z.nullable(z.string()),
    /** What the provider takes from us for it. */
    provider_charge: z.nullable(z.object({ fee: money, tax: money })),
    utr_number: z.nullable(z.string()),
    /** Why the last look that failed had no answer. */
    last_problem: z.nullable(z.string()),
    /** Why nobody can propose an outcome now; null when somebody can. */
    why_not: z.nullable(z.string()),
    /** Newest first. */
    decisions: z.array(decision),
  })
  .register(z.globalRegistry, { id: "PayoutOutcome" });
export type PayoutOutcome = z.output<typeof payoutOutcome>;

const utr = z.optional(
  z
    .string({ error: "UTR must be text" })
    .check(
      z.trim(),
      z.toUpperCase(),
      z.regex(/^([A-Z0-9]{12,22})?$/, "Enter the bank's UTR: 12 to 22 letters and digits"),
    ),
);

/** What is signed: all of it is in the digest to which the code is bound. */
export const proposalForm = z
  .object({
    outcome: z.enum(decidedOutcomes, { error: "Choose what became of it" }),
    utr,
    reason: text({
      required: "A reason is required",
      max: [limits.reasonCharsMax, "Reason must not exceed 200 characters"],
    }),
    evidence: text({
      required: "Say how you know",
      min: [limits.evidenceCharsMin, "Say whom you asked, when, and what they answered"],
      max: [limits.evidenceCharsMax, "Evidence must not exceed 1,000 characters"],
    }),
  })
  .check((context) => {
    const { outcome, utr: given } = context.value;
    if (outcome !== "paid" || given) return;
    context.issues.push({
      code: "custom",
      message: "A payment has a UTR: 12 to 22 letters and digits",
      path: ["utr"],
      input: context.value,
    });
  });
export type ProposalForm = z.input<typeof proposalForm>;

const codeSent = one(z.object({ resend_after_seconds: z.int() }));
const codeErrors = ["OTP_TOO_SOON", "OTP_LIMIT_REACHED", "SMS_NOT_SENT"] as const;
const signErrors = ["OTP_INVALID", "OTP_EXPIRED", "OTP_TRIES_USED_UP"] as const;

export const getPayoutOutcome = defineCall({
  name: "getPayoutOutcome",
  summary: "What is known of a payout's outcome, and what super admins have decided",
  method: "GET",
  path: "/super-admin/payouts/{id}/outcome",
  who: "superadmin",
  changesWith: ["gateway"],
  params: idParams,
  answer: one(payoutOutcome),
});

export const sendProposalCode = defineCall({
  name: "sendProposalCode",
  summary: "Text the super admin a code that signs exactly this proposal",
  method: "POST",
  path: "/super-admin/payouts/{id}/outcome/code",
  who: "superadmin",
  params: idParams,
  body: proposalForm,
  answer: codeSent,
  errors: ["OUTCOME_NOT_DECIDABLE", ...codeErrors],
});

export const proposeOutcome = defineCall({
  name: "proposeOutcome",
  summary: "Propose what became of a payout; from now on nothing of it is sent",
  method: "POST",
  path: "/super-admin/payouts/{id}/outcome",
  who: "superadmin",
  params: idParams,
  body: z.intersection(proposalForm, z.object({ otp })),
  answer: z.object({
    success: z.literal(true),
    message: z.string(),
    data: z.object({ decision_id: id }),
  }),
  status: 201,
  errors: ["OUTCOME_NOT_DECIDABLE", ...signErrors],
});

export const sendConfirmationCode = defineCall({
  name: "sendConfirmationCode",
  summary: "Text a second super admin a code that confirms exactly this proposal",
  method: "POST",
  path: "/super-admin/payout-decisions/{id}/code",
  who: "superadmin",
  params: idParams,
  answer: codeSent,
  errors: ["ALREADY_DECIDED", "SECOND_APPROVER_NEEDED", "OUTCOME_NOT_DECIDABLE", ...codeErrors],
});

const done = z.object({ success: z.literal(true), message: z.string() });

export const confirmOutcome = defineCall({
  name: "confirmOutcome",
  summary: "Confirm a proposed outcome: the payout ends, and its money moves",
  method: "POST",
  path: "/super-admin/payout-decisions/{id}/confirm",
  who: "superadmin",
  params: idParams,
  body: z.object({ otp }),
  answer: done,
  errors: ["ALREADY_DECIDED", "SECOND_APPROVER_NEEDED", "OUTCOME_NOT_DECIDABLE", ...signErrors],
});

export const withdrawOutcome = defineCall({
  name: "withdrawOutcome",
  summary: "Take a proposed outcome back: the payout goes on as before",
  method: "POST",
  path: "/super-admin/payout-decisions/{id}/withdraw",
  who: "superadmin",
  params: idParams,
  answer: done,
  errors: ["ALREADY_DECIDED"],
});
