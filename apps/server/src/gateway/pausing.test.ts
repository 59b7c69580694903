// The guarantee: a paused provider gets no new payout, from whichever worker, and after it is
// resumed each payout goes out once; whoever may use the other provider is sent over that one.
import { listProviders, pauseProvider, resumeProvider } from "@rokad/contract/gateway";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openPayoutWorld, upiOrder, type PayoutWorld } from "../../test/payout-world.ts";
import { Payer } from "../../test/payer.ts";
import { database, transaction } from "../db.ts";
import { claimPayouts, inEveryLane } from "../payouts/claim-payouts.ts";
import { reroutePayouts } from "../payouts/reroute-payouts.ts";
import type { Provider, ProviderId } from "../providers/provider.ts";
import { adapterOf, useProviders } from "../providers/rails.ts";
import { lockRail } from "./pause-provider.ts";

let world: PayoutWorld;
let boss: Awaited<ReturnType<PayoutWorld["superAdmin"]>>;
/** The references that each rail was given, as often as it was. */
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
async function railNow(id: ProviderId) {
  const { data } = await boss.ask(listProviders, {});
  const found = data.providers.find((rail) => rail.id === id);
  if (!found) throw new Error("No such rail");
  return found;
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
  test("is given nothing; what comes waits, is told of, and goes out once after the resume", async () => {
    const payer = await world.payer("₹50,000");
    await pause();
    const first = (await payer.pay(upiOrder("asha@okhdfc"))).body.data.id;
    const second = (await payer.pay(upiOrder("ravi@okhdfc", { amount: 500 }))).body.data.id;
    await Promise.all([world.work(), world.work()]);
    await reroutePayouts();
    await world.work();
    expect(sent.primary).toEqual([]);
    expect(await statusOf(payer, first)).toBe("pending");
    expect(await railNow("primary")).toMatchObject({
      pause: { by: "Meera Iyer", reason: "Its bank is under maintenance" },
      waiting: { count: 2, amount: { amount: 1_500_00 } },
      waiting_movable: { count: 0 },
      under_way: { count: 0 },
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

  test("is still asked about what was sent before, to its end", async () => {
    const payer = await world.payer("₹5,000");
    const id = (await payer.pay(upiOrder("asha@okhdfc"))).body.data.id;
    await world.work();
    await pause();
    expect(await railNow("primary")).toMatchObject({ under_way: { count: 1 } });
    await world.settle();
    expect(await statusOf(payer, id)).toBe("success");
    await resume();
  });

  test("does not get what a killed worker had claimed and may not have sent, until it is resumed", async () => {
    const payer = await world.payer("₹5,000");
    const id = (await payer.pay(upiOrder("asha@okhdfc"))).body.data.id;
    // The worker is killed between its claim and the call.
    expect(await claimPayouts(inEveryLane(100), 30)).toMatchObject([
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

  test("gets nothing from a claim that came while the pause was being made", async () => {
    const payer = await world.payer("₹5,000");
    await payer.pay(upiOrder("asha@okhdfc"));
    let claiming: ReturnType<typeof claimPayouts> | undefined;
    await transaction(async (db) => {
      await lockRail(db, "primary");
      claiming = claimPayouts(inEveryLane(100), 30);
      await waitsForLock();
      await sql`
        update providers set paused_at = now(), pause_reason = 'a race' where id = 'primary'
      `.execute(db);
    });
    expect(await claiming).toEqual([]);
    await resume();
    await world.settle();
    expect(sent.primary).toHaveLength(1);
  });

  test("waits for the claims under way before it is one", async () => {
    const payer = await world.payer("₹5,000");
    await payer.pay(upiOrder("asha@okhdfc"));
    let isPaused = false;
    let pausing: Promise<unknown> | undefined;
    await transaction(async (db) => {
      await sql`select id from providers where id = 'primary' for share`.execute(db);
      pausing = pause().then(() => (isPaused = true));
      await waitsForLock();
      expect(isPaused).toBe(false);
    });
    await pausing;
    expect(isPaused).toBe(true);
    await resume();
    await world.settle();
  });

  test("paused and resumed again and again under three workers, each payout is sent once", async () => {
    const payers = await Promise.all([world.payer("₹90,000"), payerOfBoth()]);
    let over = false;
    const workers = Array.from({ length: 3 }, async () => {
      while (!over) {
        await world.work();
        await reroutePayouts();
      }
    });
    const references: string[] = [];
    const paying = payers.map(async (payer) => {
      for (let made = 0; made < 12; made += 1) {
        const { body } = await payer.pay(upiOrder("asha@okhdfc", { amount: 10 + made }));
        references.push(body.data.reference_id);
      }
    });
    for (let turn = 0; turn < 8; turn += 1) {
      await pause();
      await pauseOfPayouts();
      await resume();
    }
    await Promise.all(paying);
    over = true;
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
  }, 60_000);
});

describe("who may use the other provider", () => {
  test("is sent over it: what comes at once, what waits as soon as a worker sees it", async () => {
    const payer = await payerOfBoth();
    const waits = (await payer.pay(upiOrder("asha@okhdfc"))).body.data;
    await pause();
    expect(await railNow("primary")).toMatchObject({
      waiting: { count: 1 },
      waiting_movable: { count: 1, amount: { amount: 1_000_00 } },
    });
    const comes = (await payer.pay(upiOrder("ravi@okhdfc", { amount: 20 }))).body.data;
    await reroutePayouts();
    await world.settle();
    expect(sent.primary).toEqual([]);
    expect(sent.alternative.toSorted()).toEqual(
      [waits.reference_id, comes.reference_id].toSorted(),
    );
    const shown = await payer.shown(waits.id);
    expect(shown.events).toEqual(["requested", "rerouted", "sent", "accepted", "success"]);
    expect((await payer.shown(comes.id)).events).not.toContain("rerouted");
    await resume();
  });

  test("waits where the other takes no such amount, and where both are paused", async () => {
    const payer = await payerOfBoth();
    await pause();
    await payer.pay(upiOrder("asha@okhdfc", { amount: 2_001 }));
    await reroutePayouts();
    await world.work();
    expect(await railNow("primary")).toMatchObject({
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

/** Until some connection of this database waits for a lock. */
async function waitsForLock(): Promise<void> {
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

/** Long enough that every worker has come round. */
async function pauseOfPayouts(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await world.work();
}
