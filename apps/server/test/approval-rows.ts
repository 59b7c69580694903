import { impsOrder } from "./forms.ts";
import { memberIdOf } from "./member-id.ts";
import type { SignedAct } from "./signed-act.ts";
import type { SignedIn } from "./signed-in.ts";
import type { World } from "./world.ts";

/** A row that a call can act on, and the body for it. */
export interface ActedOn extends SignedAct {
  readonly id: string;
}

/** A new row of the tenant for each call about payment requests and the policy that takes an id. */
export function approvalRows(
  world: () => World,
  owner: () => SignedIn,
): Readonly<Record<string, () => Promise<ActedOn>>> {
  const preparer = () => world().member(owner(), ["preparer"], "Other Preparer");

  async function newRequest(by: SignedIn, { submit = true, amount = 100 } = {}) {
    const payout = impsOrder({ amount });
    const { status, text, body } = await by.post("/payment-requests", { payout, submit });
    if (status !== 201) throw new Error(text);
    return { id: body.data.id, content_hash: body.data.content_hash };
  }

  async function ownDraft(): Promise<ActedOn> {
    const { id, content_hash } = await newRequest(owner(), { submit: false });
    return { id, body: { content_hash } };
  }

  let waiting: { readonly id: string; readonly second: SignedIn } | undefined;
  /** A change of the policy, instead of the one before: one can wait at a time. */
  async function waitingPolicy(): Promise<ActedOn> {
    const second = waiting?.second ?? (await world().member(owner(), ["owner"], "Second Owner"));
    if (waiting) await second.post(`/approval-policy/${waiting.id}/reject`, { reason: "A test" });
    const band = {
      amount_up_to: null,
      methods: null,
      sources: null,
      beneficiary: null,
      steps: [],
    };
    const body = { bands: [band], base_version: null, reason: "A test" };
    const { status, text, body: answer } = await second.put("/approval-policy", body);
    if (status !== 200) throw new Error(text);
    waiting = { id: answer.data.id, second };
    return { id: waiting.id };
  }

  /** Each with another content than the one before. */
  let limits = 0;

  return {
    getPaymentRequest: ownDraft,
    editPaymentRequest: async () => {
      const { id, content_hash } = await newRequest(owner());
      return { id, body: { content_hash, payout: impsOrder({ amount: 200 }) } };
    },
    submitPaymentRequest: ownDraft,
    withdrawPaymentRequest: async () => ({ id: (await newRequest(owner())).id }),
    rejectPaymentRequest: async () => {
      const { id, content_hash } = await newRequest(await preparer());
      return { id, body: { content_hash, reason: "A test" } };
    },
    /** Approved, but above the balance. */
    sendApprovedRequest: async () => {
      const { id, content_hash } = await newRequest(await preparer(), { amount: 2_00_000 });
      const requests = [{ id, content_hash }];
      await owner().post("/payment-requests/approve", { requests });
      return { id, body: { content_hash } };
    },
    confirmApprovalPolicy: waitingPolicy,
    rejectApprovalPolicy: async () => ({
      ...(await waitingPolicy()),
      body: { reason: "A test" },
    }),
    getMemberDeputies: async () => ({ id: owner().id }),
    setMemberDeputies: async () => ({
      id: await memberIdOf(await preparer()),
      body: { deputies: [], away_from: null, away_until: null },
    }),
    /** Payouts wait only for this one: the first call cancels it. */
    cancelWaitingPayout: async () => {
      const wait = (is_on: boolean) =>
        owner().put("/payouts/funds-queue", { is_on, wait_hours: 24 });
      await wait(true);
      const { body } = await owner().pay(impsOrder({ amount: 4_00_000 }));
      await wait(false);
      return { id: body.data.id };
    },
    setMemberLimits: async () => ({
      id: owner().id,
      body: { per_payout: null, per_day: (limits += 1_000) },
    }),
  };
}
