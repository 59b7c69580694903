// The guarantee: a run that the wallet does not cover waits for funds where the tenant wants that, is paid
// once when they arrive, and can be retried once if its wait ends.
import { getPayout } from "@rokad/contract/payouts";
import { listUpcoming } from "@rokad/contract/upcoming";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openScheduleWorld, type ScheduleWorld } from "../../../test/schedule-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { database } from "../../database/db.ts";
import { endWaitsOf } from "../funds-queue/expire-waits.ts";
import { fundWaiting } from "../funds-queue/fund-waiting.ts";
import { verifyFundsQueue } from "../funds-queue/verify-funds-queue.ts";
import { returnRuns } from "./return-runs.ts";

let world: ScheduleWorld;
beforeAll(async () => {
  world = await openScheduleWorld();
});
afterAll(() => world.close());
afterEach(async () => {
  await world.checkSchedules();
  expect(await verifyFundsQueue(database())).toEqual([]);
});

const total = 100_590;
const weekly = { repeats: "weekly", weekdays: [1], every: 1 };
const due = "2027-01-04T10:30:00Z";

async function letWait(owner: SignedIn): Promise<void> {
  const { status, text } = await owner.put("/payouts/funds-queue", { is_on: true, wait_hours: 24 });
  if (status !== 200) throw new Error(text);
}

async function waitingOwner(): Promise<SignedIn> {
  const owner = await world.operator({ wallet: "₹100" });
  await letWait(owner);
  return owner;
}

test("waits in its place, is part of the runway, and is paid once by a deposit [42.11]", async () => {
  const owner = await waitingOwner();
  const schedule = await world.started(owner, {}, weekly);
  await world.workAt(due);
  expect(await world.payoutCount(owner)).toBe(0);
  const [run] = await world.runsOf(owner, schedule.id);
  expect(run).toMatchObject({ state: "created", can_retry: false, payout: { status: "pending" } });
  const { data: shown } = await owner.ask(getPayout, { params: { id: run?.payout?.id ?? "" } });
  expect(shown.waiting_for_funds).toMatchObject({ place: 1 });
  const { data } = await owner.ask(listUpcoming, { query: { days: 1 } });
  expect(data.items[0]).toMatchObject({ kind: "waiting", payouts: 1, total: { amount: total } });
  expect(data.top_up).toMatchObject({ amount: { amount: total - 10_000 }, by: null });
  await world.fund(owner, 2_000);
  await world.at(due, async () => {
    await Promise.all([fundWaiting(), fundWaiting(), fundWaiting()]);
    await world.work();
  });
  expect(await world.payoutCount(owner)).toBe(1);
  expect(await world.runsOf(owner, schedule.id)).toMatchObject([{ payout: { status: "success" } }]);
  expect(await owner.balance()).toBe(210_000 - total);
  expect(await returnRuns()).toBe(0);
});

test("fails with its reason when the wait ends, and is paid once by a retry [42.11]", async () => {
  const owner = await waitingOwner();
  const schedule = await world.started(owner, {}, weekly);
  await world.workAt(due);
  await world.at(due, () => endWaitsOf([owner.id]));
  expect(await world.at(due, () => Promise.all([returnRuns(), returnRuns()]))).toContain(1);
  expect(await world.runsOf(owner, schedule.id)).toMatchObject([
    { state: "failed", code: "INSUFFICIENT_BALANCE", payout: null, can_retry: true },
  ]);
  const path = `/payout-schedules/${schedule.id}/runs/2027-01-04/retry` as const;
  // Still without funds: it waits again, and that is what the retry says.
  expect((await owner.post(path)).body.data).toMatchObject({ state: "created" });
  expect((await owner.post(path)).body.error.code).toBe("SCHEDULE_CHANGED");
  await world.fund(owner, 2_000);
  await fundWaiting();
  await world.work();
  expect(await world.payoutCount(owner)).toBe(1);
  expect(await owner.balance()).toBe(210_000 - total);
});

test("keeps the approvals of its schedule while it waits [42.11]", async () => {
  const { owner, preparer, approver } = await world.team({ wallet: "₹100" });
  await letWait(owner);
  const { destinationId } = await world.savedDestination(owner);
  const schedule = await world.draft(preparer, world.form(destinationId, {}, weekly));
  const path = `/payout-schedules/${schedule.id}` as const;
  const content = { content_hash: schedule.content_hash };
  expect((await preparer.post(`${path}/submit`, content)).status).toBe(200);
  expect((await approver.post(`${path}/approve`, content)).status).toBe(200);
  await world.workAt(due);
  expect(await world.payoutCount(owner)).toBe(0);
  await world.fund(owner, 2_000);
  await world.at(due, async () => {
    await fundWaiting();
    await world.work();
  });
  expect(await world.runsOf(owner, schedule.id)).toMatchObject([{ payout: { status: "success" } }]);
});
