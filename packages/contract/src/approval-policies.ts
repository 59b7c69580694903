import * as z from "zod/mini";
import { count, dataAnswer, defineCall, instant, money } from "./call.ts";
import { bandsSample, policySample, ravi } from "./approval-policy-samples.ts";
import { coolingForm } from "./cooling-form.ts";
import { id, idName, idParams } from "./fields.ts";
import { rupees, text } from "./form-fields.ts";
import { limits } from "./limits.ts";

/** Where a payout can come from. */
export const payoutSources = ["console", "api", "bulk", "schedule"] as const;
export type PayoutSource = (typeof payoutSources)[number];

/** The roles that can approve. Named people need one of them too. */
export const approvingRoles = ["owner", "approver"] as const;
export type ApprovingRole = (typeof approvingRoles)[number];

/**
 * `new`: the tenant has never paid this account or UPI ID successfully.
 * `known`: it has.
 */
export const beneficiaryAges = ["new", "known"] as const;
export type BeneficiaryAge = (typeof beneficiaryAges)[number];

/** `approvals` of these roles or these people, in any order, each a different person. */
const stepFields = {
  approvals: z
    .int({ error: "Enter how many approvals this step needs" })
    .check(
      z.minimum(1, "A step needs at least one approval"),
      z.maximum(
        limits.approvalsPerStepMax,
        `A step needs at most ${limits.approvalsPerStepMax} approvals`,
      ),
    ),
  roles: z.array(z.enum(approvingRoles, { error: "Only owners and approvers can approve" })),
  people: z
    .array(id)
    .check(
      z.maxLength(limits.approversPerStepMax, `Name at most ${limits.approversPerStepMax} people`),
    ),
};

const stepForm = z.object(stepFields).check(
  z.refine(({ roles, people }) => roles.length + people.length > 0, {
    path: ["roles"],
    error: "Choose a role or name people",
  }),
);

/** What both forms of a band have in common. A null condition always holds; a band applies if all do. */
const conditions = {
  methods: z.nullable(
    z.array(z.enum(["upi", "imps"])).check(z.minLength(1, "Choose a method, or any")),
  ),
  sources: z.nullable(
    z.array(z.enum(payoutSources)).check(z.minLength(1, "Choose a source, or any")),
  ),
  beneficiary: z.nullable(z.enum(beneficiaryAges)),
};

const bandForm = z.object({
  /** In rupees; the amount of a payout, or the total of a batch, without charges is at most this. */
  amount_up_to: z.nullable(
    rupees({
      required: "Enter an amount, or any",
      min: [limits.payoutPaiseMin, "The amount must be at least ₹1"],
      max: [limits.batchTotalPaiseMax, "The amount must not exceed ₹25,00,00,00,000"],
    }),
  ),
  ...conditions,
  /** One after the other. Empty: no approval is needed. */
  steps: z
    .array(stepForm)
    .check(
      z.maxLength(limits.approvalStepsMax, `A rule has at most ${limits.approvalStepsMax} steps`),
    ),
});
export type BandForm = z.output<typeof bandForm>;

/** The first band that applies decides; the last one applies to the rest. */
export const bandsForm = z.array(bandForm, { error: "Send the rules as bands" }).check(
  z.minLength(1, "A policy needs at least one rule"),
  z.maxLength(limits.approvalBandsMax, `A policy has at most ${limits.approvalBandsMax} bands`),
  z.refine((bands) => isUnconditional(bands.at(-1)), {
    error: "The last rule must apply to every payout, without conditions",
  }),
);

function isUnconditional(band: BandForm | undefined): boolean {
  if (!band) return false;
  const { amount_up_to, methods, sources, beneficiary } = band;
  return [amount_up_to, methods, sources, beneficiary].every((condition) => condition === null);
}

const person = idName;

const approvalStep = z
  .object({ ...stepFields, people: z.array(person) })
  .register(z.globalRegistry, { id: "ApprovalStep" });
export type ApprovalStep = z.output<typeof approvalStep>;

const approvalBand = z
  .object({ amount_up_to: z.nullable(money), ...conditions, steps: z.array(approvalStep) })
  .register(z.globalRegistry, { id: "ApprovalBand" });
export type ApprovalBand = z.output<typeof approvalBand>;

/**
 * `proposed`: waits for a second owner. `in_force`: decides about new requests. `replaced`: still
 * decides about the requests that were submitted under it.
 */
export const policyStates = ["proposed", "in_force", "replaced", "rejected", "withdrawn"] as const;
export type PolicyState = (typeof policyStates)[number];

export const approvalPolicy = z
  .object({
    id,
    version: z.int(),
    state: z.enum(policyStates),
    bands: z.array(approvalBand),
    /** What an account is paid at most in total within its first hours; null: anything. */
    cooling: z.nullable(z.object({ amount: money, hours: z.int() })),
    /** Whether the bands compare a payout together with today's other payments to its account. */
    counts_day: z.boolean(),
    reason: z.string(),
    proposed_by: person,
    proposed_at: instant(),
    /** The second owner, or the one who rejected it; null with one owner only. */
    decided_by: z.nullable(person),
    /** When it took effect, or ended without. */
    decided_at: z.nullable(instant()),
  })
  .register(z.globalRegistry, { id: "ApprovalPolicy" });
export type ApprovalPolicy = z.output<typeof approvalPolicy>;

const teamMember = z.object({
  id,
  name: z.string(),
  can_approve: z.boolean(),
  can_prepare: z.boolean(),
});

export const getApprovalPolicy = defineCall({
  name: "getApprovalPolicy",
  summary: "The approval policy in force, and the change that waits for a second owner",
  tag: "Approvals",
  method: "GET",
  path: "/approval-policy",
  who: "tenant",
  needs: "view",
  changesWith: ["requests"],
  answer: dataAnswer(
    z.object({
      /** Null: payouts need no approval. */
      in_force: z.nullable(approvalPolicy),
      proposed: z.nullable(approvalPolicy),
      /** The owners who can confirm the proposed one now. */
      can_confirm: z.array(idName),
      /** The active people whom steps can name, and who prepares payouts. */
      people: z.array(teamMember),
      /** Active owners besides the caller; with none, now or within the waiting time, it takes effect at once. */
      other_owners: count(),
    }),
  ),
  example: {
    answer: {
      success: true,
      data: {
        in_force: policySample,
        proposed: null,
        can_confirm: [],
        people: [{ ...ravi, can_approve: true, can_prepare: true }],
        other_owners: 0,
      },
    },
  },
});

export const listPolicyVersions = defineCall({
  name: "listPolicyVersions",
  summary: "Every version of the approval policy, newest first",
  tag: "Approvals",
  method: "GET",
  path: "/approval-policy/versions",
  who: "tenant",
  needs: "view",
  changesWith: ["requests"],
  answer: dataAnswer(z.array(approvalPolicy)),
  example: { answer: { success: true, data: [policySample] } },
});

export const policyReason = text({
  required: "A reason is required",
  max: [limits.reasonCharsMax, "Reason must not exceed 200 characters"],
  isMultiline: true,
});

export const policyForm = z.object({
  bands: bandsForm,
  /** Null: new accounts are paid like others. Absent: as in the version in force. */
  cooling: z.optional(z.nullable(coolingForm)),
  /**
   * True: the bands compare a payout together with today's other payments to its account, in India.
   * Absent: as in the version in force, and false without one.
   */
  counts_day: z.optional(z.boolean({ error: "counts_day must be true or false" })),
  /** The version that the change is based on; null if there was none. */
  base_version: z.nullable(z.int()),
  reason: policyReason,
});
export type PolicyForm = z.output<typeof policyForm>;

const policyAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  data: approvalPolicy,
});

export const saveApprovalPolicy = defineCall({
  name: "saveApprovalPolicy",
  summary: "Change the approval policy: takes effect at once, or after a second owner confirms it",
  tag: "Approvals",
  method: "PUT",
  path: "/approval-policy",
  who: "tenant",
  needs: "manage_policy",
  stepUp: { signs: "request" },
  idempotent: true,
  body: policyForm,
  answer: policyAnswer,
  errors: [
    "POLICY_CHANGED",
    "POLICY_WAITING",
    "POLICY_NOT_SATISFIABLE",
    "SECOND_OWNER_NEEDED",
    "CONFIRMER_TOO_NEW",
  ],
  example: {
    request: { bands: bandsSample, base_version: 1, reason: "Large payouts need the owner" },
  },
});

export const confirmApprovalPolicy = defineCall({
  name: "confirmApprovalPolicy",
  summary: "Confirm another owner's change of the approval policy: it takes effect",
  tag: "Approvals",
  method: "POST",
  path: "/approval-policy/{id}/confirm",
  who: "tenant",
  needs: "manage_policy",
  stepUp: { signs: "request" },
  idempotent: true,
  params: idParams,
  answer: policyAnswer,
  errors: [
    "ALREADY_DECIDED",
    "SECOND_OWNER_NEEDED",
    "CONFIRMER_TOO_NEW",
    "POLICY_CHANGED",
    "POLICY_NOT_SATISFIABLE",
  ],
});

export const rejectApprovalPolicy = defineCall({
  name: "rejectApprovalPolicy",
  summary: "Reject a proposed approval policy with a reason, or withdraw one's own",
  tag: "Approvals",
  method: "POST",
  path: "/approval-policy/{id}/reject",
  who: "tenant",
  needs: "manage_policy",
  params: idParams,
  body: z.object({ reason: policyReason }),
  answer: policyAnswer,
  errors: ["ALREADY_DECIDED"],
});
