// A deactivated or closed account loses access immediately, and an account with a balance or pending
// money cannot be closed.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tenantForm, upiOrder } from "../../../test/forms.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";

let world: World;
let boss: SignedIn;
beforeAll(async () => {
  world = await openWorld();
  boss = await world.superAdmin();
});
afterAll(() => world.close());

describe("deactivating", () => {
  test("ends every session immediately, and a correct code gets the reason [21.18, 24.12, 25.41]", async () => {
    const tenant = await world.retailer();
    const address = `/super-admin/tenants/${tenant.id}/status` as const;
    const { body } = await boss.patch(address, { isActive: false });
    expect(body.message).toBe("Tenant deactivated successfully");
    expect(body.data.isActive).toBe(false);
    expect((await tenant.get("/wallet/balance")).status).toBe(401);
    const renewed = await world.anyone.post("/auth/refresh", {
      refresh_token: tenant.refreshToken,
    });
    expect(renewed.status).toBe(401);

    await world.anyone.post("/auth/send-otp", { mobile: tenant.mobile });
    const wrong = await world.anyone.post("/auth/verify-otp", {
      mobile: tenant.mobile,
      otp: "000000",
    });
    expect(wrong.body.error.code).toBe("OTP_INVALID");
    const right = await world.anyone.post("/auth/verify-otp", {
      mobile: tenant.mobile,
      otp: await world.codeFor(tenant.mobile),
    });
    expect([right.status, right.body.error.code]).toEqual([403, "ACCOUNT_INACTIVE"]);
  });

  test("can be reversed, which restores no old session [24.12, 25.41]", async () => {
    const tenant = await world.retailer();
    const address = `/super-admin/tenants/${tenant.id}/status` as const;
    await boss.patch(address, { isActive: false });
    const { body } = await boss.patch(address, { isActive: true });
    expect(body.message).toBe("Tenant activated successfully");
    expect((await tenant.get("/wallet/balance")).status).toBe(401);
    expect(await (await world.signIn(tenant.mobile)).balance()).toBe(0);
  });

  test("needs a boolean isActive [25.41]", async () => {
    const tenant = await world.retailer();
    const { body } = await boss.patch(`/super-admin/tenants/${tenant.id}/status`, {
      isActive: "no",
    });
    expect(body.error.fields).toEqual({ isActive: "isActive must be true or false" });
  });
});

describe("closing", () => {
  const close = (tenant: SignedIn) => boss.delete(`/super-admin/tenants/${tenant.id}`);

  test("an empty account hides it, while its number stays taken [25.42]", async () => {
    const tenant = await world.retailer({ name: "Goodbye Stores" });
    const { status, body } = await close(tenant);
    expect([status, body.message]).toEqual([200, "Tenant account closed"]);
    const { body: list } = await boss.get("/super-admin/tenants", { search: "Goodbye" });
    expect(list.total).toBe(0);
    expect((await boss.get(`/super-admin/tenants/${tenant.id}`)).status).toBe(404);
    expect((await close(tenant)).status).toBe(404);
    expect((await tenant.get("/wallet/balance")).status).toBe(401);
    await world.anyone.post("/auth/send-otp", { mobile: tenant.mobile });
    const { body: texts } = await world.anyone.get("/sandbox/messages", { mobile: tenant.mobile });
    expect(texts.data).toHaveLength(1);
    const again = await boss.post("/super-admin/tenants", tenantForm(tenant.mobile));
    expect(again.body.error.code).toBe("PHONE_TAKEN");
  });

  test("is rejected while the wallet has money [21.19, 25.42]", async () => {
    const { status, body } = await close(await world.retailer({ wallet: "₹100" }));
    expect(status).toBe(409);
    expect(body.error).toMatchObject({
      code: "TENANT_NOT_EMPTY",
      message: "This account can't be closed: it still holds ₹100.00",
    });
  });

  test("is rejected while a payout holds money", async () => {
    const tenant = await world.operator({ wallet: "₹105.90" });
    expect((await tenant.pay(upiOrder("pending@upi", { amount: 100 }))).status).toBe(201);
    expect(await tenant.balance()).toBe(0);
    expect((await close(tenant)).body.error).toMatchObject({
      code: "TENANT_NOT_EMPTY",
      message: "This account can't be closed: it has payouts in progress",
    });
  });

  test("is rejected while a deposit is pending, and works after its rejection", async () => {
    const tenant = await world.retailer();
    const { _id: id } = await world.requestDeposit(tenant, 100);
    expect((await close(tenant)).body.error.message).toBe(
      "This account can't be closed: it has pending deposits",
    );
    await boss.post(`/super-admin/deposits/${id}/reject`, { reason: "No" });
    expect((await close(tenant)).status).toBe(200);
  });

  test("and requesting a deposit at the same time never leaves a pending deposit in a closed account", async () => {
    for (let round = 0; round < 10; round += 1) {
      const tenant = await world.retailer();
      const bank_account = await world.approvedAccount(tenant);
      const form = { bank_account, amount: 100, utr_reference: world.newUtr() };
      const [closed, requested] = await Promise.all([
        close(tenant),
        tenant.post("/wallet/deposit/initiate", form),
      ]);
      expect([closed.status === 200, requested.status === 201]).not.toEqual([true, true]);
    }
  });

  test("and paying at the same time take their locks in the same order", async () => {
    for (let round = 0; round < 5; round += 1) {
      const tenant = await world.operator({ wallet: "₹200" });
      const paying = tenant.pay(upiOrder("asha@okhdfc", { amount: 100 }));
      let paid = false;
      void paying.then(() => (paid = true));
      const statuses = new Set<number>();
      while (!paid) statuses.add((await close(tenant)).status);
      expect([...statuses, (await paying).status]).toEqual([409, 201]);
    }
  });
});
