// A person with a limit approves and pays at the same time: the wallet is locked before the limits on
// both paths, so neither waits for the other in a circle.
import { sendPayoutOtp, verifyPayoutOtp } from "@rokad/contract/payouts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApprovalWorld, type ApprovalWorld } from "../../../test/approval-world.ts";
import { impsOrder } from "../../../test/forms.ts";
import { waitingForLocks } from "../../../test/waiting-for-locks.ts";
import { transaction } from "../../database/db.ts";
import * as ledger from "../../ledger/ledger.ts";

let world: ApprovalWorld;
beforeAll(async () => {
  world = await openApprovalWorld();
});
afterAll(() => world.close());

test("an approval and a payout of one person with a limit both end", async () => {
  const any = { amount_up_to: null, methods: null, sources: null, beneficiary: null };
  const anyOne = { approvals: 1, roles: ["owner", "approver"], people: [] };
  const bands = [
    { ...any, amount_up_to: 1_000, steps: [] },
    { ...any, steps: [anyOne] },
  ];
  const { owner, preparer } = await world.team({ bands });
  await world.setLimits(owner, owner, { per_payout: null, per_day: 40_000 });
  const request = await world.request(preparer, impsOrder({ amount: 2_000 }));
  const signature = await world.signApprovals(owner, [request]);
  const payout = impsOrder({ amount: 500 });
  const { mobile } = owner;
  await owner.ask(sendPayoutOtp, { body: { mobile, payout } });
  const otp = await world.codeFor(mobile);
  const { data } = await owner.ask(verifyPayoutOtp, { body: { mobile, otp } });

  const answers = await transaction(async (db) => {
    await ledger.lock(db, [owner.id]);
    const paid = owner.post("/payouts/initiate", { ...payout, ...data });
    await expect.poll(waitingForLocks).toBe(1);
    const approved = world.askToApprove(owner, [request], signature);
    await expect.poll(waitingForLocks).toBe(2);
    return [paid, approved];
  });
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses).toEqual([201, 200]);
  await world.check();
});
