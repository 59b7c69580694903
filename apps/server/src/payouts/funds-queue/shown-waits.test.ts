// The guarantee: what waits for funds is in every figure and look-up that a person or a program decides by.
import { listUpcoming } from "@rokad/contract/upcoming";
import { afterAll, beforeAll, expect, test } from "vitest";
import { charges, openFundsWorld, type FundsWorld } from "../../../test/funds-world.ts";
import { machinePayout, newKey, sendingForm } from "../../../test/key-world.ts";

let world: FundsWorld;
beforeAll(async () => {
  world = await openFundsWorld();
});
afterAll(async () => {
  await world.checkFunds();
  await world.close();
});

test("a program finds it by its reference, while it waits and after it was funded or cancelled", async () => {
  const owner = await world.waitingOwner("₹100");
  const { caller } = await newKey(world, owner);
  const outsider = await newKey(world, await world.waitingOwner());
  const sent = await world.send(owner, 500);
  const find = (by = caller) => by.get("/payouts/find", { reference_id: sent.reference_id });
  expect((await find()).body.data).toMatchObject({ id: sent.id, status: "pending" });
  expect((await find(outsider.caller)).status).toBe(404);
  await world.fund(owner, 1_000);
  await world.work();
  expect((await find()).body.data).toMatchObject({ id: sent.id, status: "success" });
  const cancelled = await world.send(owner, 9_000);
  await world.cancelWait(owner, cancelled.id);
  const { body } = await caller.get("/payouts/find", { reference_id: cancelled.reference_id });
  expect(body.data).toMatchObject({ id: cancelled.id, status: "cancelled" });
});

test("the runway has it before everything else that takes money, and what to top up for it", async () => {
  const owner = await world.waitingOwner("₹1,000");
  const first = await world.send(owner, 3_000);
  const second = await world.send(owner, 50);
  const { data } = await owner.ask(listUpcoming, { query: { days: 30 } });
  const afterFirst = 1_000_00 - 3_000_00 - charges;
  expect(data.items).toMatchObject([
    { kind: "waiting", id: first.id, payouts: 1, balance_after: { amount: afterFirst } },
    { kind: "waiting", id: second.id, balance_after: { amount: afterFirst - 50_00 - charges } },
  ]);
  expect(data.top_up).toMatchObject({ amount: { amount: -(afterFirst - 50_00 - charges) } });
  expect(data.top_up?.payouts).toBe(2);
});

test("the check of a program's payout says what the payout itself then says", async () => {
  const owner = await world.waitingOwner("₹1,000");
  const { caller } = await newKey(world, owner, sendingForm());
  const body = machinePayout({ amount_paise: 100_00 });
  const validate = async () => (await caller.post("/payouts/validate", body)).body.data;
  expect(await validate()).toMatchObject({ is_sendable: true });
  await world.send(owner, 3_000);
  expect(await validate()).toMatchObject({
    is_sendable: false,
    problems: [{ code: "INSUFFICIENT_BALANCE" }],
  });
  const answer = await caller.post("/payouts", body, { key: "behind-the-queue" });
  expect(answer.body.error.code).toBe("INSUFFICIENT_BALANCE");
});
