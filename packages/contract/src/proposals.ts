import * as z from "zod/mini";
import {
  count,
  dataAnswer,
  defineCall,
  instant,
  messageAnswer,
  pageAnswerWithSummary,
} from "./call.ts";
import { id, idName, idParams, limit, page } from "./fields.ts";
import { text } from "./form-fields.ts";
import { limits } from "./limits.ts";
import { sampleIds } from "./samples.ts";

/** What two super admins change together. */
export const proposalKinds = ["settings", "credential", "receiving_account"] as const;
export type ProposalKind = (typeof proposalKinds)[number];

export const proposalStates = [
  "waiting",
  "scheduled",
  "confirmed",
  "applied",
  "rejected",
  "withdrawn",
  "void",
  "expired",
] as const;
export type ProposalState = (typeof proposalStates)[number];

/**
 * How a change takes effect that is proposed now.
 * - `second_person`: when another super admin confirms it.
 * - `waiting_time`: after the waiting time, because nobody else can confirm.
 * - `at_once`: nobody else can confirm, and there is no money to protect yet.
 */
const takesEffect = z.enum(["second_person", "waiting_time", "at_once"]);
export type TakesEffect = z.output<typeof takesEffect>;

const person = idName;

const proposedChange = z.object({
  /** The key of a setting, the name of a credential, or a receiving account. */
  subject: z.string(),
  /**
   * A setting's value; all fields of a receiving account, null for a new one; for a credential a
   * sentence, because its value is secret.
   */
  before: z.unknown(),
  after: z.unknown(),
  /** True for a reset to the default; `after` is the default at that time. */
  to_default: z.boolean(),
});
export type ProposedChange = z.output<typeof proposedChange>;

export const proposal = z
  .object({
    id,
    kind: z.enum(proposalKinds),
    /** What it changes, such as "Platform fee, GST on the fee". */
    title: z.string(),
    changes: z.array(proposedChange),
    reason: z.string(),
    /**
     * `waiting` for a second super admin, or for `takes_effect_at` when nobody else can confirm;
     * `scheduled`: agreed, and tenants are notified before it takes effect; `applied`: took effect
     * after the waiting time; `withdrawn` by its proposer, `rejected` by another super admin;
     * `void`: a value that it was based on changed; `expired`: nobody decided within 7 days.
     */
    state: z.enum(proposalStates),
    proposed_by: person,
    proposed_at: instant(),
    expires_at: instant(),
    /** When it takes effect unless it is withdrawn or rejected; null until a second person confirms. */
    takes_effect_at: z.nullable(instant()),
    /** Who can confirm it now; empty once nobody needs to, or while nobody can. */
    can_confirm: z.array(person),
    /** The second super admin of a scheduled or confirmed change; null for none. */
    confirmed_by: z.nullable(person),
    /** Null while it waits, and for an automatic closing. */
    closed_by: z.nullable(person),
    closed_at: z.nullable(instant()),
    /** Why it was rejected or became void. */
    closing_reason: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: "Proposal" });
export type Proposal = z.output<typeof proposal>;

const sample = {
  id: "01994c61-5b0e-7a1d-9c44-8e2f6d7b9a04",
  kind: "settings",
  title: "Platform fee",
  changes: [{ subject: "fee_paise", before: 500, after: 600, to_default: false }],
  reason: "New price list from December",
  state: "waiting",
  proposed_by: { id: sampleIds.superAdmin, name: "Meera Iyer" },
  proposed_at: "2026-11-21T06:00:00.000Z",
  expires_at: "2026-11-28T06:00:00.000Z",
  takes_effect_at: null,
  can_confirm: [{ id: sampleIds.superAdmin, name: "Ravi Sharma" }],
  confirmed_by: null,
  closed_by: null,
  closed_at: null,
  closing_reason: null,
};

export const proposalReason = text({
  required: "A reason is required",
  max: [limits.reasonCharsMax, "Reason must not exceed 200 characters"],
  isMultiline: true,
});

export const listProposals = defineCall({
  name: "listProposals",
  summary: "Changes that wait for a second super admin, or closed ones; newest first",
  tag: "Proposals",
  method: "GET",
  path: "/super-admin/proposals",
  who: "superadmin",
  needs: "view",
  changesWith: ["proposals"],
  query: z.object({
    status: z._default(
      z.enum(["waiting", "closed"], { error: "Choose waiting or closed" }),
      "waiting",
    ),
    page: page(),
    limit: limit(limits.proposalsPageRows),
  }),
  answer: pageAnswerWithSummary(
    proposal,
    z.object({
      /** Active super admins besides the caller who may decide about money. */
      other_super_admins: count(),
      /** How a change of each kind takes effect that the caller proposes now. */
      takes_effect: z.object({
        settings: takesEffect,
        credential: takesEffect,
        receiving_account: takesEffect,
      }),
      waiting_hours: z.int(),
    }),
  ),
  example: {
    answer: {
      success: true,
      data: [sample],
      pagination: {
        current_page: 1,
        per_page: 20,
        total_records: 1,
        total_pages: 1,
        has_prev: false,
        has_next: false,
      },
      total: 1,
      summary: {
        other_super_admins: 2,
        takes_effect: {
          settings: "second_person",
          credential: "second_person",
          receiving_account: "second_person",
        },
        waiting_hours: 24,
      },
    },
  },
});

export const getProposal = defineCall({
  name: "getProposal",
  summary: "A proposed change with its values before and after",
  tag: "Proposals",
  method: "GET",
  path: "/super-admin/proposals/{id}",
  who: "superadmin",
  needs: "view",
  changesWith: ["proposals"],
  params: idParams,
  answer: dataAnswer(proposal),
  example: { answer: { success: true, data: sample } },
});

const confirmErrors = [
  "ALREADY_DECIDED",
  "SECOND_APPROVER_NEEDED",
  "PROPOSAL_VOID",
  "PROPOSER_INACTIVE",
  "CONFIRMER_TOO_NEW",
  "CREDENTIAL_IN_ENVIRONMENT",
  "ACCOUNT_INACTIVE",
] as const;

export const confirmProposal = defineCall({
  name: "confirmProposal",
  summary: "Confirm another super admin's proposal: the change takes effect",
  tag: "Proposals",
  method: "POST",
  path: "/super-admin/proposals/{id}/confirm",
  who: "superadmin",
  needs: "finance",
  stepUp: { signs: "request" },
  params: idParams,
  answer: messageAnswer,
  errors: confirmErrors,
});

export const rejectProposalForm = z.object({ reason: proposalReason });

export const rejectProposal = defineCall({
  name: "rejectProposal",
  summary: "Reject another super admin's proposal with a reason",
  tag: "Proposals",
  method: "POST",
  path: "/super-admin/proposals/{id}/reject",
  who: "superadmin",
  needs: "finance",
  stepUp: { unsigned: "Changes nothing" },
  params: idParams,
  body: rejectProposalForm,
  answer: messageAnswer,
  errors: ["ALREADY_DECIDED"],
  example: { request: { reason: "The bank's letter shows another account" } },
});

export const withdrawProposal = defineCall({
  name: "withdrawProposal",
  summary: "Withdraw your own proposal",
  tag: "Proposals",
  method: "POST",
  path: "/super-admin/proposals/{id}/withdraw",
  who: "superadmin",
  needs: "finance",
  stepUp: { unsigned: "Changes nothing" },
  params: idParams,
  answer: messageAnswer,
  errors: ["ALREADY_DECIDED"],
});
