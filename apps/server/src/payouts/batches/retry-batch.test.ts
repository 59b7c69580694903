// The guarantee: what a batch did not pay is retried once, whenever it failed.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBatchWorld, type BatchWorld } from "../../../test/batch-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { database } from "../../database/db.ts";
import { createBatchPayouts } from "./create-payouts.ts";
import { applyProviderUpdates } from "../send/apply-provider-updates.ts";

let world: BatchWorld;
beforeAll(async () => {
  world = await openBatchWorld();
});
afterAll(() => world.close());

test("a row that comes back after a retry is retried too, and none twice", async () => {
  const owner = await world.operator({ wallet: "₹10,000" });
  const draft = await world.draft(owner, world.csvOf([100, 200]));
  await world.run(owner, draft);
  await world.workBatches();
  const retry = () => owner.post(`/payout-batches/${draft.id}/retry`);
  for (const rupees of [100, 200]) {
    await returnPayouts(owner, rupees);
    const { status, body } = await retry();
    expect([status, body.data.rows, body.data.amount.amount]).toEqual([201, 1, rupees * 100]);
    expect((await retry()).body.error.message).toMatch(/^A retry of this batch is open/);
    await world.run(owner, await world.checkAccounts(owner, body.data));
    await world.workBatches();
  }
  expect((await retry()).body.error).toMatchObject({
    code: "BATCH_CHANGED",
    message: "No row of this batch failed or was cancelled since it was retried.",
  });
  await world.checkBatches();
});

test("the wrong rows of a cancelled draft are in its retry", async () => {
  const owner = await world.operator({ wallet: "₹10,000" });
  const wrong = "Meera Iyer,700500100001,HDFC000006,300";
  const draft = await world.draft(owner, [world.csvOf([100]), wrong].join("\n"));
  expect(draft.check).toMatchObject({ ready: 1, wrong: 1 });
  await owner.post(`/payout-batches/${draft.id}/cancel`, { reason: "A wrong row" });
  const { status, body } = await owner.post(`/payout-batches/${draft.id}/retry`);
  expect([status, body.data.check]).toMatchObject([201, { ready: 1, wrong: 1 }]);
});

test("a batch that is paused with its last payouts ends with them, and is retried", async () => {
  const owner = await world.operator({ wallet: "₹10,000" });
  const draft = await world.draft(owner, world.csvOf([100]));
  await world.run(owner, draft);
  await createBatchPayouts();
  expect((await owner.post(`/payout-batches/${draft.id}/pause`)).status).toBe(200);
  await world.workBatches();
  expect(await world.readBatch(owner, draft.id)).toMatchObject({ state: "finished", pause: null });
  await returnPayouts(owner, 100);
  expect((await owner.post(`/payout-batches/${draft.id}/retry`)).status).toBe(201);
});

test("a batch whose signer lost the role says what to do, and another owner signs its retry", async () => {
  const { owner } = await world.team();
  const partner = await world.member(owner, ["owner"], "Second Owner");
  const draft = await world.draft(partner, world.csvOf([100]));
  expect((await world.run(partner, draft)).status).toBe(200);
  await world.disable(owner, partner);
  await world.workBatches();
  expect((await world.readBatch(owner, draft.id)).pause).toMatchObject({
    code: "FORBIDDEN",
    message:
      "Who confirmed this can't pay any more. Cancel the rest and retry it, or sign it again.",
  });
  await owner.post(`/payout-batches/${draft.id}/cancel`, { reason: "Who signed it left" });
  const { body } = await owner.post(`/payout-batches/${draft.id}/retry`);
  await world.run(owner, body.data);
  await world.workBatches();
  expect(await world.payoutCount(owner)).toBe(1);
  await world.checkBatches();
});

/** The bank sends back what it paid of this amount. */
async function returnPayouts(owner: SignedIn, rupees: number): Promise<void> {
  const paid = await database()
    .selectFrom("payouts")
    .select("reference_id as reference")
    .where("tenant_id", "=", owner.id)
    .where("amount_paise", "=", BigInt(rupees * 100))
    .execute();
  const back = { adapter: "sandbox", state: "reversed" } as const;
  await applyProviderUpdates(paid.map(({ reference }) => ({ reference, ...back })));
}
