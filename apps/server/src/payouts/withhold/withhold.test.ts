// The guarantee: after the deactivation of a tenant commits, nothing of it is sent that no provider
// had, until its reactivation sends or cancels it. What a provider may have goes on being checked.
import { getActivity } from "@rokad/contract/activity";
import { listOpenPayouts } from "@rokad/contract/activity-lists";
import { listProviders, pauseProvider, resumeProvider } from "@rokad/contract/gateway";
import { getMoneyHeld } from "@rokad/contract/platform-analytics";
import { getTenantStatistics } from "@rokad/contract/tenants";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Payer } from "../../../test/payer.ts";
import { openUnsentWorld, totalPaise, type UnsentWorld } from "../../../test/unsent-world.ts";
import { database } from "../../database/db.ts";
import { notifyOverduePayouts } from "../send/notify-overdue-payouts.ts";
import { reroutePayouts } from "../send/reroute-payouts.ts";

let world: UnsentWorld;
beforeAll(async () => {
  world = await openUnsentWorld();
});
afterAll(() => world.close());
beforeEach(() => world.reset());

type OwnedPayer = Awaited<ReturnType<UnsentWorld["payerOfBoth"]>>;

type Choice = "hold" | "send" | "cancel";

const setStatus = ({ id }: { id: string }, isActive: boolean, payouts?: Choice) =>
  world.boss.patch(`/super-admin/tenants/${id}/status`, {
    isActive,
    ...(payouts && { payouts }),
  });
const deactivate = async (payer: OwnedPayer, payouts?: Choice) =>
  expect((await setStatus(payer, false, payouts)).status).toBe(200);
const reactivate = async (payer: OwnedPayer, payouts?: Choice) =>
  expect((await setStatus(payer, true, payouts)).status).toBe(200);

async function rowOf(id: string) {
  return database()
    .selectFrom("payouts")
    .select(["status", "withheld_at", "attempts", "provider"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

async function eventsOf(id: string): Promise<string[]> {
  const rows = await database()
    .selectFrom("payout_events")
    .select("event")
    .where("payout_id", "=", id)
    .orderBy("at")
    .execute();
  return rows.map(({ event }) => event);
}

async function availableOf({ id }: OwnedPayer): Promise<bigint> {
  const row = await database()
    .selectFrom("wallets")
    .select("available_paise")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return row.available_paise;
}

describe("a deactivation", () => {
  test("holds what was not sent, also when a paused provider is resumed, until the reactivation", async () => {
    const payer = await world.payerOfBoth();
    for (const id of ["primary", "alternative"] as const)
      await world.boss.ask(pauseProvider, { params: { id }, body: { reason: "Maintenance" } });
    const { id, reference } = await world.create(payer);
    await deactivate(payer);
    const { data: statistics } = await world.boss.ask(getTenantStatistics, { params: payer });
    const one = { count: 1, total: { amount: totalPaise, currency: "INR" } };
    expect(statistics).toMatchObject({
      unsent_payouts: one,
      held_payouts: one,
      sent_payouts: { count: 0 },
    });
    for (const rail of ["primary", "alternative"] as const) {
      const { data } = await world.boss.ask(resumeProvider, { params: { id: rail }, body: {} });
      expect(data.waiting.count).toBe(0);
    }
    await reroutePayouts();
    world.pass(10 * 60_000);
    await world.work();
    expect([world.sent, (await rowOf(id)).status]).toEqual([[], "pending"]);
    expect(await world.faults()).toEqual([]);
    await reactivate(payer);
    await world.settle();
    expect([world.sent, (await rowOf(id)).status]).toEqual([[reference], "success"]);
    expect(await eventsOf(id)).toEqual(["withheld", "resumed", "sent", "accepted", "success"]);
    expect(await world.faults()).toEqual([]);
  });

  test("lets them go on request", async () => {
    const payer = await world.payerOfBoth();
    const { id, reference } = await world.create(payer);
    await deactivate(payer, "send");
    await world.settle();
    expect([world.sent, (await rowOf(id)).status]).toEqual([[reference], "success"]);
    expect(await world.faults()).toEqual([]);
  });

  test("takes only the choices that it has, and records the choice with count and amount", async () => {
    const payer = await world.payerOfBoth();
    await world.create(payer);
    expect((await setStatus(payer, false, "cancel")).body.error.fields).toEqual({
      payouts: "A deactivation holds or sends",
    });
    expect((await setStatus(payer, true, "hold")).body.error.fields).toEqual({
      payouts: "A reactivation sends or cancels",
    });
    await deactivate(payer, "hold");
    await deactivate(payer, "send");
    await world.work();
    expect(world.sent).toEqual([]);
    await reactivate(payer, "cancel");
    const { rows } = await sql<{ after: object }>`
      select after from audit_log where subject_id = ${payer.id} and act like 'tenant.%activated'
      order by seq
    `.execute(database());
    const figures = { payout_count: 1, payout_total: "₹1,005.90" };
    expect(rows.map(({ after }) => after)).toEqual([
      { isActive: false, payouts: "held", ...figures },
      { isActive: true, payouts: "cancelled", ...figures },
    ]);
  });

  test("keeps the money held and shown", async () => {
    const payer = await world.payerOfBoth();
    const before = (await world.boss.ask(getMoneyHeld, {})).data.held;
    const { id } = await world.create(payer);
    await deactivate(payer);
    const { held } = (await world.boss.ask(getMoneyHeld, {})).data;
    expect(held.total.amount - before.total.amount).toBe(totalPaise);
    expect(held.ledger_total).toEqual(held.total);
    const { data: open } = await world.boss.ask(listOpenPayouts, { query: { show: "open" } });
    expect(open.find((one) => one.id === id)).toMatchObject({
      is_withheld: true,
      can_cancel: true,
      next_check_at: null,
    });
    const { data: activity } = await world.boss.ask(getActivity, {});
    expect(activity.payouts.withheld).toMatchObject({ count: 1, amount: { amount: 1_000_00 } });
    const { data: gateway } = await world.boss.ask(listProviders, {});
    expect(gateway.providers.map(({ waiting }) => waiting.count)).toEqual([0, 0]);
    // Nobody is notified of a payout that super admins hold themselves.
    world.pass(60 * 60_000);
    await notifyOverduePayouts();
    expect(await eventsOf(id)).toEqual(["withheld"]);
    world.pass(-60 * 60_000);
    await reactivate(payer, "cancel");
  });
});

describe("a payout that a worker had leased before the deactivation", () => {
  test("is sent by that worker, and settles", async () => {
    const payer = await world.payerOfBoth();
    const { id, reference } = await world.create(payer);
    const [leased] = await world.lease();
    await deactivate(payer);
    if (leased) await world.send(leased);
    await world.settle();
    expect([world.sent, (await rowOf(id)).status]).toEqual([[reference], "success"]);
    expect(await world.faults()).toEqual([]);
  });

  test("is only checked after its lease ran out, and sent after the reactivation", async () => {
    const payer = await world.payerOfBoth();
    const { id, reference } = await world.create(payer);
    const [leased] = await world.lease(0);
    await deactivate(payer);
    world.pass(1_000);
    if (leased) await world.send(leased);
    for (let round = 0; round < 3; round += 1) {
      world.pass(60_000);
      await world.work();
    }
    expect([world.sent, (await rowOf(id)).status]).toEqual([[], "processing"]);
    expect(await world.faults()).toEqual([]);
    await reactivate(payer);
    world.pass(16 * 60_000);
    await world.settle();
    expect([world.sent, (await rowOf(id)).status]).toEqual([[reference], "success"]);
  });

  test("is withheld when its call was certainly not taken", async () => {
    const payer = await world.payerOfBoth();
    const { id, reference } = await world.create(payer);
    const [leased] = await world.lease();
    await deactivate(payer);
    world.setUnreachable(true);
    if (leased) await world.send(leased);
    world.setUnreachable(false);
    await reroutePayouts();
    world.pass(120_000);
    await world.work();
    expect(world.sent).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ status: "pending", withheld_at: expect.any(Date) });
    expect((await eventsOf(id)).toSorted()).toEqual(["not_taken", "rerouted", "sent", "withheld"]);
    expect(await world.faults()).toEqual([]);
    await reactivate(payer);
    await world.settle();
    expect([world.sent, (await rowOf(id)).status]).toEqual([[reference], "success"]);
  });

  test("settles by its provider's answer while it is withheld", async () => {
    const payer = await world.payerOfBoth();
    const { id } = await world.create(payer);
    await world.work();
    await deactivate(payer);
    await world.settle();
    expect((await rowOf(id)).status).toBe("success");
    expect(await world.faults()).toEqual([]);
    await reactivate(payer, "cancel");
    expect((await rowOf(id)).status).toBe("success");
  });
});

describe("a reactivation", () => {
  test("cancels those held on request, refunds them and notifies the tenant once", async () => {
    const payer = await world.payerOfBoth();
    const before = await availableOf(payer);
    const ids = [(await world.create(payer)).id, (await world.create(payer)).id];
    await deactivate(payer);
    await reactivate(payer, "cancel");
    await world.settle();
    expect(world.sent).toEqual([]);
    expect(await Promise.all(ids.map(async (id) => (await rowOf(id)).status))).toEqual([
      "cancelled",
      "cancelled",
    ]);
    expect(await availableOf(payer)).toBe(before);
    const { token } = await world.signIn(payer.mobile);
    const again = new Payer(world.app, payer.mobile, token);
    const { body } = await again.get("/notifications");
    expect(body.data[0]).toMatchObject({
      kind: "payouts_cancelled",
      text: "2 payouts, ₹2,011.80 with charges: cancelled unsent when your account was reactivated. Refunded to your wallet",
    });
    expect((await again.shown(ids[0] ?? "")).timeline.at(-1).sentence).toBe(
      "Cancelled by our team: Your account was deactivated before it was sent. ₹1,005.90 refunded",
    );
    expect(await world.faults()).toEqual([]);
  });

  test("lets a super admin cancel a held payout before it", async () => {
    const payer = await world.payerOfBoth();
    const { id } = await world.create(payer);
    await deactivate(payer);
    const path = `/super-admin/payouts/${id}/cancel` as const;
    expect((await world.boss.post(path, { reason: "Fraud" })).status).toBe(200);
    await reactivate(payer);
    await world.work();
    expect([world.sent, (await rowOf(id)).status]).toEqual([[], "cancelled"]);
    expect(await world.faults()).toEqual([]);
  });
});
