// The audit log has each change of an account without secrets, and of two super admins who edit one
// state at the same time the second gets an error.
import { getTenant } from "@rokad/contract/tenants";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditRowsOf } from "../../../test/audit-log.ts";
import { tenantForm, upiOrder } from "../../../test/forms.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openPayoutWorld, type PayoutWorld } from "../../../test/payout-world.ts";

let world: PayoutWorld;
let boss: SignedIn;
beforeAll(async () => {
  world = await openPayoutWorld();
  boss = await world.superAdmin();
});
afterAll(() => world.close());

async function opened() {
  const form = tenantForm(world.newMobile());
  const { body } = await boss.post("/super-admin/tenants", form);
  const address = `/super-admin/tenants/${body.data._id}` as const;
  return { tenant: body.data, form, address };
}

describe("the audit log", () => {
  test("has each step of an account's life with its change and reason [21.22]", async () => {
    const { tenant, form, address } = await opened();
    await boss.put(address, { role: "operator", features: form.features, password: "Other-one-9" });
    await boss.patch(`${address}/status`, { isActive: false, reason: "Asked for by the owner" });
    await boss.patch(`${address}/status`, { isActive: true });
    await boss.delete(address);
    const log = await auditRowsOf(tenant._id);
    expect(log.map(({ act, before, after, reason }) => ({ act, before, after, reason }))).toEqual([
      {
        act: "tenant.created",
        before: null,
        after: {
          name: form.name,
          phone: form.phone,
          email: form.email,
          role: "retailer",
          features: ["wallet_topup"],
          allowed_providers: ["primary"],
        },
        reason: null,
      },
      {
        act: "tenant.edited",
        before: { role: "retailer" },
        after: { role: "operator", password: "changed" },
        reason: null,
      },
      {
        act: "tenant.deactivated",
        before: { isActive: true },
        after: { isActive: false },
        reason: "Asked for by the owner",
      },
      {
        act: "tenant.activated",
        before: { isActive: false },
        after: { isActive: true },
        reason: null,
      },
      {
        act: "tenant.closed",
        before: { name: form.name, phone: form.phone, isActive: true },
        after: { isActive: false, closed: true },
        reason: null,
      },
    ]);
    expect(new Set(log.map((row) => row.actor_id))).toEqual(new Set([boss.id]));
    expect(log.every((row) => row.address !== null)).toBe(true);
    expect(JSON.stringify(log)).not.toMatch(/Other-one|Correct-horse|argon2/);
  });

  test("has no rejected, repeated or empty change [21.22]", async () => {
    const { tenant, form, address } = await opened();
    await boss.post("/super-admin/tenants", form);
    await boss.put(address, { role: "nobody" });
    await boss.put(address, { updatedAt: "2020-01-01T00:00:00.000Z", role: "operator" });
    await boss.patch(`${address}/status`, { isActive: true });
    const acts = (await auditRowsOf(tenant._id)).map(({ act }) => act);
    expect(acts).toEqual(["tenant.created"]);
    const once = { key: "recorded-once" };
    const other = tenantForm(world.newMobile());
    const { body } = await boss.post("/super-admin/tenants", other, once);
    await boss.post("/super-admin/tenants", other, once);
    expect(await auditRowsOf(body.data._id)).toHaveLength(1);
  });
});

describe("two super admins", () => {
  test("edit the same state at the same time: one saves, the others get an error [21.15]", async () => {
    const { tenant, address } = await opened();
    const answers = await Promise.all(
      [["view_reports"], ["api_access"], ["bulk_payouts"], ["create_payout"]].map((features) =>
        boss.put(address, { features, updatedAt: tenant.updatedAt }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const saved = answers.find(({ status }) => status === 200);
    const rejectedAnswer = answers.find(({ status }) => status === 409);
    expect(rejectedAnswer?.body.error).toMatchObject({
      code: "TENANT_CHANGED",
      message:
        "Another super admin changed this tenant after you opened it. Check the new values, then save again.",
    });
    const { data } = await boss.ask(getTenant, { params: { id: tenant._id } });
    expect(data).toEqual(saved?.body.data);
    const again = { role: "operator", updatedAt: data.updatedAt };
    expect((await boss.put(address, again)).status).toBe(200);
  });

  test("never see two states with one date, also with fast edits", async () => {
    const { address } = await opened();
    const dates = await world.at(new Date().toISOString(), async () => {
      const seen: string[] = [];
      for (const role of ["operator", "retailer", "operator"])
        seen.push((await boss.put(address, { role })).body.data.updatedAt);
      return seen;
    });
    expect(new Set(dates).size).toBe(3);
  });

  test("an invalid date is rejected with a field message", async () => {
    const { address } = await opened();
    const { status, body } = await boss.put(address, { updatedAt: "yesterday" });
    expect([status, body.error.fields]).toEqual([
      400,
      { updatedAt: "updatedAt must be the tenant's updatedAt" },
    ]);
  });
});

describe("the statistics", () => {
  const statisticsOf = async (id: string) =>
    (await boss.get(`/super-admin/tenants/${id}/statistics`)).body;

  test("are zero for an account without transactions [21.16]", async () => {
    const nothing = { amount: 0, currency: "INR" };
    const { tenant } = await opened();
    expect((await statisticsOf(tenant._id)).data).toEqual({
      transactions: 0,
      wallet_balance: nothing,
      held_balance: nothing,
      receivable: nothing,
      volume: nothing,
      failed: 0,
      open_payouts: 0,
      unsent_payouts: { count: 0, total: nothing },
      held_payouts: { count: 0, total: nothing },
      sent_payouts: { count: 0, total: nothing },
      pending_deposits: 0,
    });
  });

  test("have this tenant's totals and pending amounts only [21.16]", async () => {
    const tenant = await world.operator({ wallet: "₹5,000" });
    const other = await world.operator({ wallet: "₹700" });
    await other.pay(upiOrder("asha@okhdfc", { amount: 100 }));
    for (const [upi, amount] of [
      ["asha@okhdfc", 1000],
      ["failure@upi", 500],
      ["reversed@upi", 300],
      ["pending@upi", 200],
    ] as const)
      expect((await tenant.pay(upiOrder(upi, { amount }))).status).toBe(201);
    await world.settle();
    world.pass(6_000);
    await world.work();
    await world.requestDeposit(tenant, 250);
    const { data } = await statisticsOf(tenant.id);
    // One deposit, four payouts, one return. Fee and GST are ₹5.90 for each payout.
    expect(data).toEqual({
      transactions: 6,
      wallet_balance: { amount: 378_820, currency: "INR" },
      held_balance: { amount: 20_590, currency: "INR" },
      receivable: { amount: 0, currency: "INR" },
      volume: { amount: 100_000, currency: "INR" },
      failed: 2,
      open_payouts: 1,
      unsent_payouts: { count: 0, total: { amount: 0, currency: "INR" } },
      held_payouts: { count: 0, total: { amount: 0, currency: "INR" } },
      sent_payouts: { count: 1, total: { amount: 20_590, currency: "INR" } },
      pending_deposits: 1,
    });
    expect(data.wallet_balance.amount).toBe(await tenant.balance());
  });

  test("are a 404 for an unknown account and for a super admin", async () => {
    const answers = [
      await statisticsOf("01900000-0000-7000-8000-000000000000"),
      await statisticsOf(boss.id),
    ];
    expect(answers.map(({ error }) => error.code)).toEqual(["NOT_FOUND", "NOT_FOUND"]);
  });
});
