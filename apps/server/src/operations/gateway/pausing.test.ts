// The guarantee: no worker sends a new payout to a paused provider, and after it is resumed each
// payout is sent once. Tenants a tenant who may use the other provider are rerouted to it.
import { listProviders, pauseProvider, resumeProvider } from "@rokad/contract/gateway";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openPayoutWorld, upiOrder, type PayoutWorld } from "../../../test/payout-world.ts";
import { Payer } from "../../../test/payer.ts";
import { adminCommand } from "../../admin-commands.ts";
import { database, transaction } from "../../database/db.ts";
import { leasePayouts, slotsInEveryQueue } from "../../payouts/send/lease-payouts.ts";
import { reroutePayouts } from "../../payouts/send/reroute-payouts.ts";
import type { Provider, ProviderId } from "../../providers/provider.ts";
import { adapterOf, useProviders } from "../../providers/configured-providers.ts";
import { lockProvider } from "./pause-provider.ts";

let world: PayoutWorld;
let boss: Awaited<ReturnType<PayoutWorld["superAdmin"]>>;
/** The references that each provider received, repeats included. */
const sent: Record<ProviderId, string[]> = { primary: [], alternative: [] };

beforeAll(async () => {
  world = await openPayoutWorld();
  const bank = adapterOf("primary");
  const watched = (id: ProviderId): Provider => ({
    ...bank,
    amountPaiseMax: { ...bank.amountPaiseMax, ...(id === "alternative" && { upi: 2_000_00n }) },
    async send(transfer) {
      sent[id].push(transfer.reference);
      return bank.send(transfer);
    },
  });
  useProviders({ primary: watched("primary"), alternative: watched("alternative") });
  boss = await world.superAdmin();
});
afterAll(() => world.close());
beforeEach(() => {
  sent.primary = [];
  sent.alternative = [];
});

const pause = (id: ProviderId = "primary", reason = "Its bank is under maintenance") =>
  boss.ask(pauseProvider, { params: { id }, body: { reason } });
const resume = (id: ProviderId = "primary") =>
  boss.ask(resumeProvider, { params: { id }, body: {} });
async function providerNow(id: ProviderId) {
  const { data } = await boss.ask(listProviders, {});
  const provider = data.providers.find((each) => each.id === id);
  if (!provider) throw new Error("No such provider");
  return provider;
}
const statusOf = async (payer: Payer, id: string) => (await payer.shown(id)).status;

async function payerOfBoth(): Promise<Payer> {
  const { mobile, token } = await world.operator({
    wallet: "₹1,00,000",
    allowedProviders: ["primary", "alternative"],
  });
  return new Payer(world.app, mobile, token);
}

describe("a paused provider", () => {
  test("receives nothing; new payouts wait, are shown, and are sent once after the resume [28.4]", async () => {
    const payer = await world.payer("₹50,000");
    await pause();
    const first = (await payer.pay(upiOrder("asha@okhdfc"))).body.data.id;
    const second = (await payer.pay(upiOrder("ravi@okhdfc", { amount: 500 }))).body.data.id;
    await Promise.all([world.work(), world.work()]);
    await reroutePayouts();
    await world.work();
    expect(sent.primary).toEqual([]);
    expect(await statusOf(payer, first)).toBe("pending");
    expect(await providerNow("primary")).toMatchObject({
      pause: { by: "Meera Iyer", reason: "Its bank is under maintenance" },
      waiting: { count: 2, amount: { amount: 1_500_00 } },
      waiting_movable: { count: 0 },
      in_progress: { count: 0 },
    });
    const { data, message } = await resume();
    expect([message, data.waiting.count]).toEqual(["Provider resumed", 2]);
    await world.settle();
    expect(sent.primary).toHaveLength(2);
    expect(new Set(sent.primary).size).toBe(2);
    expect([await statusOf(payer, first), await statusOf(payer, second)]).toEqual([
      "success",
      "success",
    ]);
    expect(await world.faults()).toEqual([]);
  });

  test("is still asked for the status of payouts sent before, until their outcome", async () => {
    const payer = await world.payer("₹5,000");
    const id = (await payer.pay(upiOrder("asha@okhdfc"))).body.data.id;
    await world.work();
    await pause();
    expect(await providerNow("primary")).toMatchObject({ in_progress: { count: 1 } });
    await world.settle();
    expect(await statusOf(payer, id)).toBe("success");
    await resume();
  });

  test("does not receive the payouts that a killed worker had leased until it is resumed [28.4]", async () => {
    const payer = await world.payer("₹5,000");
    const id = (await payer.pay(upiOrder("asha@okhdfc"))).body.data.id;
    // The worker is killed between its lease and the call.
    expect(await leasePayouts(slotsInEveryQueue(100), 30)).toMatchObject([
      { id, isNew: true, maySend: true },
    ]);
    await pause();
    world.pass(31_000);
    await world.work();
    world.pass(60_000);
    await world.work();
    expect(sent.primary).toEqual([]);
    expect(await statusOf(payer, id)).toBe("processing");
    await resume();
    world.pass(31_000);
    await world.settle();
    expect(sent.primary).toHaveLength(1);
    expect(await statusOf(payer, id)).toBe("success");
  });

  test("may be paused from the command line, before a server starts on a restored database", async () => {
    const payer = await world.payer("₹5,000");
    await payer.pay(upiOrder("asha@okhdfc"));
    const printed: string[] = [];
    const run = (...args: string[]) =>
      adminCommand(["pause-rails", ...args], (line) => void printed.push(line));
    await expect(run()).rejects.toThrow("--reason: A reason is required");
    await pause("alternative");
    await run("--reason", "Restored the backup of 09:45");
    expect(printed).toEqual([
      "primary: paused. Waiting payouts: 1, ₹1,000.00",
      "alternative: was paused already",
    ]);
    await world.work();
    expect(sent).toEqual({ primary: [], alternative: [] });
    expect((await providerNow("primary")).pause).toMatchObject({
      by: "the command line",
      reason: "Restored the backup of 09:45",
    });
    await resume("primary");
    await resume("alternative");
    await world.settle();
  });

  test("receives nothing from a lease that started during the pause", async () => {
    const payer = await world.payer("₹5,000");
    await payer.pay(upiOrder("asha@okhdfc"));
    let leasing: ReturnType<typeof leasePayouts> | undefined;
    await transaction(async (db) => {
      await lockProvider(db, "primary");
      leasing = leasePayouts(slotsInEveryQueue(100), 30);
      await waitForLock();
      await sql`
        update providers set paused_at = now(), pause_reason = 'a race' where id = 'primary'
      `.execute(db);
    });
    expect(await leasing).toEqual([]);
    await resume();
    await world.settle();
    expect(sent.primary).toHaveLength(1);
  });

  test("takes effect only after leases in progress have ended", async () => {
    const payer = await world.payer("₹5,000");
    await payer.pay(upiOrder("asha@okhdfc"));
    let isPaused = false;
    let pausing: Promise<unknown> | undefined;
    await transaction(async (db) => {
      await sql`select id from providers where id = 'primary' for share`.execute(db);
      pausing = pause().then(() => (isPaused = true));
      await waitForLock();
      expect(isPaused).toBe(false);
    });
    await pausing;
    expect(isPaused).toBe(true);
    await resume();
    await world.settle();
  });

  test("is sent each payout once under three workers while it is paused and resumed repeatedly [28.4]", async () => {
    const payers = await Promise.all([world.payer("₹90,000"), payerOfBoth()]);
    let isDone = false;
    const workers = Array.from({ length: 3 }, async () => {
      while (!isDone) {
        await world.work();
        await reroutePayouts();
      }
    });
    const references: string[] = [];
    const paying = payers.map(async (payer) => {
      for (let count = 0; count < 12; count += 1) {
        const { body } = await payer.pay(upiOrder("asha@okhdfc", { amount: 10 + count }));
        references.push(body.data.reference_id);
      }
    });
    for (let turn = 0; turn < 8; turn += 1) {
      await pause();
      await letWorkersFinish();
      await resume();
    }
    await Promise.all(paying);
    isDone = true;
    await Promise.all(workers);
    await world.settle();
    const all = [...sent.primary, ...sent.alternative];
    expect(all.toSorted()).toEqual(references.toSorted());
    const { rows } = await sql<{ reference: string }>`
      select reference from sandbox_bank.transfers where state = 'success'
    `.execute(database());
    const paid = new Set(rows.map((row) => row.reference));
    expect(references.filter((reference) => !paid.has(reference))).toEqual([]);
    expect(await world.faults()).toEqual([]);
  });
});

describe("a tenant who may use the other provider", () => {
  test("is rerouted to it: new payouts at once, waiting ones in the next worker round [28.5, 38.1]", async () => {
    const payer = await payerOfBoth();
    const waiting = (await payer.pay(upiOrder("asha@okhdfc"))).body.data;
    await pause();
    expect(await providerNow("primary")).toMatchObject({
      waiting: { count: 1 },
      waiting_movable: { count: 1, amount: { amount: 1_000_00 } },
    });
    const later = (await payer.pay(upiOrder("ravi@okhdfc", { amount: 20 }))).body.data;
    await reroutePayouts();
    await world.settle();
    expect(sent.primary).toEqual([]);
    expect(sent.alternative.toSorted()).toEqual(
      [waiting.reference_id, later.reference_id].toSorted(),
    );
    const shown = await payer.shown(waiting.id);
    expect(shown.events).toEqual(["requested", "rerouted", "sent", "accepted", "success"]);
    expect((await payer.shown(later.id)).events).not.toContain("rerouted");
    await resume();
  });

  test("waits when the other provider can't take the amount or both are paused [28.5]", async () => {
    const payer = await payerOfBoth();
    await pause();
    await payer.pay(upiOrder("asha@okhdfc", { amount: 2_001 }));
    await reroutePayouts();
    await world.work();
    expect(await providerNow("primary")).toMatchObject({
      waiting: { count: 1 },
      waiting_movable: { count: 0 },
    });
    await pause("alternative");
    await payer.pay(upiOrder("ravi@okhdfc", { amount: 10 }));
    await reroutePayouts();
    await world.work();
    expect([sent.primary, sent.alternative]).toEqual([[], []]);
    await resume("alternative");
    await resume();
    await world.settle();
    expect(sent.primary).toHaveLength(2);
  });
});

/** Resolves when a connection of this database waits for a lock. */
async function waitForLock(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql`
        select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
      `.execute(database());
      return rows.length;
    })
    .toBeGreaterThan(0);
}

/** Runs three rounds, so that every worker finishes its own. */
async function letWorkersFinish(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await world.work();
}
