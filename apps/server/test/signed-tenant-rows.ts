import { createPaymentRequest, editPaymentRequest } from "@rokad/contract/payment-requests";
import { inviteMember } from "@rokad/contract/team";
import type { ApprovalWorld } from "./approval-world.ts";
import { approvalRows } from "./approval-rows.ts";
import { batchRows } from "./batch-rows.ts";
import { impsOrder } from "./forms.ts";
import { keyForm } from "./key-world.ts";
import { keyRows } from "./key-rows.ts";
import { scheduleRows } from "./schedule-rows.ts";
import type { SignedRows } from "./signed-act.ts";
import type { SignedIn } from "./signed-in.ts";

/** People of a business. */
export interface Business {
  /** Who signs. */
  readonly owner: SignedIn;
  /** Other owners. */
  readonly founder: SignedIn;
  readonly second: SignedIn;
}

/** An act of each signed call of a business, and of any person, for its owner. */
export function signedTenantRows(world: ApprovalWorld, business: Business): SignedRows {
  const { owner, founder, second } = business;
  let turn = 0;
  const member = async () =>
    world.memberIdOf(await world.member(founder, ["approver"], "Other Member"));
  const invited = () => ({
    name: "Other Guest",
    mobile: world.newMobile(),
    roles: ["viewer" as const],
  });
  const here = () => world;
  const by = () => owner;
  const band = { amount_up_to: null, methods: null, sources: null, beneficiary: null, steps: [] };
  const policy = () => ({ bands: [band], base_version: null, reason: `Test ${(turn += 1)}` });
  const noLeave = { away_from: null, away_until: null };

  return {
    ...approvalRows(here, by),
    ...batchRows(here, by),
    ...scheduleRows(here, by),
    ...keyRows(by),
    beginPasskey: async () => ({}),
    leaveTeam: async () => ({}),
    changeOwnName: async () => ({ body: { name: `Own Name ${(turn += 1)}` } }),
    approvePaymentRequests: async () => {
      const preparer = await world.member(founder, ["preparer"], "Other Preparer");
      const payout = impsOrder({ amount: 100 });
      const { data } = await preparer.ask(createPaymentRequest, { body: { payout } });
      const { id, content_hash } = data;
      const change = { content_hash, payout: impsOrder({ amount: 200 }) };
      return {
        body: { requests: [{ id, content_hash }] },
        outdate: () => preparer.ask(editPaymentRequest, { params: { id }, body: change }),
      };
    },
    setRequestHolds: async () => ({ body: { at_submission: (turn += 1) % 2 === 0 } }),
    setFundsQueue: async () => ({ body: { is_on: true, wait_hours: (turn += 1) } }),
    saveApprovalPolicy: async () => ({
      body: policy(),
      outdate: async () => {
        const saved = await founder.put("/approval-policy", policy());
        await second.post(`/approval-policy/${saved.body.data.id}/confirm`);
      },
    }),
    setOwnDeputies: async () => ({ body: { deputies: [await member()], ...noLeave } }),
    inviteMember: async () => ({ body: invited() }),
    repeatInvitation: async () => ({
      id: (await founder.ask(inviteMember, { body: invited() })).data.id,
    }),
    changeMemberRoles: async () => ({ id: await member(), body: { roles: ["viewer"] } }),
    setMemberStatus: async () => {
      const other = await world.member(founder, ["approver"], "Other Member");
      const id = await world.memberIdOf(other);
      await world.disable(founder, other);
      return { id, body: { is_active: true } };
    },
    createApiKey: async () => ({ body: keyForm({ name: `ERP ${(turn += 1)}` }) }),
  };
}
