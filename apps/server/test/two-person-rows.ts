import type { AuditAct } from "@rokad/contract/audit";
import { confirmAdjustment } from "@rokad/contract/adjustments";
import { confirmApprovalPolicy } from "@rokad/contract/approval-policies";
import type { Call } from "@rokad/contract/call";
import { approveDeposit, approveDeposits } from "@rokad/contract/deposit-reviews";
import { recordReturn } from "@rokad/contract/partial-returns";
import { confirmOutcome } from "@rokad/contract/payout-outcomes";
import { confirmProposal } from "@rokad/contract/proposals";
import { handleDifference } from "@rokad/contract/reconciliation";
import { approveStatementLine } from "@rokad/contract/statement-import";
import { assignCredit, returnCredit } from "@rokad/contract/suspense";
import { database } from "../src/database/db.ts";
import { proposalPermissions } from "../src/identity/proposals/lock-proposals.ts";
import { twoPersonActs } from "../src/identity/proposals/second-person.ts";
import { saveSetting } from "./save-setting.ts";
import type { SignedAct } from "./signed-act.ts";
import { itemsToReview } from "./signed-admin-rows.ts";
import { sendSigned, sign } from "./signed-call.ts";
import type { SignedIn } from "./signed-in.ts";
import { moneyItems } from "./signed-money-rows.ts";
import { signing } from "./signing.ts";
import type { World } from "./world.ts";

/** What two people decide: decisions of super admins, their proposals, and a business's policy. */
export const decidedByTwo = [
  ...Object.keys(twoPersonActs),
  ...Object.keys(proposalPermissions),
  "approval policy",
];

export interface TwoPersonRow {
  /** One of `decidedByTwo`. */
  readonly decides: string;
  /** The request of the second person. */
  readonly call: Call;
  /** Lets the first person decide or propose. @returns what the second one sends. */
  readonly begin: (first: SignedIn) => Promise<SignedAct>;
  /** What the audit log records when both have decided. */
  readonly act: AuditAct;
  /** The code of the error for the first person, if it does not ask for a second one. */
  readonly own?: string;
  /** The code of the error when the first person's decision does not count: else the next is the first. */
  readonly firstGone?: string;
  /** Another decision than the first person's, where the second person's request says what it decides. */
  readonly otherwise?: (act: SignedAct) => SignedAct;
  /** Changes what the first person's decision was based on, and the code of the error. */
  readonly outdated?: {
    readonly outdate: (act: SignedAct) => Promise<unknown>;
    readonly code: string;
  };
}

/** Each decision of two super admins. Call it when the world's wallets are funded: it sets a limit. */
export async function adminRows(world: World): Promise<Readonly<Record<string, TwoPersonRow>>> {
  const items = itemsToReview(world);
  const money = moneyItems(world);
  // The businesses that the rows share; ₹300 and more then needs two people.
  await items.receiver();
  await money.unclearReturn();
  await money.receivingAccount();
  await saveSetting("second_approval_above_paise", 300_00);

  /** The first person sends the same as the second. */
  const alike = (call: Call, create: () => Promise<SignedAct>) => ({
    call,
    async begin(first: SignedIn): Promise<SignedAct> {
      const act = await create();
      const signature = call === handleDifference ? undefined : await sign(world, first, call, act);
      const { status, text } = await sendSigned(world, first, call, act, { signature });
      if (status !== 200 || text.includes('"refused"')) throw new Error(text);
      return act;
    },
  });
  const withBody = (change: object) => (act: SignedAct) => ({
    ...act,
    body: { ...act.body, ...change },
  });
  const ofProposal = {
    call: confirmProposal,
    act: "proposal.confirmed",
    firstGone: "PROPOSER_INACTIVE",
  } as const;
  let turn = 0;

  return {
    "a deposit": {
      ...alike(approveDeposit, async () => ({ id: await items.deposit() })),
      decides: "deposit",
      act: "deposit.approved",
      otherwise: withBody({ received_amount: 499, amount_reason: "Charges of the bank" }),
    },
    "several deposits": {
      ...alike(approveDeposits, async () => ({ body: { ids: [await items.deposit()] } })),
      decides: "deposit",
      act: "deposit.approved",
    },
    "a deposit in a statement": {
      ...alike(approveStatementLine, async () => ({ id: (await items.statement()).line })),
      decides: "deposit",
      own: "LINE_NOT_APPROVABLE",
      act: "deposit.approved",
    },
    "the tenant of a credit": {
      ...alike(assignCredit, async () => ({
        id: await items.credit(),
        body: { tenant_id: (await items.receiver()).tenant.id },
      })),
      decides: "credit",
      act: "suspense.assigned",
      otherwise: withBody({ tenant_id: (await world.retailer()).id }),
    },
    "the return of a credit": {
      ...alike(returnCredit, async () => ({
        id: await items.credit(),
        body: { utr_reference: world.newUtr(), reason: "Wrong" },
      })),
      decides: "credit",
      act: "suspense.returned",
      otherwise: withBody({ utr_reference: world.newUtr() }),
    },
    "an adjustment": {
      call: confirmAdjustment,
      begin: async (first) => ({ id: await money.adjustment(undefined, first) }),
      decides: "adjustment",
      act: "adjustment.confirmed",
      firstGone: "ADJUSTMENT_NOT_POSSIBLE",
    },
    "the outcome of a payout": {
      call: confirmOutcome,
      begin: async (first) => ({ id: await money.decision(first) }),
      decides: "outcome",
      act: "payout.outcome_confirmed",
      firstGone: "OUTCOME_NOT_DECIDABLE",
    },
    "a return": {
      ...alike(recordReturn, async () => ({
        id: await money.unclearReturn(),
        body: money.returnForm(),
      })),
      decides: "return",
      act: "reconciliation.return_recorded",
      otherwise: withBody({ refund_charges: true }),
    },
    "a difference": {
      ...alike(handleDifference, async () => ({
        id: await money.contradictedOutcome(),
        body: { action: "decide", reason: "Their desk has corrected it" },
      })),
      decides: "difference",
      act: "reconciliation.marked_known",
    },
    "a setting": {
      ...ofProposal,
      begin: async (first) => {
        await database().deleteFrom("settings").where("key", "=", "upi_payout_paise_max").execute();
        await closeProposals();
        const change = { key: "upi_payout_paise_max", seen: 5_00_000_00, value: 4_00_000_00 };
        const { body, text } = await signing.saveSigned(first, [change as never]);
        if (!body.proposal_id) throw new Error(text);
        return { id: body.proposal_id };
      },
      decides: "settings",
      outdated: {
        outdate: () => saveSetting("upi_payout_paise_max", 3_00_000_00),
        code: "PROPOSAL_VOID",
      },
    },
    "a receiving account": {
      ...ofProposal,
      begin: async (first) => ({ id: await money.proposal(undefined, first) }),
      decides: "receiving_account",
    },
    "a credential": {
      ...ofProposal,
      begin: async (first) => {
        await closeProposals();
        await database().deleteFrom("credentials").where("name", "=", "MSG91_AUTH_KEY").execute();
        const change = { value: `secret-${(turn += 1)}-of-the-gateway`, seen_set_at: null };
        const { body, text } = await signing.saveCredential(first, "MSG91_AUTH_KEY", change);
        if (!body.proposal_id) throw new Error(text);
        return { id: body.proposal_id };
      },
      decides: "credential",
    },
  };
}

/** One change can wait for each setting and credential: those of other cases are over. */
async function closeProposals(): Promise<void> {
  await database().deleteFrom("proposal_subjects").execute();
  await database().deleteFrom("proposals").execute();
}

/** The policy of a business, which two owners change. */
export const policyRow: TwoPersonRow = {
  call: confirmApprovalPolicy,
  async begin(first) {
    const { body: read } = await first.get("/approval-policy");
    const band = { amount_up_to: null, methods: null, sources: null, beneficiary: null, steps: [] };
    const base_version = read.data.in_force?.version ?? null;
    const { status, text, body } = await first.put("/approval-policy", {
      bands: [band],
      base_version,
      reason: "A test",
    });
    if (status !== 200 || body.data.state !== "proposed") throw new Error(text);
    return { id: body.data.id };
  },
  decides: "approval policy",
  act: "approval_policy.changed",
  firstGone: "SECOND_OWNER_NEEDED",
};
