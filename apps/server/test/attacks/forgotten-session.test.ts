// The attack of finding M5: a screen left open, or a token of weeks ago, still works. A session ends
// without activity, and at the latest after its longest life. A stolen token: stolen-token.test.ts.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { database } from "../../src/database/db.ts";
import { createSuperAdmin } from "../../src/identity/people/create-super-admin.ts";
import { openPayoutWorld, type PayoutWorld } from "../payout-world.ts";
import { createSessionKey } from "../session-key.ts";
import { errorOf, signInBrowser } from "../signed-in-browser.ts";

const minute = 60_000;

let world: PayoutWorld;
let mobile: string;
beforeAll(async () => {
  world = await openPayoutWorld();
});
beforeEach(async () => {
  mobile = await world.newTenant();
});
afterAll(() => world.close());

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
  const admin = world.newMobile();
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
