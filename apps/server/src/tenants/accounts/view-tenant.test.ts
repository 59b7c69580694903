// A super admin's view of a tenant's console shows what the tenant sees, changes nothing, is visible
// to the tenant, and ends on time.
import { calls } from "@rokad/contract/calls";
import { isReading } from "@rokad/contract/call";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditRowsOf } from "../../../test/audit-log.ts";
import { callerOf } from "../../../test/caller.ts";
import { upiOrder } from "../../../test/forms.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { createSuperAdmin } from "../../identity/people/create-super-admin.ts";
import { database } from "../../database/db.ts";

let world: World;
let boss: SignedIn;
let tenant: SignedIn;
beforeAll(async () => {
  world = await openWorld();
  tenant = await world.operator({ name: "Kaveri Textiles", wallet: "₹500" });
});
afterAll(() => world.close());
beforeEach(async () => {
  boss = await newAdmin();
});

async function newAdmin(): Promise<SignedIn> {
  const mobile = world.newMobile();
  await createSuperAdmin({ mobile, name: "Meera Iyer" });
  return world.signIn(mobile);
}

const reason = "Ticket 4711: a deposit is missing";

async function view(who: SignedIn = tenant, admin: SignedIn = boss) {
  const { status, body } = await admin.post(`/super-admin/tenants/${who.id}/view`, { reason });
  expect(status).toBe(201);
  const viewer = callerOf(world.app, body.data.access_token, () => undefined);
  return { ...body.data, viewer };
}
const isOver = async (viewer: Awaited<ReturnType<typeof view>>["viewer"]) =>
  (await viewer.get("/auth/me")).status === 401;

describe("a view", () => {
  test("shows what the tenant sees, under the tenant's own name [22.1]", async () => {
    const { viewer, tenant: named } = await view();
    expect(named).toEqual({ id: tenant.id, name: "Kaveri Textiles" });
    const [seen, own] = await Promise.all([viewer.get("/auth/me"), tenant.get("/auth/me")]);
    expect(seen.body.data.user).toEqual(own.body.data.user);
    // The view belongs to the session of the super admin, with their idle limit.
    expect(seen.body.data.session).toEqual({ idle_minutes: 15 });
    for (const address of ["/wallet/balance", "/payouts", "/wallet/history"] as const)
      expect((await viewer.get(address)).text).toBe((await tenant.get(address)).text);
  });

  test("also shows a deactivated account [22.1]", async () => {
    const shut = await world.retailer();
    await boss.patch(`/super-admin/tenants/${shut.id}/status`, { isActive: false });
    const { viewer } = await view(shut);
    expect((await viewer.get("/wallet/balance")).status).toBe(200);
  });

  test.for(
    calls
      .filter((call) => call.who !== "anyone" && !isReading(call))
      .map((c) => [c.name, c] as const),
  )("cannot call %s [22.2]", async ([, call]) => {
    const { viewer } = await shared;
    const url = call.path.replaceAll(/\{\w+\}/g, tenant.id);
    const send = {
      GET: () => viewer.get(url),
      POST: () => viewer.post(url, {}),
      PUT: () => viewer.put(url, {}),
      PATCH: () => viewer.patch(url, {}),
      DELETE: () => viewer.delete(url),
    }[call.method];
    const { status, body } = await send();
    expect([status, body.error.code]).toEqual([
      403,
      call.who === "superadmin" || call.who === "key" ? "FORBIDDEN" : "READ_ONLY_VIEW",
    ]);
  });
  let shared: ReturnType<typeof view>;
  beforeAll(() => {
    shared = newAdmin().then((admin) => view(tenant, admin));
  });

  test("moves no money, gets an error message, and leaves the tenant signed in [22.2]", async () => {
    const { viewer } = await view();
    const order = upiOrder("asha@okhdfc", { amount: 100 });
    const { body } = await viewer.post("/payouts/otp/send", {
      mobile: tenant.mobile,
      payout: order,
    });
    expect(body.error.message).toBe(
      "You are viewing this account read-only. Changes and downloads are not allowed.",
    );
    await viewer.post("/auth/logout", {});
    expect(await isOver(viewer)).toBe(false);
    expect(await tenant.balance()).toBe(50_000);
  });

  test("gives no access to the super admin's calls [22.3]", async () => {
    const { viewer } = await view();
    const { status, body } = await viewer.get("/super-admin/tenants");
    expect([status, body.error.code]).toEqual([403, "FORBIDDEN"]);
  });
});

describe("a view ends", () => {
  test("after 15 minutes, and is not renewed [22.4]", async () => {
    const begun = "2026-11-21T09:00:00.000Z";
    const { viewer, ends_at } = await world.at(begun, async () => {
      const mobile = world.newMobile();
      await createSuperAdmin({ mobile, name: "Rohan" });
      return view(tenant, await world.signIn(mobile));
    });
    expect(ends_at).toBe("2026-11-21T09:15:00.000Z");
    expect(await world.at("2026-11-21T09:14:59.000Z", () => isOver(viewer))).toBe(false);
    expect(await world.at("2026-11-21T09:15:00.000Z", () => isOver(viewer))).toBe(true);
  });

  test("when its super admin ends it, once or twice, and by no other [22.4]", async () => {
    const { viewer, id } = await view();
    const another = await newAdmin();
    expect((await another.delete(`/super-admin/viewings/${id}`)).status).toBe(200);
    expect(await isOver(viewer)).toBe(false);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => boss.delete(`/super-admin/viewings/${id}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await isOver(viewer)).toBe(true);
    const log = await auditRowsOf(tenant.id);
    expect(
      log.filter(
        ({ act, after }) => act === "tenant.view_ended" && JSON.stringify(after).includes(id),
      ),
    ).toHaveLength(1);
  });

  test("immediately with the super admin's session [22.5]", async () => {
    const { viewer } = await view();
    await boss.post("/auth/logout", {});
    expect(await isOver(viewer)).toBe(true);
  });

  test.for([
    ["is deactivated", { is_active: false }],
    ["is no super admin any more", { installation_roles: null }],
    ["may view no tenants any more", { installation_roles: ["finance"] as string[] }],
  ] as const)("immediately when the super admin %s [22.5]", async ([, change]) => {
    const { viewer } = await view();
    await database().updateTable("people").set(change).where("id", "=", boss.id).execute();
    expect(await isOver(viewer)).toBe(true);
  });

  test("when the tenant's account is closed [22.5]", async () => {
    const closing = await world.retailer();
    const { viewer } = await view(closing);
    expect((await boss.delete(`/super-admin/tenants/${closing.id}`)).status).toBe(200);
    expect(await isOver(viewer)).toBe(true);
  });
});

describe("a view is visible", () => {
  test("to the tenant, with time, reason and that it was read only [22.8]", async () => {
    const seen = await world.retailer();
    await world.at("2026-11-21T08:35:00.000Z", async () => {
      const mobile = world.newMobile();
      await createSuperAdmin({ mobile, name: "Rohan" });
      return view(seen, await world.signIn(mobile));
    });
    const { body } = await seen.get("/notifications");
    expect(body.unread_count).toBe(1);
    expect(body.data[0]).toMatchObject({
      kind: "account_viewed",
      title: "Your account was viewed",
      text: `A super admin viewed it read-only on 21/11/2026 14:05: ${reason}`,
      amount: null,
    });
  });

  test("in the audit log, with the reason [22.9]", async () => {
    const seen = await world.retailer();
    const { id, ends_at } = await view(seen);
    expect((await auditRowsOf(seen.id)).at(-1)).toMatchObject({
      act: "tenant.viewed_as",
      actor_id: boss.id,
      reason,
      after: { viewing: id, until: ends_at },
    });
  });

  test("and needs a reason and a tenant [22.1]", async () => {
    const address = `/super-admin/tenants/${tenant.id}/view` as const;
    for (const [given, says] of [
      [{}, "Please give a reason"],
      [{ reason: "   " }, "Please give a reason"],
      [{ reason: "a".repeat(201) }, "Reason must not exceed 200 characters"],
    ] as const)
      expect((await boss.post(address, given)).body.error.fields).toEqual({ reason: says });
    const own = await boss.post(`/super-admin/tenants/${boss.id}/view`, { reason });
    expect(own.status).toBe(404);
  });
});
