// The guarantee: a payout uses an available provider, and moves to the other one only while it has
// certainly not been sent. A payout that may have been sent stays with its provider.
import { listProviders } from "@rokad/contract/gateway";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openPayoutWorld, upiOrder, type PayoutWorld } from "../../../test/payout-world.ts";
import { Payer } from "../../../test/payer.ts";
import { MissingCredentialError } from "../../kernel/credentials.ts";
import { database } from "../../database/db.ts";
import { countCall, writeMeasurements } from "../../providers/measurements.ts";
import { type Provider, type ProviderId } from "../../providers/provider.ts";
import { NotAcceptedError, OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import { probeProvider } from "../../operations/gateway/probe-providers.ts";
import { adapterOf, useProviders } from "../../providers/configured-providers.ts";
import { leasePayouts, slotsInEveryQueue } from "./lease-payouts.ts";
import { clearProviderStatuses } from "../provider-status.ts";
import { reroutePayouts } from "./reroute-payouts.ts";
import { sendPayout } from "./send-payout.ts";

let world: PayoutWorld;
let boss: Awaited<ReturnType<PayoutWorld["superAdmin"]>>;
/** Each provider's planned errors, and the references it received. */
let errors: Partial<Record<ProviderId, () => Error | undefined>>;
let missing: string[];
const mobiles = new Map<string, string>();
const received: Record<ProviderId, string[]> = { primary: [], alternative: [] };

beforeAll(async () => {
  world = await openPayoutWorld();
  const bank = adapterOf("primary");
  const failing = (id: ProviderId): Provider => ({
    ...bank,
    name: id === "primary" ? "sandbox" : "other",
    missingSettings: async () => (id === "alternative" ? missing : []),
    amountPaiseMax: { ...bank.amountPaiseMax, ...(id === "alternative" && { upi: 2_000_00n }) },
    async send(transfer) {
      const error = errors[id]?.();
      if (error) throw error;
      received[id].push(transfer.reference);
      return bank.send(transfer);
    },
    async probe() {
      const error = errors[id]?.();
      if (error) throw error;
    },
  });
  useProviders({ primary: failing("primary"), alternative: failing("alternative") });
  boss = await world.superAdmin();
  for (const allowedProviders of [
    ["primary"],
    ["alternative"],
    ["primary", "alternative"],
  ] as const) {
    const { mobile } = await world.operator({ wallet: "₹50,000", allowedProviders });
    mobiles.set(allowedProviders.join(), mobile);
  }
});
afterAll(() => world.close());
beforeEach(async () => {
  errors = {};
  missing = [];
  received.primary = [];
  received.alternative = [];
  await writeMeasurements();
  await database().deleteFrom("provider_minutes").execute();
  await database().updateTable("provider_health").set({ probe_error: null }).execute();
  clearProviderStatuses();
});

/** Signs in again, because tests move the clock beyond the life of an access token. */
async function payerOf(...allowedProviders: ProviderId[]): Promise<Payer> {
  const mobile = mobiles.get(allowedProviders.join()) ?? "";
  const { token } = await world.signIn(mobile);
  return new Payer(world.app, mobile, token);
}
/** Settles by status checks of both adapters, because only the first one delivers updates. */
async function settle(): Promise<void> {
  await world.settle();
  world.pass(60_000);
  await world.work();
}
const unreachable = () => new NotAcceptedError("It could not be reached (ECONNREFUSED)");
async function passedOver(id: ProviderId) {
  clearProviderStatuses();
  boss = await world.signIn(boss.mobile);
  const { data } = await boss.ask(listProviders, {});
  return data.providers.find((provider) => provider.id === id)?.passed_over;
}
async function rowOf(id: string) {
  return database()
    .selectFrom("payouts")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

test("a payout that the first provider certainly did not take goes to the other, as the timeline shows [38.2]", async () => {
  const payer = await payerOf("primary", "alternative");
  errors.primary = unreachable;
  const { id, reference_id } = (await payer.pay(upiOrder("asha@okhdfc"))).body.data;
  await settle();
  expect(received).toEqual({ primary: [], alternative: [reference_id] });
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
    "Not sent: It could not be reached (ECONNREFUSED). We try again automatically",
  );
  expect(await rowOf(id)).toMatchObject({ adapter: "other", provider: "alternative" });
  expect(await world.faults()).toEqual([]);
});

test("without another provider it waits visibly, and is sent once the provider is back [38.3]", async () => {
  const payer = await payerOf("primary");
  errors.primary = unreachable;
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
  expect(new Date(shown.open_outcome.next_check_at).getTime()).toBeGreaterThan(0);
  expect(await rowOf(id)).toMatchObject({ adapter: null, handed_at: null, attempts: 5 });
  errors = {};
  world.pass(61_000);
  await settle();
  expect(received.primary).toEqual([reference_id]);
  expect((await payer.shown(id)).open_outcome).toBeNull();
  expect(await payer.balance()).toBe(balance);
});

test.each<[what: string, errors: () => Error]>([
  ["timed out", () => new OutcomeUnknownError("It gave no answer in time")],
  ["answered 500", () => new OutcomeUnknownError("It has errors of its own (500)")],
])(
  "a payout that the first provider may have taken stays there: it %s [38.2]",
  async (_what, error) => {
    const payer = await payerOf("primary", "alternative");
    errors.primary = error;
    const { id } = (await payer.pay(upiOrder("asha@okhdfc"))).body.data;
    await world.work();
    // It certainly takes nothing from now on, but the first call may have reached it.
    errors.primary = unreachable;
    for (let check = 0; check < 6; check += 1) {
      world.pass(120_000);
      await world.work();
      await reroutePayouts();
    }
    expect(received).toEqual({ primary: [], alternative: [] });
    const shown = await payer.shown(id);
    expect(shown.status).toBe("processing");
    expect(shown.open_outcome.kind).toBe("unknown");
    expect(await rowOf(id)).toMatchObject({ provider: "primary", adapter: "sandbox" });
    errors = {};
    world.pass(16 * 60_000);
    await settle();
    expect(received.primary).toHaveLength(1);
    expect(await world.faults()).toEqual([]);
  },
);

test("an expired lease of a crashed worker never counts as not sent [38.2]", async () => {
  const payer = await payerOf("primary", "alternative");
  const { id } = (await payer.pay(upiOrder("asha@okhdfc"))).body.data;
  expect(await leasePayouts(slotsInEveryQueue(100), 30)).toMatchObject([{ id, isNew: true }]);
  errors.primary = unreachable;
  world.pass(31_000);
  await world.work();
  expect(await rowOf(id)).toMatchObject({ status: "processing", adapter: "sandbox" });
  errors = {};
  world.pass(31_000);
  await settle();
  expect(received.primary).toHaveLength(1);
});

test("a worker whose lease expired does not requeue a payout that another may have sent [38.2]", async () => {
  const payer = await payerOf("primary", "alternative");
  const { id } = (await payer.pay(upiOrder("asha@okhdfc"))).body.data;
  const [slow] = await leasePayouts(slotsInEveryQueue(100), 30);
  world.pass(31_000);
  const [second] = await leasePayouts(slotsInEveryQueue(100), 30);
  expect([slow?.id, second?.id, second?.isNew]).toEqual([id, id, false]);
  errors.primary = unreachable;
  if (slow) await sendPayout(slow);
  expect(await rowOf(id)).toMatchObject({ status: "processing", attempts: 2 });
  errors = {};
  if (second) await sendPayout(second);
  await settle();
  expect(received.primary).toHaveLength(1);
});

test("a provider without keys gets no new payouts, and payers never see the keys' names [38.4]", async () => {
  const payer = await payerOf("alternative");
  errors.alternative = () => new MissingCredentialError(["CASHFREE_CLIENT_ID"]);
  const { id } = (await payer.pay(upiOrder("asha@okhdfc"))).body.data;
  await world.work();
  const { timeline, status } = await payer.shown(id);
  expect(status).toBe("pending");
  expect(timeline.at(-1).sentence).toMatch(/The provider is not set up/);
  missing = ["CASHFREE_CLIENT_ID"];
  expect(await passedOver("alternative")).toBe(
    "New payouts skip this provider: it is not set up: CASHFREE_CLIENT_ID.",
  );
  const changes = [{ key: "primary_provider", seen: "sandbox", value: "other" }];
  const answer = await boss.put("/super-admin/settings", { changes });
  expect([answer.status, answer.body.error.fields]).toEqual([
    400,
    { primary_provider: "other is not set up. Missing: CASHFREE_CLIENT_ID" },
  ]);
  errors = {};
  missing = [];
  clearProviderStatuses();
  world.pass(61_000);
  await settle();
  expect((await payer.shown(id)).status).toBe("success");
});

test("a provider without clear answers is avoided: payouts use the other one or wait [38.1]", async () => {
  const both = await payerOf("primary", "alternative");
  const one = await payerOf("primary");
  for (let call = 0; call < 10; call += 1)
    countCall("primary", { outcome: "unclear", what: "Sending a payout: 500", ms: 20 });
  await writeMeasurements();
  expect(await passedOver("primary")).toBe(
    "New payouts skip this provider: 10 of its last 10 calls had no clear answer.",
  );
  expect(await passedOver("alternative")).toBeNull();
  const moved = (await both.pay(upiOrder("asha@okhdfc"))).body.data;
  const tooMuch = (await both.pay(upiOrder("asha@okhdfc", { amount: 2_001 }))).body.data;
  const waits = (await one.pay(upiOrder("asha@okhdfc"))).body.data;
  await settle();
  await reroutePayouts();
  expect(received).toEqual({ primary: [], alternative: [moved.reference_id] });
  expect((await one.shown(waits.id)).open_outcome.kind).toBe("unsent");
  // No new failure since, so it is used again.
  world.pass(4 * 60_000);
  clearProviderStatuses();
  await settle();
  expect(received.primary.toSorted()).toEqual(
    [tooMuch.reference_id, waits.reference_id].toSorted(),
  );
});

test("a provider that fails its health check is avoided until it passes one [38.1]", async () => {
  errors.primary = () => new OutcomeUnknownError("It gave no answer in time");
  await probeProvider("primary");
  expect(await passedOver("primary")).toBe(
    "New payouts skip this provider: it does not answer: It gave no answer in time.",
  );
  const payer = await payerOf("primary", "alternative");
  const { reference_id } = (await payer.pay(upiOrder("asha@okhdfc"))).body.data;
  await settle();
  expect(received).toEqual({ primary: [], alternative: [reference_id] });
  errors = {};
  await probeProvider("primary");
  expect(await passedOver("primary")).toBeNull();
});

test("honours Retry-After, and shows the payer the time of the next check [38.5]", async () => {
  const payer = await payerOf("primary");
  errors.primary = () =>
    new OutcomeUnknownError("It asks us to call less often (429)", { retryAfterMs: 90_000 });
  const { id } = (await payer.pay(upiOrder("asha@okhdfc"))).body.data;
  await world.work();
  const { open_outcome } = await payer.shown(id);
  const waitMs =
    new Date(open_outcome.next_check_at).getTime() - new Date(open_outcome.since).getTime();
  expect(waitMs).toBeGreaterThan(80_000);
  errors = {};
  world.pass(60_000);
  await world.work();
  expect(received.primary).toEqual([]);
  world.pass(30_000);
  await world.work();
  expect(received.primary).toHaveLength(1);
  const { rows } = await sql`
    select from payout_events where payout_id = ${id} and event = 'unknown'
  `.execute(database());
  expect(rows).toHaveLength(1);
});
