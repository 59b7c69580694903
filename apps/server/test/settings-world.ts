import { settingKeys, type SettingKey } from "@rokad/contract/setting-rules";
import { addedLongAgo } from "./added-long-ago.ts";
import { createSuperAdmin } from "../src/identity/people/create-super-admin.ts";
import { createApp } from "../src/app.ts";
import { readConfig } from "../src/kernel/config.ts";
import { database } from "../src/database/db.ts";
import type { Caller } from "./caller.ts";
import { openPayoutWorld } from "./payout-world.ts";
import { signing } from "./signing.ts";

export type SettingsWorld = Awaited<ReturnType<typeof openSettingsWorld>>;

/** A world with two super admins, additional servers on demand, and settings that can be reset. */
export async function openSettingsWorld() {
  const world = await openPayoutWorld();
  const admin = await world.superAdmin();
  const mobile = world.newMobile();
  await createSuperAdmin({ mobile, name: "Kabir Rao" });
  await addedLongAgo(mobile);
  const second = await world.signIn(mobile);
  const apps: Awaited<ReturnType<typeof createApp>>[] = [];

  return {
    ...world,
    ...signing,
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

    /** Saves a setting; one that guards money is signed, and the other super admin confirms it. */
    async save(key: SettingKey, seen: unknown, value: unknown, by: Caller = admin) {
      const answer = await signing.saveSigned(by, [{ key, seen, value }]);
      const id = answer.body.proposal_id;
      if (id) await signing.confirm(by === second ? admin : second, id);
      return answer;
    },

    history: async (key: SettingKey, query: Record<string, string> = {}) =>
      (await admin.get(`/super-admin/settings/${key}/history`, query)).body,

    lastAuditRow: () =>
      database()
        .selectFrom("audit_log")
        .select(["act", "subject_kind", "subject_id", "actor_id", "before", "after", "address"])
        .orderBy("seq", "desc")
        .limit(1)
        .executeTakeFirstOrThrow(),

    /** Deactivates or reactivates a super admin, as an operator does in the database. */
    async setActive({ id }: { readonly id: string }, isActive: boolean): Promise<void> {
      await database()
        .updateTable("people")
        .set({ is_active: isActive })
        .where("id", "=", id)
        .execute();
    },

    /** What the audit log says of each change of a setting. */
    async auditedSettings() {
      const rows = await database()
        .selectFrom("audit_log")
        .select("after")
        .where("act", "=", "setting.changed")
        .execute();
      return rows.map(({ after }) => after);
    },

    /** Resets all settings to their defaults, and removes the proposals. */
    async resetSettings(): Promise<void> {
      await database().deleteFrom("settings").where("key", "in", settingKeys).execute();
      await database().deleteFrom("proposal_subjects").execute();
      await database().deleteFrom("proposals").execute();
    },

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
