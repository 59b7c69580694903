// The guarantee: what becomes of a batch is decided with what was held of its tenant, when that is active
// again; what a person paused stays paused.
import { approveDeposit } from "@rokad/contract/deposit-reviews";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBatchFundsWorld, type BatchFundsWorld } from "../../../test/batch-funds-world.ts";
import { createBatchPayouts } from "../batches/create-payouts.ts";

let world: BatchFundsWorld;
beforeAll(async () => {
  world = await openBatchFundsWorld();
});
afterAll(() => world.close());

test("a batch of a tenant that is activated again without what was held pays nothing more", async () => {
  const owner = await world.waitingOwner();
  const draft = await world.draft(owner, world.csvOf([900, 600]));
  await world.run(owner, draft, "in_order");
  await world.workAll();
  const boss = await world.superAdmin();
  const set = (body: object) => boss.patch(`/super-admin/tenants/${owner.id}/status`, body);
  expect((await set({ isActive: false })).status).toBe(200);
  const reason = "Asked by telephone";
  expect((await set({ isActive: true, payouts: "cancel", reason })).status).toBe(200);
  const again = await world.signIn(owner.mobile);
  const notices = (await again.get("/notifications")).body.data;
  expect(notices.find(({ kind }) => kind === "batch_finished")?.text).toMatch(
    /: cancelled when your account was reactivated; 1 row was not paid\. Reason: Asked by telephone$/,
  );
  await world.fund(again, 5_000);
  await world.workAll();
  expect(await world.readBatch(again, draft.id)).toMatchObject({
    state: "cancelled",
    progress: { cancelled: { count: 1 } },
  });
  expect(await world.payoutCount(again)).toBe(1);
  await world.checkAll();
});

test("a running batch that the tenant's deactivation paused is cancelled with what was held", async () => {
  const owner = await world.waitingOwner();
  const [running, done] = [
    await world.draft(owner, world.csvOf([100, 200])),
    await world.draft(owner, world.csvOf([50])),
  ];
  await world.run(owner, done);
  await createBatchPayouts();
  await world.run(owner, running, "in_order");
  const boss = await world.superAdmin();
  const set = (body: object) => boss.patch(`/super-admin/tenants/${owner.id}/status`, body);
  expect((await set({ isActive: false, payouts: "send" })).status).toBe(200);
  await createBatchPayouts();
  expect((await set({ isActive: true, payouts: "cancel", reason: "A test" })).status).toBe(200);
  const again = await world.signIn(owner.mobile);
  expect(await world.readBatch(again, running.id)).toMatchObject({
    state: "cancelled",
    progress: { cancelled: { count: 2 } },
  });
  await world.workAll();
  // All its rows were payouts already, so nothing of it was left to cancel.
  expect(await world.readBatch(again, done.id)).toMatchObject({ state: "finished" });
  await world.checkAll();
});

test("a running batch that the tenant's deactivation paused goes on with what was held", async () => {
  const owner = await world.waitingOwner();
  const [running, paused] = [
    await world.draft(owner, world.csvOf([100, 200])),
    await world.draft(owner, world.csvOf([50])),
  ];
  await world.run(owner, running);
  await world.run(owner, paused);
  await owner.post(`/payout-batches/${paused.id}/pause`);
  const boss = await world.superAdmin();
  const set = (isActive: boolean) =>
    boss.patch(`/super-admin/tenants/${owner.id}/status`, { isActive });
  await set(false);
  await createBatchPayouts();
  expect((await set(true)).status).toBe(200);
  await world.workAll();
  const again = await world.signIn(owner.mobile);
  expect(await world.readBatch(again, running.id)).toMatchObject({ state: "finished" });
  // A person paused it, so a person resumes it.
  expect((await world.readBatch(again, paused.id)).pause?.code).toBe("PAUSED");
  await world.checkAll();
});

test("a batch keeps its place while its tenant is inactive, and goes on afterwards", async () => {
  const owner = await world.waitingOwner();
  const deposit = await world.requestDeposit(owner, 5_000);
  const draft = await world.draft(owner, world.csvOf([900, 600]));
  await world.run(owner, draft, "in_order");
  await world.workAll();
  const boss = await world.superAdmin();
  const set = (body: object) => boss.patch(`/super-admin/tenants/${owner.id}/status`, body);
  await set({ isActive: false });
  await boss.ask(approveDeposit, { params: { id: deposit._id }, body: {} });
  await world.workAll();
  await set({ isActive: true });
  await world.workAll();
  const again = await world.signIn(owner.mobile);
  expect(await world.readBatch(again, draft.id)).toMatchObject({ state: "finished" });
  await world.checkAll();
});
