// The guarantee: a change needs the current value that the person saw, and the history has who changed
// what, when, and from which value to which.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { readEvents } from "../../../test/event-reader.ts";
import { openSettingsWorld, type SettingsWorld } from "../../../test/settings-world.ts";
import { transaction } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";

let world: SettingsWorld;
beforeAll(async () => {
  world = await openSettingsWorld();
});
afterEach(() => world.resetSettings());
afterAll(() => world.close());

describe("a change", () => {
  test("is listed with its author, its time and the default", async () => {
    expect(await world.settingOf("unknown_alert_minutes")).toEqual({
      key: "unknown_alert_minutes",
      value: 15,
      default: 15,
      is_default: true,
      changed_at: null,
      changed_by: null,
      problem: null,
      choices: null,
    });
    const { status, body } = await world.save("unknown_alert_minutes", 15, 20, world.second);
    expect([status, body.message]).toEqual([200, "Settings saved"]);
    expect(body.data.find(({ key }) => key === "unknown_alert_minutes")).toMatchObject({
      value: 20,
      default: 15,
      is_default: false,
      changed_by: { id: world.second.id, name: "Kabir Rao" },
    });
    expect(
      Date.parse((await world.settingOf("unknown_alert_minutes")).changed_at!),
    ).toBeGreaterThan(Date.now() - 60_000);
  });

  test("is in the history and the audit log with before and after, and can be undone [15.6]", async () => {
    await world.save("session_days", 30, 7);
    await world.save("session_days", 7, 14, world.second);
    const back = [{ key: "session_days", seen: 14, back_to_default: true }];
    expect((await world.admin.put("/super-admin/settings", { changes: back })).status).toBe(200);
    expect(await world.settingOf("session_days")).toMatchObject({
      value: 30,
      is_default: true,
      changed_by: { name: "Meera Iyer" },
    });
    const { data, total } = await world.history("session_days");
    expect(total).toBe(3);
    expect(data).toMatchObject([
      { from: 14, to: 30, to_default: true, changed_by: { name: "Meera Iyer" } },
      { from: 7, to: 14, to_default: false, changed_by: { name: "Kabir Rao" } },
      { from: 30, to: 7, to_default: false, changed_by: { name: "Meera Iyer" } },
    ]);
    const page = await world.history("session_days", { page: "2", limit: "2" });
    expect(page.data).toMatchObject([{ from: 30, to: 7 }]);
    expect(page.pagination).toMatchObject({ total_pages: 2, has_next: false });
    expect(await world.lastAuditRow()).toMatchObject({
      act: "setting.changed",
      subject_kind: "setting",
      subject_id: "session_days",
      actor_id: world.admin.id,
      before: { value: 14 },
      after: { value: 30, default: true },
      address: "127.0.0.1",
    });
  });

  test("to the current value is no change", async () => {
    await world.save("payout_codes_per_hour", 60, 50);
    await world.save("payout_codes_per_hour", 50, 50);
    expect((await world.history("payout_codes_per_hour")).total).toBe(1);
  });

  test("repeated after a lost answer succeeds like the first", async () => {
    expect((await world.save("unknown_alert_minutes", 15, 9)).status).toBe(200);
    expect((await world.save("unknown_alert_minutes", 15, 9)).status).toBe(200);
    expect(await world.settingOf("unknown_alert_minutes")).toMatchObject({ value: 9 });
  });

  test("of several settings is stored as a whole or not at all", async () => {
    const both = (days: unknown) =>
      world.admin.put("/super-admin/settings", {
        changes: [
          { key: "unknown_alert_minutes", seen: 15, value: 5 },
          { key: "session_days", seen: 30, value: days },
        ],
      });
    const rejected = await both(-1);
    expect([rejected.status, rejected.body.error.fields]).toEqual([
      400,
      { session_days: "Enter a whole number of days from 1 to 90" },
    ]);
    expect((await world.settingOf("unknown_alert_minutes")).value).toBe(15);
    expect((await both(60)).status).toBe(200);
    expect((await world.settingOf("unknown_alert_minutes")).value).toBe(5);
    expect((await world.settingOf("session_days")).value).toBe(60);
  });

  test("is published at once to super admins, and to tenants only if their pages show it", async () => {
    const app = await world.newServer();
    await app.listen({ port: 0, host: "127.0.0.1" });
    const tenant = await world.retailer();
    const [tenantEvents, adminEvents] = [
      await readEvents(app, tenant.token),
      await readEvents(app, world.second.token),
    ];
    await Promise.all([tenantEvents.ready(), adminEvents.ready()]);
    await world.save("sign_in_codes_per_hour", 10, 12);
    expect(await adminEvents.changed()).toEqual(["settings"]);
    await transaction((db) => publishChange(db, [tenant.id], ["wallet"]));
    expect(await tenantEvents.changed()).toEqual(["wallet"]);
    await world.save("fee_paise", 5_00, 7_00);
    expect(await tenantEvents.changed()).toEqual(["settings"]);
    await Promise.all([tenantEvents.close(), adminEvents.close()]);
  });

  test("is only for super admins", async () => {
    const tenant = await world.operator();
    expect((await tenant.get("/super-admin/settings")).status).toBe(403);
    expect((await tenant.get("/super-admin/settings/fee_paise/history")).status).toBe(403);
    expect((await world.save("fee_paise", 5_00, 0, tenant)).status).toBe(403);
    expect((await world.save("fee_paise", 5_00, 0, world.anyone)).status).toBe(401);
    expect((await world.settingOf("fee_paise")).is_default).toBe(true);
  });
});

describe("two people who save the same setting", () => {
  test("one after the other: the second gets 409, and the first change stays", async () => {
    await world.save("fee_paise", 5_00, 7_00, world.second);
    const late = await world.save("fee_paise", 5_00, 9_00);
    expect([late.status, late.body.error.code]).toEqual([409, "SETTING_CHANGED"]);
    expect(late.body.error.message).toMatch(
      /^Kabir Rao changed “Platform fee” while you were editing/,
    );
    expect(late.body.error.fields).toEqual({ fee_paise: "Changed while you were editing" });
    expect((await world.settingOf("fee_paise")).value).toBe(7_00);
    expect((await world.save("fee_paise", 7_00, 9_00)).status).toBe(200);
  });

  test("at once: exactly one of eight is saved [15.7]", async () => {
    const before = (await world.history("unknown_alert_minutes")).total;
    const answers = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map((minutes) =>
        world.save(
          "unknown_alert_minutes",
          15,
          minutes,
          minutes % 2 === 0 ? world.admin : world.second,
        ),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)]);
    expect((await world.history("unknown_alert_minutes")).total).toBe(before + 1);
    const saved = answers.findIndex(({ status }) => status === 200) + 1;
    expect((await world.settingOf("unknown_alert_minutes")).value).toBe(saved);
  });
});
