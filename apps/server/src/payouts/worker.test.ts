// The guarantees: a worker is told at once of what another process has accepted, and a call that
// takes long holds up nothing but its own place.
import type { PayoutOrder } from "@rokad/contract/payout-form";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { until } from "../../test/disturbances.ts";
import { openPayoutWorld, upiOrder, type PayoutWorld } from "../../test/payout-world.ts";
import { database, separateConnection } from "../db.ts";
import type { Provider, ProviderId } from "../providers/provider.ts";
import { useProviders } from "../providers/rails.ts";
import { sandboxProvider } from "../providers/sandbox/sandbox.ts";
import type { Tenant } from "../sign-in/person.ts";
import { orderDigest, signAuthorisation } from "./authorisation.ts";
import { initiatePayout } from "./initiate-payout.ts";
import { inFlightMax } from "./lanes.ts";
import { hearOfWork, wakeWorkersElsewhere } from "./wake-workers-elsewhere.ts";
import { startWorker } from "./worker.ts";

let world: PayoutWorld;
let payers: Record<ProviderId, Tenant>;
/** What the banks hold back until they are let go, by beneficiary; and what they were given. */
let stuck: Set<string>;
let letGo: () => void;
let given: string[];

beforeAll(async () => {
  world = await openPayoutWorld();
  payers = { primary: await payerOver("primary"), alternative: await payerOver("alternative") };
});
afterAll(() => world.close());
beforeEach(() => {
  const bank = sandboxProvider({ settleMs: 0 });
  const gate = Promise.withResolvers<void>();
  letGo = gate.resolve;
  stuck = new Set();
  given = [];
  const slow = (name: string): Provider => ({
    ...bank,
    name,
    async send(transfer) {
      given.push(transfer.reference);
      if (transfer.to.method === "upi" && stuck.has(transfer.to.upiId)) await gate.promise;
      return bank.send(transfer);
    },
  });
  useProviders({ primary: slow("sandbox"), alternative: slow("other") });
});

async function payerOver(rail: ProviderId): Promise<Tenant> {
  const { mobile } = await world.operator({ wallet: "₹50,000", allowedProviders: [rail] });
  const { id } = await database()
    .selectFrom("people")
    .select("id")
    .where("mobile", "=", mobile)
    .executeTakeFirstOrThrow();
  return { id, allowedProviders: [rail] } as unknown as Tenant;
}

/** @returns its reference. */
async function pay(rail: ProviderId, upiId: string): Promise<string> {
  const order = upiOrder(upiId, { amount: 10 }) as unknown as PayoutOrder;
  const payer = payers[rail];
  const authorization_token = signAuthorisation({
    personId: payer.id,
    orderDigest: orderDigest(order),
    feePaise: 500n,
    gstPaise: 90n,
  });
  return (await initiatePayout(payer, { ...order, authorization_token }, undefined)).reference;
}

const payMany = (count: number, rail: ProviderId, upiId: string) =>
  Promise.all(Array.from({ length: count }, () => pay(rail, upiId)));

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

/** One that looks by itself only after a minute, unless told. */
const workWith = (pollMs = 60_000) => startWorker({ pollMs, claimSeconds: 40 });

test("a worker is told by another process that something is due", async () => {
  const references = await payMany(1, "primary", "elsewhere@upi");
  const isDueAt = (due_at: Date) =>
    database()
      .updateTable("payouts")
      .set({ due_at })
      .where("reference_id", "in", references)
      .execute();
  await isDueAt(new Date("2100-01-01T00:00:00Z"));
  const hearing = hearOfWork();
  await hearing.heard;
  const worker = workWith();
  await until(() => worker.workedAt() !== undefined);
  // As another process leaves it: nobody in this one was told.
  await isDueAt(new Date());
  await sql`select pg_notify('rokad_work', '')`.execute(database());
  await arePaid(references);
  await Promise.all([worker.stop(), hearing.stop()]);
});

test("a process without a worker says that something is due: once for what comes together, and after its commit", async () => {
  const listener = separateConnection();
  await listener.connect();
  const seen: Promise<number>[] = [];
  listener.on("notification", () => seen.push(countIn("pending")));
  await listener.query("listen rokad_work");
  const stopTelling = wakeWorkersElsewhere();
  await payMany(60, "primary", "there@upi");
  await stopTelling();
  await until(() => seen.length > 0);
  expect(await seen[0]).toBeGreaterThan(0);
  await until(async () => (await seen.at(-1)) === 60);
  expect(seen.length).toBeLessThan(10);
  await listener.end();
  await world.work();
});

test("a call that hangs holds up neither its rail's other payouts nor the other rail", async () => {
  stuck.add("slow@upi");
  const worker = workWith();
  const slow = await payMany(3, "primary", "slow@upi");
  await until(() => given.length === slow.length);
  await arePaid(await payMany(5, "primary", "quick@upi"));
  await arePaid(await payMany(5, "alternative", "quick@upi"));
  expect(await countIn("processing")).toBe(slow.length);
  letGo();
  await arePaid(slow);
  await worker.stop();
});

test("a rail whose every place hangs is given no more than its places, and the other rail goes on", async () => {
  stuck.add("slow@upi");
  const slow = await payMany(inFlightMax + 30, "primary", "slow@upi");
  const worker = workWith(20);
  await until(() => given.length >= inFlightMax);
  await arePaid(await payMany(5, "alternative", "quick@upi"));
  // What has no place is not claimed: its claim could run out before it is sent.
  expect(await countIn("pending")).toBe(30);
  expect(await countIn("processing")).toBe(inFlightMax);
  letGo();
  await arePaid(slow);
  await worker.stop();
  expect(new Set(given).size).toBe(given.length);
  expect(await world.faults()).toEqual([]);
});

test("a worker that is stopped ends what it has begun", async () => {
  stuck.add("slow@upi");
  const worker = workWith();
  const references = await payMany(2, "primary", "slow@upi");
  await until(() => given.length === 2);
  let hasStopped = false;
  const stopped = worker.stop().then(() => (hasStopped = true));
  await payMany(1, "primary", "quick@upi");
  expect(hasStopped).toBe(false);
  letGo();
  await stopped;
  expect(await countPaid(references)).toBe(2);
  expect(await countIn("pending")).toBe(1);
});
