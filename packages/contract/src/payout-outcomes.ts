import * as z from "zod/mini";
import { count, dataAnswer, defineCall, instant, messageAnswer, money } from "./call.ts";
import { id, idName, idParams } from "./fields.ts";
import { text } from "./form-fields.ts";
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
  /** Shown to the tenant if the payout failed. */
  reason: z.string(),
  evidence: z.string(),
  /** The provider's status at that time. */
  provider_said: z.string(),
  /**
   * `withdrawn` by its proposer, `refused` by another super admin; `overtaken`: the provider sent
   * the outcome before a second super admin confirmed it.
   */
  state: z.enum(decisionStates),
  proposed_by: idName,
  proposed_at: instant(),
  /** After this time no worker can still be sending the payout. */
  confirmable_at: instant(),
  closed_by: z.nullable(z.string()),
  closed_at: z.nullable(instant()),
});
export type OutcomeDecision = z.output<typeof decision>;

/** The known facts about a payout's outcome, for an inquiry to the provider or bank. */
export const payoutOutcome = z
  .object({
    id,
    reference_id: z.string(),
    tenant: idName,
    amount: money,
    total: money,
    method: z.enum(["upi", "imps"]),
    beneficiary_name: z.string(),
    destination: z.string(),
    provider: z.enum(providerIds),
    /** Null until a provider has the payout. */
    adapter: z.nullable(z.string()),
    status: z.enum(payoutStatuses),
    attempts: count(),
    created_at: instant(),
    handed_at: z.nullable(instant()),
    unknown_since: z.nullable(instant()),
    next_check_at: z.nullable(instant()),
    /** The provider's last status: as we map it, and as the provider names it. */
    provider_state: z.nullable(z.string()),
    provider_raw_state: z.nullable(z.string()),
    provider_reference: z.nullable(z.string()),
    /** The provider's charge to us. */
    provider_charge: z.nullable(z.object({ fee: money, tax: money })),
    utr_number: z.nullable(z.string()),
    /** Why the last failed status check had no answer. */
    last_problem: z.nullable(z.string()),
    /** Why an outcome can't be proposed now; null if it can. */
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

/** The proposal. The one-time code is bound to a digest of all its fields. */
export const proposalForm = z
  .object({
    outcome: z.enum(decidedOutcomes, { error: "Choose the outcome" }),
    utr,
    reason: text({
      required: "A reason is required",
      max: [limits.reasonCharsMax, "Reason must not exceed 200 characters"],
      isMultiline: true,
    }),
    evidence: text({
      required: "Evidence is required",
      min: [limits.evidenceCharsMin, "Say whom you asked, when, and what they answered"],
      max: [limits.evidenceCharsMax, "Evidence must not exceed 1,000 characters"],
      isMultiline: true,
    }),
  })
  .check((context) => {
    const { outcome, utr: enteredUtr } = context.value;
    if (outcome !== "paid" || enteredUtr) return;
    context.issues.push({
      code: "custom",
      message: "Enter the UTR of the payment: 12 to 22 letters and digits",
      path: ["utr"],
      input: context.value,
    });
  });
export type ProposalForm = z.input<typeof proposalForm>;

export const getPayoutOutcome = defineCall({
  name: "getPayoutOutcome",
  summary: "The known facts about a payout's outcome, and the decisions on it",
  tag: "Activity",
  method: "GET",
  path: "/super-admin/payouts/{id}/outcome",
  who: "superadmin",
  needs: "view",
  changesWith: ["gateway"],
  params: idParams,
  answer: dataAnswer(payoutOutcome),
});

export const proposeOutcome = defineCall({
  name: "proposeOutcome",
  summary: "Propose a payout's outcome; the payout is no longer sent",
  tag: "Activity",
  method: "POST",
  path: "/super-admin/payouts/{id}/outcome",
  who: "superadmin",
  needs: "operate",
  stepUp: { signs: "request" },
  params: idParams,
  body: proposalForm,
  answer: z.object({
    success: z.literal(true),
    message: z.string(),
    data: z.object({ decision_id: id }),
  }),
  status: 201,
  errors: ["OUTCOME_NOT_DECIDABLE"],
});

export const confirmOutcome = defineCall({
  name: "confirmOutcome",
  summary: "Confirm a proposed outcome: settles or refunds the payout",
  tag: "Activity",
  method: "POST",
  path: "/super-admin/payout-decisions/{id}/confirm",
  who: "superadmin",
  needs: "operate",
  stepUp: { signs: "request" },
  params: idParams,
  answer: messageAnswer,
  errors: [
    "ALREADY_DECIDED",
    "SECOND_APPROVER_NEEDED",
    "CONFIRMER_TOO_NEW",
    "OUTCOME_NOT_DECIDABLE",
  ],
});

export const withdrawOutcome = defineCall({
  name: "withdrawOutcome",
  summary: "Withdraw or refuse a proposed outcome: the payout continues as before",
  tag: "Activity",
  method: "POST",
  path: "/super-admin/payout-decisions/{id}/withdraw",
  who: "superadmin",
  needs: "operate",
  stepUp: { unsigned: "Moves no money" },
  params: idParams,
  answer: messageAnswer,
  errors: ["ALREADY_DECIDED"],
});
