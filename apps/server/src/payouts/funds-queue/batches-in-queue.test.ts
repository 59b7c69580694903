// The guarantee: a batch that is paid in order and single payouts wait in one queue, so that neither
// overtakes the other.
import { getFundsQueue } from "@rokad/contract/funds-queue";
import { getPayout } from "@rokad/contract/payouts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBatchFundsWorld, type BatchFundsWorld } from "../../../test/batch-funds-world.ts";
import { impsOrder } from "../../../test/forms.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { database } from "../../database/db.ts";
import { pauseUnfundedBatches, resumeFundedBatches } from "../batches/finish-batches.ts";
import { remindOfWaits } from "./expire-waits.ts";

let world: BatchFundsWorld;
beforeAll(async () => {
  world = await openBatchFundsWorld();
});
afterAll(() => world.close());

async function send(owner: SignedIn, amount: number): Promise<string> {
  const order = impsOrder({ amount, account_number: world.newAccountNumber() });
  return (await owner.pay(order)).body.data.id;
}

const show = async (owner: SignedIn, id: string) =>
  (await owner.ask(getPayout, { params: { id } })).data;

async function noticeOf(owner: SignedIn, kind: string) {
  const { data } = (await owner.get("/notifications")).body;
  return data.find((notice) => notice.kind === kind)?.text;
}

test("a single payout waits behind the rows of a batch, and is shown what they lack", async () => {
  const owner = await world.waitingOwner();
  const draft = await world.draft(owner, world.csvOf([400, 500, 600, 50]));
  await world.run(owner, draft, "in_order");
  await world.workAll();
  expect(await world.readBatch(owner, draft.id)).toMatchObject({ state: "paused" });
  const order = impsOrder({ amount: 30, account_number: world.newAccountNumber() });
  const code = await owner.post("/payouts/otp/send", { mobile: owner.mobile, payout: order });
  expect(code.body.data.missing?.amount).toBe(605_90 + 55_90 + 35_90 - 88_20);
  const id = await send(owner, 30);
  expect((await show(owner, id)).waiting_for_funds).toMatchObject({
    place: 2,
    missing: { amount: 605_90 + 55_90 + 35_90 - 88_20 },
  });
  const missing = "Add ₹609.50";
  expect(await noticeOf(owner, "payout_waits")).toMatch(
    new RegExp(`^₹30\\.00 to .* waits for funds\\. ${missing} to send all that wait$`),
  );
  const queue = (await owner.ask(getFundsQueue, {})).data;
  expect(queue.missing.amount).toBe(609_50);
  await world.afterSeconds(19 * 60 * 60, remindOfWaits);
  expect(await noticeOf(owner, "payout_still_waits")).toContain(`${missing} before then`);
  await world.workAll();
  expect((await show(owner, id)).status).toBe("pending");
  await world.fund(owner, 620);
  await world.workAll();
  expect(await world.readBatch(owner, draft.id)).toMatchObject({ state: "finished" });
  expect((await show(owner, id)).status).toBe("success");
  expect(await owner.balance()).toBe(10_50);
  await world.checkAll();
});

test("a batch waits behind a single payout that came first, although it is covered", async () => {
  const owner = await world.waitingOwner();
  const id = await send(owner, 1_500);
  const draft = await world.draft(owner, world.csvOf([10, 20]));
  await world.run(owner, draft, "in_order");
  await world.workAll();
  expect(await world.payoutCount(owner)).toBe(0);
  expect(await noticeOf(owner, "batch_paused")).toBe(
    "salaries.csv: Earlier payouts wait for funds. It goes on automatically after them.",
  );
  await world.fund(owner, 600);
  await world.workAll();
  expect((await show(owner, id)).status).toBe("success");
  expect(await world.readBatch(owner, draft.id)).toMatchObject({ state: "finished" });
  await world.checkAll();
});

test("a batch that someone pauses or cancels gives its place up", async () => {
  for (const act of ["pause", "cancel"]) {
    const owner = await world.waitingOwner();
    const draft = await world.draft(owner, world.csvOf([900, 600]));
    await world.run(owner, draft, "in_order");
    await world.workAll();
    const id = await send(owner, 30);
    expect((await show(owner, id)).waiting_for_funds?.place).toBe(2);
    await owner.post(`/payout-batches/${draft.id}/resume`);
    await owner.post(`/payout-batches/${draft.id}/${act}`, { reason: "A test" });
    await world.workAll();
    expect((await show(owner, id)).status).toBe("success");
    await world.checkAll();
  }
});

test("a batch waits behind another one, without a notification at each round", async () => {
  const owner = await world.waitingOwner();
  const [first, second, whole] = [
    await world.draft(owner, world.csvOf([900, 600])),
    await world.draft(owner, world.csvOf([40, 50])),
    await world.draft(owner, world.csvOf([30])),
  ];
  await world.run(owner, whole);
  await owner.post(`/payout-batches/${whole.id}/pause`);
  await world.run(owner, first, "in_order");
  await world.workAll();
  await owner.post(`/payout-batches/${whole.id}/resume`);
  await world.run(owner, second, "in_order");
  for (let round = 0; round < 3; round += 1) await world.workAll();
  const paused = async () => {
    const { data } = (await owner.get("/notifications")).body;
    return data.filter(({ kind }) => kind === "batch_paused").length;
  };
  expect([await world.payoutCount(owner), await paused()]).toEqual([1, 2]);
  await world.fund(owner, 1_000);
  for (let round = 0; round < 3; round += 1) await world.workAll();
  for (const { id } of [first, second, whole])
    expect(await world.readBatch(owner, id)).toMatchObject({ state: "finished" });
  expect(await paused()).toBe(2);
  await world.checkAll();
});

test("of two batches that are paid as a whole, one that is not covered beside the other pays nothing", async () => {
  const owner = await world.operator({ wallet: "₹2,000" });
  const [first, second, third] = [
    await world.draft(owner, world.csvOf([600])),
    await world.draft(owner, world.csvOf([100, 600])),
    await world.draft(owner, world.csvOf([700])),
  ];
  await world.run(owner, first);
  await world.run(owner, second);
  const refused = await world.run(owner, third);
  expect([refused.status, refused.body.error.code]).toEqual([422, "INSUFFICIENT_BALANCE"]);
  const id = await send(owner, 1_900);
  await world.workAll();
  expect((await show(owner, id)).status).toBe("success");
  await world.fund(owner, 700);
  await world.workAll();
  expect(await world.readBatch(owner, first.id)).toMatchObject({ state: "finished" });
  expect(await world.readBatch(owner, second.id)).toMatchObject({
    state: "paused",
    progress: { waiting: { count: 2 } },
  });
  await world.fund(owner, 700);
  await world.workAll();
  expect(await world.readBatch(owner, second.id)).toMatchObject({ state: "finished" });
  await world.checkAll();
});

test("a batch of a tenant that lost a feature pauses, whatever its wallet covers", async () => {
  for (const feature of ["bulk_payouts", "create_payout"]) {
    const owner = await world.waitingOwner();
    const draft = await world.draft(owner, world.csvOf([900, 600]));
    await world.run(owner, draft, "in_order");
    await world.workAll();
    await sql`
      update tenants set features = array_remove(features, ${feature}) where id = ${owner.id}
    `.execute(database());
    await world.fund(owner, 5_000);
    await world.workAll();
    const { rows } = await sql<object>`
      select state, pause_code from payout_batches where id = ${draft.id}
    `.execute(database());
    expect(rows).toEqual([{ state: "paused", pause_code: "FEATURE_NOT_ENABLED" }]);
    expect(await world.payoutCount(owner)).toBe(1);
    await world.checkAll();
  }
});

test("funds that arrive after the time of a batch pay nothing until a person resumes it", async () => {
  const owner = await world.waitingOwner();
  const draft = await world.draft(owner, world.csvOf([900, 800]));
  await world.run(owner, draft, "in_order");
  await world.workAll();
  await world.afterSeconds(23.9 * 60 * 60, async () => {
    expect(await pauseUnfundedBatches()).toBe(0);
  });
  await world.fund(owner, 1_000);
  await world.afterSeconds(24.1 * 60 * 60, async () => {
    expect(await resumeFundedBatches()).toBe(0);
    expect(await pauseUnfundedBatches()).toBe(1);
  });
  await world.workAll();
  const message =
    "Funds did not arrive in time. Resume it if its rows are still due, or cancel it.";
  expect(await world.readBatch(owner, draft.id)).toMatchObject({
    state: "paused",
    pause: { code: "PAUSED", message },
  });
  expect(await noticeOf(owner, "batch_paused")).toBe(`salaries.csv: ${message}`);
  expect(await world.payoutCount(owner)).toBe(1);
  expect((await owner.post(`/payout-batches/${draft.id}/resume`)).status).toBe(200);
  await world.workAll();
  expect(await world.readBatch(owner, draft.id)).toMatchObject({ state: "finished" });
  expect(await owner.balance()).toBe(2_000_00 - 905_90 - 805_90);
  await world.checkAll();
});
