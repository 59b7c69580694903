// The attack of finding M5: a screen left open, or a token of weeks ago, still works. A session ends
// without activity, and at the latest after its longest life. A stolen token: stolen-token.test.ts.
import { featureIds } from "@rokad/contract/call";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { database, transaction } from "../../src/database/db.ts";
import { createSuperAdmin } from "../../src/identity/people/create-super-admin.ts";
import { openTenant } from "../../src/tenants/accounts/open-tenant.ts";
import { openPayoutWorld, type PayoutWorld } from "../payout-world.ts";
import { createSessionKey } from "../session-key.ts";
import { signInBrowser } from "../signed-in-browser.ts";

const minute = 60_000;

let world: PayoutWorld;
let mobile: string;
let mobiles = 9_400_000_000;
beforeAll(async () => {
  world = await openPayoutWorld();
});
beforeEach(async () => {
  mobile = String((mobiles += 1));
  await transaction((db) =>
    openTenant(db, {
      name: "Test Shop",
      mobile,
      role: "operator",
      features: [...featureIds],
      allowedProviders: ["primary"],
    }),
  );
});
afterAll(() => world.close());

const errorOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
];

test("the idle limit ends a tenant's session after 60 minutes, though its page polls and renews", async () => {
  const browser = await signInBrowser(world, mobile, await createSessionKey());
  expect(await browser.wait(59)).toBe(true);
  expect((await browser.call().get("/wallet/balance")).status).toBe(200);
  world.pass(3 * minute);
  expect((await browser.call().get("/wallet/balance")).status).toBe(401);
  expect(errorOf(await browser.refresh())).toEqual([401, "SESSION_IDLE"]);
  expect(errorOf(await browser.refresh())).toEqual([401, "SESSION_IDLE"]);
});

test("the longest life is 30 days for tenants and 12 hours for super admins, however active they are", async () => {
  const admin = String((mobiles += 1));
  await createSuperAdmin({ mobile: admin, name: "Busy Admin" });
  for (const [of, hours] of [
    [admin, 12],
    [mobile, 30 * 24],
  ] as const) {
    const browser = await signInBrowser(world, of, await createSessionKey());
    await database().updateTable("sessions").set({ idle_until: null }).execute();
    world.pass((hours * 60 - 1) * minute);
    expect((await browser.refresh()).status).toBe(200);
    world.pass(2 * minute);
    expect((await browser.call().get("/auth/me")).status).toBe(401);
    expect(errorOf(await browser.refresh())).toEqual([401, "SESSION_EXPIRED"]);
  }
});
