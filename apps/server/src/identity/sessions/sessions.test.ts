// The guarantee: a session ends after its idle limit and its longest life, whatever its pages request by
// themselves; people see and end their own sessions, and learn of a new device.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Payer } from "../../../test/payer.ts";
import { openPayoutWorld, type PayoutWorld } from "../../../test/payout-world.ts";
import { runDueJobs } from "../../../test/run-due-jobs.ts";
import { createSessionKey, type SessionKey } from "../../../test/session-key.ts";
import { errorOf, signInBrowser } from "../../../test/signed-in-browser.ts";
import { database } from "../../database/db.ts";
import { createSuperAdmin } from "../people/create-super-admin.ts";

const minute = 60_000;

let world: PayoutWorld;
let anyone: Payer;
let mobile: string;
beforeAll(async () => {
  world = await openPayoutWorld();
  anyone = new Payer(world.app, "", "");
});
beforeEach(async () => {
  mobile = await world.newTenant();
});
afterAll(() => world.close());

const signIn = (key?: SessionKey, of = mobile) => signInBrowser(world, of, key);

describe("the idle limit", () => {
  test("starts again with each reported activity, and with nothing else", async () => {
    const browser = await signIn(await createSessionKey());
    for (let round = 0; round < 4; round += 1) {
      expect(await browser.wait(40)).toBe(true);
      expect((await browser.call().post("/auth/activity", {})).status).toBe(200);
    }
    expect(await browser.wait(63)).toBe(false);
  });

  test("can't be revived by a report that races with the refresh that ends the session", async () => {
    const browser = await signIn(await createSessionKey());
    expect(await browser.wait(60)).toBe(true);
    world.pass(2 * minute);
    const [report, refresh] = await Promise.all([
      browser.call().post("/auth/activity", {}),
      browser.refresh(),
    ]);
    expect([report.status, refresh.status]).toEqual([401, 401]);
    expect((await browser.call().get("/auth/me")).status).toBe(401);
  });

  test("is 15 minutes for super admins, and the platform's setting for tenants", async () => {
    const admin = world.newMobile();
    await createSuperAdmin({ mobile: admin, name: "Idle Admin" });
    const key = await createSessionKey();
    const idleOf = async (browser: Awaited<ReturnType<typeof signIn>>) =>
      (await browser.call().get("/auth/me")).body.data.session.idle_minutes;
    const boss = await signIn(key, admin);
    expect(await idleOf(boss)).toBe(15);
    const row = { key: "tenant_idle_minutes", value: "5", updated_at: new Date() };
    await database().insertInto("settings").values(row).execute();
    try {
      const tenant = await signIn(key);
      expect(await idleOf(tenant)).toBe(5);
      expect(await tenant.wait(4)).toBe(true);
      expect(await tenant.wait(4)).toBe(false);
    } finally {
      await database().deleteFrom("settings").execute();
    }
    expect(await boss.wait(14)).toBe(false);
  });
});

describe("a session without a key", () => {
  test("is bound by its first refresh with a proof, and then only that key refreshes it", async () => {
    const browser = await signIn();
    expect((await browser.refresh()).status).toBe(200);
    const key = await createSessionKey();
    expect((await browser.refresh(key)).status).toBe(200);
    expect((await browser.refresh(key)).status).toBe(200);
    expect(errorOf(await browser.refresh())).toEqual([401, "SESSION_STOLEN"]);
  });

  test("of before the upgrade lives 24 hours at most, and longer once it has a key", async () => {
    const old = await signIn();
    const bound = await signIn();
    await database().updateTable("sessions").set({ idle_until: null }).execute();
    expect((await bound.refresh(await createSessionKey())).status).toBe(200);
    await database().updateTable("sessions").set({ idle_until: null }).execute();
    world.pass(24 * 60 * minute);
    expect(errorOf(await old.refresh())).toEqual([401, "SESSION_EXPIRED"]);
    expect((await database().selectFrom("sessions").selectAll().execute()).length).toBeGreaterThan(
      0,
    );
  });
});

describe("the list of own sessions", () => {
  test("has device, masked address and times, this one first, and no other person's", async () => {
    const first = await signIn(await createSessionKey());
    const second = await signIn(await createSessionKey());
    const { body } = await second.call().get("/auth/sessions");
    expect(body.data).toHaveLength(2);
    expect(body.data[0]).toMatchObject({
      device: "Another program",
      address: "127.0.0.x",
      is_current: true,
    });
    expect(body.data[1].is_current).toBe(false);
    expect((await first.call().get("/auth/sessions")).body.data[0].is_current).toBe(true);
  });

  test("signs out one session or all others, and no other person's", async () => {
    const [one, two, three] = [await signIn(), await signIn(), await signIn()];
    const { body } = await three.call().get("/auth/sessions");
    const [, second] = body.data;
    const end = await three.call().post(`/auth/sessions/${second.id}/end`, {});
    expect(end.body.data.ended_count).toBe(1);
    expect((await two.call().get("/auth/me")).status).toBe(401);
    expect((await one.call().get("/auth/me")).status).toBe(200);
    expect((await three.call().post("/auth/sessions/end-others", {})).body.data.ended_count).toBe(
      1,
    );
    expect((await one.call().get("/auth/me")).status).toBe(401);
    expect((await three.call().get("/auth/me")).status).toBe(200);

    const neighbour = await world.operator();
    const foreign = await neighbour.get("/auth/sessions");
    const rejected = await three
      .call()
      .post(`/auth/sessions/${foreign.body.data[0]?.id ?? ""}/end`, {});
    expect(rejected.status).toBe(404);
    expect((await neighbour.get("/auth/me")).status).toBe(200);
  });
});

test("a session whose time is over is neither listed nor counted as signed out", async () => {
  const [old, two, three] = [await signIn(), await signIn(), await signIn()];
  const idOf = async (browser: typeof old): Promise<string> =>
    (await browser.call().get("/auth/sessions")).body.data[0].id;
  const oldId = await idOf(old);
  const keptId = await idOf(three);
  await database()
    .updateTable("sessions")
    .set({ expires_at: new Date(0) })
    .where("id", "=", oldId)
    .execute();
  const end = (path: string) => three.call().post(`/auth/sessions/${path}`, {});
  expect((await end(`${oldId}/end`)).body.data.ended_count).toBe(0);
  expect((await end("end-others")).body.data.ended_count).toBe(1);
  expect((await two.call().get("/auth/me")).status).toBe(401);
  const logged = await database()
    .selectFrom("audit_log")
    .select("after")
    .where("act", "=", "session.ended")
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(logged.after).toEqual({ sessions: 1 });
  const unended = await database()
    .selectFrom("sessions")
    .select("id")
    .where("id", "in", [oldId, keptId])
    .where("ended_at", "is", null)
    .execute();
  expect(unended).toEqual([{ id: keptId }]);
});

describe("a new device", () => {
  const notes = async (browser: Awaited<ReturnType<typeof signIn>>) =>
    (await browser.call().get("/notifications")).body.data.filter(
      ({ kind }: { kind: string }) => kind === "signed_in_new_device",
    );
  const rows = () =>
    database()
      .selectFrom("audit_log")
      .select("act")
      .where("act", "=", "session.new_device")
      .execute();

  test("is notified, texted and recorded; the first ever and a known one are no news", async () => {
    const [home, office] = [await createSessionKey(), await createSessionKey()];
    expect(await notes(await signIn(home))).toEqual([]);
    expect(await notes(await signIn(home))).toEqual([]);
    const before = (await rows()).length;
    const [note, ...more] = await notes(await signIn(office));
    expect(note).toMatchObject({ title: "Signed in on a new device" });
    expect(note.text).toBe(
      "Another program at 127.0.0.x. If it was not you, sign it out in Sessions and contact support",
    );
    expect(more).toEqual([]);
    expect((await rows()).length).toBe(before + 1);
    await runDueJobs();
    const { body } = await anyone.get("/sandbox/messages", { mobile });
    expect(body.data.map(({ text }: { text: string }) => text)).toContainEqual(
      expect.stringMatching(
        /^New sign-in to your Rokad account with Another program\. If it was not you/,
      ),
    );
    expect(await notes(await signIn(office))).toHaveLength(1);
  });

  test("without a key is always news after the first sign-in", async () => {
    await signIn();
    expect(await notes(await signIn())).toHaveLength(1);
  });
});
