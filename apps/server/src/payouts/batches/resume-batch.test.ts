// The guarantee: a batch that is paid as a whole goes on only if the wallet covers all rows that are
// left, by all who resume it; otherwise it waits for funds.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBatchWorld, partsOf, type BatchWorld } from "../../../test/batch-world.ts";
import { impsOrder } from "../../../test/forms.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { createBatchPayouts } from "./create-payouts.ts";
import { pauseUnfundedBatches } from "./finish-batches.ts";

let world: BatchWorld;
beforeAll(async () => {
  world = await openBatchWorld();
});
afterAll(() => world.close());

const approver = { approvals: 1, roles: ["approver"], people: [] };
const any = { amount_up_to: null, methods: null, sources: null, beneficiary: null };
const bands = [{ ...any, steps: [approver] }];

const resume = (by: SignedIn, id: string) => by.post(`/payout-batches/${id}/resume`);
const waitsForFunds = { state: "paused", pause: { code: "INSUFFICIENT_BALANCE" } };

async function spend(owner: SignedIn, amount: number): Promise<void> {
  const { status, text } = await owner.pay(
    impsOrder({ amount, account_number: world.newAccountNumber() }),
  );
  if (status !== 201) throw new Error(text);
}

/** An approved batch of three rows, of which the wallet covers one. */
async function approvedBatch() {
  const { owner, preparer, approver: anil } = await world.team({ bands, wallet: "₹1,000" });
  const { id, content_hash } = await world.draft(preparer, world.csvOf([600, 600, 600]));
  await preparer.post(`/payout-batches/${id}/submit`, { content_hash });
  await anil.post(`/payout-batches/${id}/approve`, { content_hash });
  return { owner, id };
}

test("an approved batch that is not covered pays nothing when it is resumed", async () => {
  const { owner, id } = await approvedBatch();
  const { status, body } = await resume(owner, id);
  expect([status, body.message]).toEqual([200, "Batch waits for funds"]);
  expect(body.data).toMatchObject({
    ...waitsForFunds,
    pause: {
      message:
        "The wallet lacks ₹817.70 for all rows that are left. It goes on automatically once funds arrive.",
    },
  });
  await world.workBatches();
  expect(await world.payoutCount(owner)).toBe(0);
  await world.fund(owner, 900);
  await world.workBatches();
  expect(partsOf(await world.readBatch(owner, id))).toMatchObject({ paid: [3, 1_800] });
  await world.checkBatches();
});

test("so does one for which funds did not arrive in time", async () => {
  const { owner, id } = await approvedBatch();
  await world.afterSeconds(97 * 60 * 60, async () => {
    expect(await pauseUnfundedBatches()).toBe(1);
  });
  expect((await resume(owner, id)).body.data).toMatchObject(waitsForFunds);
  await world.workBatches();
  expect(await world.payoutCount(owner)).toBe(0);
  await world.fund(owner, 900);
  await world.workBatches();
  expect(partsOf(await world.readBatch(owner, id))).toMatchObject({ paid: [3, 1_800] });
});

test("a covered batch goes on at once", async () => {
  const owner = await world.operator({ wallet: "₹2,000" });
  const { id } = await world.draft(owner, world.csvOf([600, 600]));
  await world.run(owner, { id });
  await owner.post(`/payout-batches/${id}/pause`);
  const { body } = await resume(owner, id);
  expect([body.message, body.data.state]).toEqual(["Batch resumed", "running"]);
  await world.workBatches();
  expect(partsOf(await world.readBatch(owner, id))).toMatchObject({ paid: [2, 1_200] });
});

test("of a batch that was stopped halfway, only the rows that are left have to be covered", async () => {
  const owner = await world.operator({ wallet: "₹2,000" });
  const { id } = await world.draft(owner, world.csvOf([600, 700, 100]));
  await world.run(owner, { id });
  await spend(owner, 750);
  await world.workBatches();
  expect(partsOf(await world.readBatch(owner, id))).toMatchObject({ paid: [1, 600] });
  await world.fund(owner, 100);
  expect((await resume(owner, id)).body.data).toMatchObject(waitsForFunds);
  await world.workBatches();
  expect(partsOf(await world.readBatch(owner, id))).toMatchObject({ paid: [1, 600] });
  await world.fund(owner, 100);
  expect((await resume(owner, id)).body.data.state).toBe("running");
  await world.workBatches();
  expect(partsOf(await world.readBatch(owner, id))).toMatchObject({ paid: [3, 1_400] });
  await world.checkBatches();
});

test("a batch of a tenant that is active again waits if it is not covered any more", async () => {
  const owner = await world.operator({ wallet: "₹2,000" });
  const { id } = await world.draft(owner, world.csvOf([100, 600]));
  await world.run(owner, { id });
  await spend(owner, 1_500);
  const boss = await world.superAdmin();
  const set = (isActive: boolean) =>
    boss.patch(`/super-admin/tenants/${owner.id}/status`, { isActive });
  expect((await set(false)).status).toBe(200);
  await createBatchPayouts();
  expect((await set(true)).status).toBe(200);
  await world.workBatches();
  const again = await world.signIn(owner.mobile);
  expect(await world.readBatch(again, id)).toMatchObject(waitsForFunds);
  expect(await world.payoutCount(again)).toBe(1);
  await world.fund(again, 500);
  await world.workBatches();
  expect(partsOf(await world.readBatch(again, id))).toMatchObject({ paid: [2, 700] });
  await world.checkBatches();
});
