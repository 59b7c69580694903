// The guarantee: super admins see what waits for funds in all wallets, each with its amount, its place in
// its own wallet's queue, what is missing and since when; and nothing that waits no more.
import { listWaitingForFunds } from "@rokad/contract/activity-lists";
import { getPayout } from "@rokad/contract/payouts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBatchWorld, type BatchWorld } from "../../../test/batch-world.ts";
import { impsOrder } from "../../../test/forms.ts";
import type { SignedIn } from "../../../test/signed-in.ts";

let world: BatchWorld;
let boss: Awaited<ReturnType<BatchWorld["superAdmin"]>>;
beforeAll(async () => {
  world = await openBatchWorld();
  boss = await world.superAdmin();
});
afterAll(() => world.close());

async function waitingOwner(name: string): Promise<SignedIn> {
  const owner = await world.operator({ name, wallet: "₹1,000" });
  await owner.put("/payouts/funds-queue", { is_on: true, wait_hours: 24 });
  return owner;
}

async function send(owner: SignedIn, amount: number): Promise<string> {
  const order = impsOrder({ amount, account_number: world.newAccountNumber() });
  return (await owner.pay(order)).body.data.id;
}

const read = (query: { page?: number; limit?: number } = {}) =>
  boss.ask(listWaitingForFunds, { query });

test("the queues of two wallets, one with a batch, and what is missing for each [42.10]", async () => {
  expect((await read()).total).toBe(0);
  const asha = await waitingOwner("Asha Stores");
  const ravi = await waitingOwner("Ravi Traders");
  const first = await send(asha, 2_000);
  const draft = await world.draft(ravi, world.csvOf([900, 600]));
  await world.run(ravi, draft, "in_order");
  await world.workBatches();
  await world.workBatches();
  const second = await send(asha, 100);
  const third = await send(ravi, 50);
  const { data, summary, total } = await read();
  expect(
    data.map(({ id, kind, tenant, place, total: amount, missing }) => [
      id,
      kind,
      tenant.name,
      place,
      amount.amount,
      missing.amount,
    ]),
  ).toEqual([
    [first, "payout", "Asha Stores", 1, 2_005_90, 1_005_90],
    [draft.id, "batch", "Ravi Traders", 1, 605_90, 605_90 - 94_10],
    [second, "payout", "Asha Stores", 2, 105_90, 1_111_80],
    [third, "payout", "Ravi Traders", 2, 55_90, 661_80 - 94_10],
  ]);
  expect(data[1]).toMatchObject({ name: draft.file_name, expires_at: null });
  expect(data[0]?.expires_at).not.toBeNull();
  expect([total, summary.total.amount]).toEqual([4, 2_773_60]);
  const pages = [await read({ page: 1, limit: 3 }), await read({ page: 2, limit: 3 })];
  expect(pages.flatMap((page) => page.data)).toEqual(data);

  await boss.post(`/super-admin/payouts/${first}/cancel`, { reason: "Asked by telephone" });
  await world.fund(ravi, 5_000);
  await world.workBatches();
  await world.workBatches();
  const left = await read();
  expect(left.data).toEqual([]);
  const { data: sent } = await asha.ask(getPayout, { params: { id: second } });
  expect(sent.waiting_for_funds).toBeNull();
});
