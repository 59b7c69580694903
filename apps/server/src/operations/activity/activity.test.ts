// The guarantee: the Activity Monitor shows the true state, to the payout and to the minute.
import { getActivity } from "@rokad/contract/activity";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPayoutWorld, upiOrder, type PayoutWorld } from "../../../test/payout-world.ts";
import { now } from "../../kernel/clock.ts";
import { writeMeasurements } from "../../providers/measurements.ts";
import { probeProviders } from "../gateway/probe-providers.ts";
import { heartbeatOf } from "./heartbeat.ts";

let world: PayoutWorld;
beforeAll(async () => {
  world = await openPayoutWorld();
});
afterAll(() => world.close());

async function readActivity() {
  const boss = await world.superAdmin();
  return (await boss.ask(getActivity, {})).data;
}

test("counts open payouts with age and retries, and the provider calls of the last minutes [28.7]", async () => {
  const payer = await world.payer("₹1,00,000");
  await payer.pay(upiOrder("asha@okhdfc", { amount: 100 }));
  const first = await readActivity();
  expect(first.payouts.pending).toMatchObject({ count: 1, amount: { amount: 100_00 } });
  expect(first.payouts.processing.count).toBe(0);
  await world.settle();
  await payer.pay(upiOrder("pending@upi", { amount: 250 }));
  world.pass(31_000);
  await payer.pay(upiOrder("failure@upi", { amount: 300 }));
  expect((await readActivity()).payouts).toMatchObject({ overdue_count: 1, pending: { count: 2 } });
  await world.settle();
  world.pass(6 * 60_000);
  await world.work();
  await writeMeasurements();
  const { payouts, providers } = await readActivity();
  expect(payouts).toMatchObject({
    pending: { count: 0, oldest_at: null },
    processing: { count: 1, amount: { amount: 250_00 } },
    overdue_count: 0,
    retried_count: 1,
    slow_count: 1,
  });
  expect(providers[0]).toMatchObject({ id: "primary", paid_count: 1, refused_count: 1 });
  expect(providers[0]?.answered_count).toBeGreaterThanOrEqual(4);
  expect(providers[1]).toMatchObject({ id: "alternative", answered_count: 0, median_ms: null });
});

test("reports down without a live worker, and only other problems once a worker runs [28.11]", async () => {
  expect(await readActivity()).toMatchObject({
    state: "down",
    problems: expect.arrayContaining(["No worker is running. Payouts wait until you start one."]),
  });
  await probeProviders();
  let polledAt = now();
  const worker = heartbeatOf({ role: "worker", polledAt: () => polledAt });
  await worker.beat();
  const alive = await readActivity();
  expect(alive.problems).toEqual(["1 payout has had no outcome for more than five minutes."]);
  expect(alive).toMatchObject({
    state: "degraded",
    processes: [{ role: "worker", is_alive: true }],
  });

  // The heartbeat continues, but the worker hangs in a round.
  world.pass(3 * 60_000);
  await worker.beat();
  expect((await readActivity()).state).toBe("down");
  polledAt = now();
  await worker.beat();
  expect((await readActivity()).state).toBe("degraded");
  // The process was killed, so its row stays.
  world.pass(31_000);
  expect(await readActivity()).toMatchObject({ state: "down", processes: [{ is_alive: false }] });
  await worker.end();
  expect((await readActivity()).processes).toEqual([]);
});
