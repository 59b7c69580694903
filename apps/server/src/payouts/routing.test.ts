// The guarantee: a payout goes over a rail that is well, and over another one only while it is
// certain that nothing was sent. What may have been sent stays where it is.
import { listProviders } from "@rokad/contract/gateway";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openPayoutWorld, upiOrder, type PayoutWorld } from "../../test/payout-world.ts";
import { Payer } from "../../test/payer.ts";
import { MissingCredentialError } from "../credentials/credentials.ts";
import { database } from "../db.ts";
import { noteCall, writeMeasurements } from "../providers/measurements.ts";
import {
  NotTakenError,
  OutcomeUnknownError,
  type Provider,
  type ProviderId,
} from "../providers/provider.ts";
import { probeProvider } from "../providers/probe-providers.ts";
import { adapterOf, useProviders } from "../providers/rails.ts";
import { claimPayouts, inEveryLane } from "./claim-payouts.ts";
import { forgetRailStandings } from "./rail-standings.ts";
import { reroutePayouts } from "./reroute-payouts.ts";
import { sendPayout } from "./send-payout.ts";

let world: PayoutWorld;
let boss: Awaited<ReturnType<PayoutWorld["superAdmin"]>>;
/** What each rail is asked to do before it acts; and what it was given. */
let trouble: Partial<Record<ProviderId, () => Error | undefined>>;
let missing: string[];
const mobiles = new Map<string, string>();
const given: Record<ProviderId, string[]> = { primary: [], alternative: [] };

beforeAll(async () => {
  world = await openPayoutWorld();
  const bank = adapterOf("primary");
  const troubled = (id: ProviderId): Provider => ({
    ...bank,
    name: id === "primary" ? "sandbox" : "other",
    missingSettings: async () => (id === "alternative" ? missing : []),
    amountPaiseMax: { ...bank.amountPaiseMax, ...(id === "alternative" && { upi: 2_000_00n }) },
    async send(transfer) {
      const error = trouble[id]?.();
      if (error) throw error;
      given[id].push(transfer.reference);
      return bank.send(transfer);
    },
    async probe() {
      const error = trouble[id]?.();
      if (error) throw error;
    },
  });
  useProviders({ primary: troubled("primary"), alternative: troubled("alternative") });
  boss = await world.superAdmin();
  for (const rails of [["primary"], ["alternative"], ["primary", "alternative"]] as const) {
    const { mobile } = await world.operator({ wallet: "₹50,000", allowedProviders: rails });
    mobiles.set(rails.join(), mobile);
  }
});
afterAll(() => world.close());
beforeEach(async () => {
  trouble = {};
  missing = [];
  given.primary = [];
  given.alternative = [];
  await writeMeasurements();
  await database().deleteFrom("provider_minutes").execute();
  await database().updateTable("provider_health").set({ probe_error: null }).execute();
  forgetRailStandings();
});

/** Signed in anew: a test lets more time pass than an access token lives. */
async function payerOf(...allowedProviders: ProviderId[]): Promise<Payer> {
  const mobile = mobiles.get(allowedProviders.join()) ?? "";
  const { token } = await world.signIn(mobile);
  return new Payer(world.app, mobile, token);
}
/** To the end, by the looks of both adapters: the notices are the first one's only. */
async function settle(): Promise<void> {
  await world.settle();
  world.pass(60_000);
  await world.work();
}
const unreachable = () => new NotTakenError("It could not be reached (ECONNREFUSED)");
async function passedOver(id: ProviderId) {
  forgetRailStandings();
  boss = await world.signIn(boss.mobile);
  const { data } = await boss.ask(listProviders, {});
  return data.providers.find((rail) => rail.id === id)?.passed_over;
}
async function rowOf(id: string) {
  return database()
    .selectFrom("payouts")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

test("what the first rail certainly did not take goes over the other, told on the timeline", async () => {
  const payer = await payerOf("primary", "alternative");
  trouble.primary = unreachable;
  const { id, reference_id } = (await payer.pay(upiOrder("asha@okhdfc"))).body.data;
  await settle();
  expect(given).toEqual({ primary: [], alternative: [reference_id] });
  const shown = await payer.shown(id);
  expect(shown.events).toEqual([
    "requested",
    "sent",
    "not_taken",
    "rerouted",
    "accepted",
    "success",
  ]);
  expect(shown.timeline[2].sentence).toBe(
    "Could not be handed over: It could not be reached (ECONNREFUSED). Nothing was sent, and it is tried again",
  );
  expect(await rowOf(id)).toMatchObject({ adapter: "other", provider: "alternative" });
  expect(await world.faults()).toEqual([]);
});

test("with no other rail it waits, is seen to wait, and goes out once it can", async () => {
  const payer = await payerOf("primary");
  trouble.primary = unreachable;
  const { id, reference_id } = (await payer.pay(upiOrder("asha@okhdfc"))).body.data;
  await world.work();
  const balance = await payer.balance();
  for (let minute = 0; minute < 4; minute += 1) {
    world.pass(61_000);
    await world.work();
  }
  const shown = await payer.shown(id);
  expect([shown.status, shown.events]).toEqual(["pending", ["requested", "sent", "not_taken"]]);
  expect(shown.open_outcome).toMatchObject({ kind: "unsent", since: shown.created_at });
  expect(new Date(shown.open_outcome.next_look_at).getTime()).toBeGreaterThan(0);
  expect(await rowOf(id)).toMatchObject({ adapter: null, handed_at: null, attempts: 5 });
  trouble = {};
  world.pass(61_000);
  await settle();
  expect(given.primary).toEqual([reference_id]);
  expect((await payer.shown(id)).open_outcome).toBeNull();
  expect(await payer.balance()).toBe(balance);
});

test.each<[what: string, trouble: () => Error]>([
  ["timed out", () => new OutcomeUnknownError("It gave no answer in time")],
  ["answered 500", () => new OutcomeUnknownError("It has trouble of its own (500)")],
])("what the first rail may have taken stays there: it %s", async (_what, error) => {
  const payer = await payerOf("primary", "alternative");
  trouble.primary = error;
  const { id } = (await payer.pay(upiOrder("asha@okhdfc"))).body.data;
  await world.work();
  // From now on it certainly takes nothing; but the first call may have gone through.
  trouble.primary = unreachable;
  for (let look = 0; look < 6; look += 1) {
    world.pass(120_000);
    await world.work();
    await reroutePayouts();
  }
  expect(given).toEqual({ primary: [], alternative: [] });
  const shown = await payer.shown(id);
  expect(shown.status).toBe("processing");
  expect(shown.open_outcome.kind).toBe("unknown");
  expect(await rowOf(id)).toMatchObject({ provider: "primary", adapter: "sandbox" });
  trouble = {};
  world.pass(16 * 60_000);
  await settle();
  expect(given.primary).toHaveLength(1);
  expect(await world.faults()).toEqual([]);
});

test("a claim that a dead worker left behind is never taken for nothing sent", async () => {
  const payer = await payerOf("primary", "alternative");
  const { id } = (await payer.pay(upiOrder("asha@okhdfc"))).body.data;
  expect(await claimPayouts(inEveryLane(100), 30)).toMatchObject([{ id, isNew: true }]);
  trouble.primary = unreachable;
  world.pass(31_000);
  await world.work();
  expect(await rowOf(id)).toMatchObject({ status: "processing", adapter: "sandbox" });
  trouble = {};
  world.pass(31_000);
  await settle();
  expect(given.primary).toHaveLength(1);
});

test("a worker that was overtaken does not hand back what another may have sent", async () => {
  const payer = await payerOf("primary", "alternative");
  const { id } = (await payer.pay(upiOrder("asha@okhdfc"))).body.data;
  const [slow] = await claimPayouts(inEveryLane(100), 30);
  world.pass(31_000);
  const [overtaking] = await claimPayouts(inEveryLane(100), 30);
  expect([slow?.id, overtaking?.id, overtaking?.isNew]).toEqual([id, id, false]);
  trouble.primary = unreachable;
  if (slow) await sendPayout(slow);
  expect(await rowOf(id)).toMatchObject({ status: "processing", attempts: 2 });
  trouble = {};
  if (overtaking) await sendPayout(overtaking);
  await settle();
  expect(given.primary).toHaveLength(1);
});

test("a provider without keys is passed over, its payer never reads their names", async () => {
  const payer = await payerOf("alternative");
  trouble.alternative = () => new MissingCredentialError(["CASHFREE_CLIENT_ID"]);
  const { id } = (await payer.pay(upiOrder("asha@okhdfc"))).body.data;
  await world.work();
  const { timeline, status } = await payer.shown(id);
  expect(status).toBe("pending");
  expect(timeline.at(-1).sentence).toMatch(/It is not set up just now/);
  missing = ["CASHFREE_CLIENT_ID"];
  expect(await passedOver("alternative")).toBe(
    "New payouts pass it over: it is not set up: CASHFREE_CLIENT_ID.",
  );
  const changes = [{ key: "primary_provider", seen: "sandbox", value: "other" }];
  const answer = await boss.put("/super-admin/settings", { changes });
  expect([answer.status, answer.body.error.fields]).toEqual([
    400,
    { primary_provider: "other is not set up yet: CASHFREE_CLIENT_ID" },
  ]);
  trouble = {};
  missing = [];
  forgetRailStandings();
  world.pass(61_000);
  await settle();
  expect((await payer.shown(id)).status).toBe("success");
});

test("a rail that answers nothing clear is passed over, what comes takes the other or waits", async () => {
  const both = await payerOf("primary", "alternative");
  const one = await payerOf("primary");
  for (let call = 0; call < 10; call += 1)
    noteCall("primary", { outcome: "unclear", what: "Sending a payout: 500", ms: 20 });
  await writeMeasurements();
  expect(await passedOver("primary")).toBe(
    "New payouts pass it over: 10 of its last 10 calls had no clear answer.",
  );
  expect(await passedOver("alternative")).toBeNull();
  const moved = (await both.pay(upiOrder("asha@okhdfc"))).body.data;
  const tooMuch = (await both.pay(upiOrder("asha@okhdfc", { amount: 2_001 }))).body.data;
  const waits = (await one.pay(upiOrder("asha@okhdfc"))).body.data;
  await settle();
  await reroutePayouts();
  expect(given).toEqual({ primary: [], alternative: [moved.reference_id] });
  expect((await one.shown(waits.id)).open_outcome.kind).toBe("unsent");
  // Nothing new went wrong since: it is tried again.
  world.pass(4 * 60_000);
  forgetRailStandings();
  await settle();
  expect(given.primary.toSorted()).toEqual([tooMuch.reference_id, waits.reference_id].toSorted());
});

test("a rail that gives no sign of life is passed over until it does", async () => {
  trouble.primary = () => new OutcomeUnknownError("It gave no answer in time");
  await probeProvider("primary");
  expect(await passedOver("primary")).toBe(
    "New payouts pass it over: it does not answer: It gave no answer in time.",
  );
  const payer = await payerOf("primary", "alternative");
  const { reference_id } = (await payer.pay(upiOrder("asha@okhdfc"))).body.data;
  await settle();
  expect(given).toEqual({ primary: [], alternative: [reference_id] });
  trouble = {};
  await probeProvider("primary");
  expect(await passedOver("primary")).toBeNull();
});

test("a provider that asks for time is asked no sooner, and its payer sees when", async () => {
  const payer = await payerOf("primary");
  trouble.primary = () =>
    new OutcomeUnknownError("It asks us to call less often (429)", { retryAfterMs: 90_000 });
  const { id } = (await payer.pay(upiOrder("asha@okhdfc"))).body.data;
  await world.work();
  const { open_outcome } = await payer.shown(id);
  const waitMs =
    new Date(open_outcome.next_look_at).getTime() - new Date(open_outcome.since).getTime();
  expect(waitMs).toBeGreaterThan(80_000);
  trouble = {};
  world.pass(60_000);
  await world.work();
  expect(given.primary).toEqual([]);
  world.pass(30_000);
  await world.work();
  expect(given.primary).toHaveLength(1);
  const { rows } = await sql`
    select from payout_events where payout_id = ${id} and event = 'unknown'
  `.execute(database());
  expect(rows).toHaveLength(1);
});
