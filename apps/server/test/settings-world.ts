import { settingKeys, type SettingKey } from "@rokad/contract/setting-rules";
import { createSuperAdmin } from "../src/identity/people/create-super-admin.ts";
import { createApp } from "../src/app.ts";
import { readConfig } from "../src/kernel/config.ts";
import { database } from "../src/database/db.ts";
import type { Caller } from "./caller.ts";
import { openPayoutWorld } from "./payout-world.ts";

export type SettingsWorld = Awaited<ReturnType<typeof openSettingsWorld>>;

/** A world with two super admins, additional servers on demand, and settings that can be reset. */
export async function openSettingsWorld() {
  const world = await openPayoutWorld();
  const admin = await world.superAdmin();
  const mobile = world.newMobile();
  await createSuperAdmin({ mobile, name: "Kabir Rao" });
  const second = await world.signIn(mobile);
  const apps: Awaited<ReturnType<typeof createApp>>[] = [];

  return {
    ...world,
    admin,
    second,

    /** Starts one more server on the same database. */
    async newServer() {
      const app = await createApp(readConfig({ NODE_ENV: "test", LOG_LEVEL: "silent" }));
      apps.push(app);
      return app;
    },

    async settingOf(key: SettingKey) {
      const { body } = await admin.get("/super-admin/settings");
      const setting = body.data.find((one) => one.key === key);
      if (!setting) throw new Error(`There is no setting ${key}`);
      return setting;
    },

    save: (key: SettingKey, seen: unknown, value: unknown, by: Caller = admin) =>
      by.put("/super-admin/settings", { changes: [{ key, seen, value }] }),

    history: async (key: SettingKey, query: Record<string, string> = {}) =>
      (await admin.get(`/super-admin/settings/${key}/history`, query)).body,

    lastAuditRow: () =>
      database()
        .selectFrom("audit_log")
        .select(["act", "subject_kind", "subject_id", "actor_id", "before", "after", "address"])
        .orderBy("seq", "desc")
        .limit(1)
        .executeTakeFirstOrThrow(),

    /** Resets all settings to their defaults. */
    resetSettings: () =>
      database().deleteFrom("settings").where("key", "in", settingKeys).execute(),

    async close(): Promise<void> {
      await Promise.all(apps.map((app) => app.close()));
      await world.close();
    },
  };
}

export const receivingAccount = {
  label: "Main collections",
  account_holder_name: "Rokad Collections",
  account_number: "00120034005600",
  ifsc_code: "HDFC0000060",
  bank_name: "HDFC Bank",
  branch_name: null,
  settles_provider: null,
};
