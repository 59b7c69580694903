// The guarantees: a payout that another process accepts wakes the worker at once, and a slow call
// blocks only its own slot.
import { setTimeout as wait } from "node:timers/promises";
import type { PayoutOrder } from "@rokad/contract/payout-form";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { until } from "../../../test/disturbances.ts";
import { openPayoutWorld, upiOrder, type PayoutWorld } from "../../../test/payout-world.ts";
import { database, separateConnection } from "../../database/db.ts";
import type { Provider, ProviderId } from "../../providers/provider.ts";
import { adapterOf, useProviders } from "../../providers/configured-providers.ts";
import { sandboxProvider } from "../../providers/sandbox/sandbox.ts";
import type { Tenant } from "../../kernel/person.ts";
import { orderDigest, signAuthorisation } from "../initiate/authorisation.ts";
import { initiatePayout } from "../initiate-by-form.ts";
import { inFlightMax } from "./send-queues.ts";
import { listenForWork, wakeOtherWorkers } from "../../worker/wake-other-workers.ts";
import { applyProviderUpdate } from "./apply-provider-updates.ts";
import { leasePayouts, slotsInEveryQueue } from "./lease-payouts.ts";
import { startPayoutWorker } from "./payout-worker.ts";
import { sendPayout } from "./send-payout.ts";
import { founderOf } from "../../../test/founder.ts";

let world: PayoutWorld;
let payers: Record<ProviderId, Tenant>;
/** Beneficiaries whose transfers the bank delays until `release`, and all references it received. */
let stuck: Set<string>;
let release: () => void;
let received: string[];

beforeAll(async () => {
  world = await openPayoutWorld();
  payers = { primary: await payerOf("primary"), alternative: await payerOf("alternative") };
});
afterAll(() => world.close());
beforeEach(() => {
  const bank = sandboxProvider({ settleMs: 0 });
  const gate = Promise.withResolvers<void>();
  release = gate.resolve;
  stuck = new Set();
  received = [];
  const slow = (name: string): Provider => ({
    ...bank,
    name,
    async send(transfer) {
      received.push(transfer.reference);
      if (transfer.to.method === "upi" && stuck.has(transfer.to.upiId)) await gate.promise;
      return bank.send(transfer);
    },
  });
  useProviders({ primary: slow("sandbox"), alternative: slow("other") });
});

async function payerOf(provider: ProviderId): Promise<Tenant> {
  const { mobile } = await world.operator({ wallet: "₹50,000", allowedProviders: [provider] });
  const { id } = await database()
    .selectFrom("people")
    .select("id")
    .where("mobile", "=", mobile)
    .executeTakeFirstOrThrow();
  return { ...founderOf(id), allowedProviders: [provider] } as unknown as Tenant;
}

/** @returns the payout's reference. */
async function pay(provider: ProviderId, upiId: string): Promise<string> {
  const order = upiOrder(upiId, { amount: 10 }) as unknown as PayoutOrder;
  const payer = payers[provider];
  const authorization_token = signAuthorisation({
    personId: payer.tenantId,
    orderDigest: orderDigest(order),
    feePaise: 500n,
    gstPaise: 90n,
  });
  return (await initiatePayout(payer, { ...order, authorization_token }, undefined)).reference;
}

const payMany = (count: number, provider: ProviderId, upiId: string) =>
  Promise.all(Array.from({ length: count }, () => pay(provider, upiId)));

async function countIn(status: "pending" | "processing" | "success"): Promise<number> {
  const rows = await database()
    .selectFrom("payouts")
    .select("id")
    .where("status", "=", status)
    .execute();
  return rows.length;
}

async function countPaid(references: readonly string[]): Promise<number> {
  const rows = await database()
    .selectFrom("payouts")
    .select("id")
    .where("reference_id", "in", references)
    .where("status", "=", "success")
    .execute();
  return rows.length;
}

const arePaid = (references: readonly string[]) =>
  until(async () => (await countPaid(references)) === references.length);

/** A worker that polls only once a minute by default, so that it depends on wake-ups. */
const workWith = (pollMs = 60_000) => startPayoutWorker({ pollMs, leaseSeconds: 40 });

test("another process wakes the worker when a payout is due", async () => {
  const references = await payMany(1, "primary", "elsewhere@upi");
  const isDueAt = (due_at: Date) =>
    database()
      .updateTable("payouts")
      .set({ due_at })
      .where("reference_id", "in", references)
      .execute();
  await isDueAt(new Date("2100-01-01T00:00:00Z"));
  const listening = listenForWork();
  await listening.ready;
  const worker = workWith();
  await until(() => worker.polledAt() !== undefined);
  // Simulates another process: nothing in this one wakes the worker.
  await isDueAt(new Date());
  await sql`select pg_notify('rokad_work', '')`.execute(database());
  await arePaid(references);
  await Promise.all([worker.stop(), listening.stop()]);
});

test("a process without a worker wakes the others once per batch, after its commit", async () => {
  const listener = separateConnection();
  await listener.connect();
  const counts: Promise<number>[] = [];
  listener.on("notification", () => counts.push(countIn("pending")));
  await listener.query("listen rokad_work");
  const stopWaking = wakeOtherWorkers();
  await payMany(60, "primary", "there@upi");
  await stopWaking();
  await until(() => counts.length > 0);
  expect(await counts[0]).toBeGreaterThan(0);
  await until(async () => (await counts.at(-1)) === 60);
  expect(counts.length).toBeLessThan(10);
  await listener.end();
  await world.work();
});

test("a hanging call blocks neither other payouts of its provider nor the other provider", async () => {
  stuck.add("slow@upi");
  const worker = workWith();
  const slow = await payMany(3, "primary", "slow@upi");
  await until(() => received.length === slow.length);
  await arePaid(await payMany(5, "primary", "quick@upi"));
  await arePaid(await payMany(5, "alternative", "quick@upi"));
  expect(await countIn("processing")).toBe(slow.length);
  release();
  await arePaid(slow);
  await worker.stop();
});

test("a provider whose calls all hang gets no more payouts than it has slots, and the other one works on", async () => {
  stuck.add("slow@upi");
  const slow = await payMany(inFlightMax + 30, "primary", "slow@upi");
  const worker = workWith(20);
  await until(() => received.length >= inFlightMax);
  await arePaid(await payMany(5, "alternative", "quick@upi"));
  // A payout without a slot is not leased: its lease could expire before it is sent.
  expect(await countIn("pending")).toBe(30);
  expect(await countIn("processing")).toBe(inFlightMax);
  release();
  await arePaid(slow);
  await worker.stop();
  expect(new Set(received).size).toBe(received.length);
  expect(await world.faults()).toEqual([]);
});

test("a provider that takes only so many calls a second gets no more, and no more payouts than it takes", async () => {
  const times: number[] = [];
  const primary = adapterOf("primary");
  const paced: Provider = {
    ...primary,
    callsPerSecond: 20,
    send(transfer) {
      times.push(performance.now());
      return primary.send(transfer);
    },
  };
  useProviders({ primary: paced, alternative: adapterOf("alternative") });
  stuck.add("slow@upi");
  const references = await payMany(70, "primary", "slow@upi");
  const startedAt = performance.now();
  const worker = workWith(20);
  await until(() => received.length === 60);
  expect(await countIn("pending")).toBe(10);
  // A timer may fire a moment early.
  for (const [place, at] of times.entries()) expect(at - startedAt).toBeGreaterThan(place * 50 - 5);
  release();
  await arePaid(references);
  await worker.stop();
});

test("a stopped worker finishes the payouts it has started", async () => {
  stuck.add("slow@upi");
  const worker = workWith();
  const references = await payMany(2, "primary", "slow@upi");
  await until(() => received.length === 2);
  let hasStopped = false;
  const stopped = worker.stop().then(() => (hasStopped = true));
  await payMany(1, "primary", "quick@upi");
  expect(hasStopped).toBe(false);
  release();
  await stopped;
  expect(await countPaid(references)).toBe(2);
  expect(await countIn("pending")).toBe(1);
});

test("drops a send whose lease ran out, and the next worker sends the payout once", async () => {
  const reference = await pay("primary", "asha@okhdfc");
  const [stopped] = await leasePayouts(slotsInEveryQueue(1), 0.05);
  await wait(50);
  if (stopped) await sendPayout(stopped);
  expect(await countIn("processing")).toBe(1);
  const provider = adapterOf("primary");
  expect(await provider.checkStatus(reference)).toBeUndefined();
  world.pass(1_000);
  await world.settle();
  expect((await provider.checkStatus(reference))?.state).toBe("success");
});

test("a refusal of an earlier lease ends no payout that another worker may have sent", async () => {
  const reference = await pay("primary", "asha@okhdfc");
  await leasePayouts(slotsInEveryQueue(1), 30);
  world.pass(31_000);
  await leasePayouts(slotsInEveryQueue(1), 30);
  const refusal = { reference, adapter: "sandbox", state: "failed", isAnswer: true } as const;
  expect(await applyProviderUpdate({ ...refusal, refusedLease: 1 })).toBe("nothing");
  expect(await applyProviderUpdate({ ...refusal, refusedLease: 2 })).toBe("release");
});
