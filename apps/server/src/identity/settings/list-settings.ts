import { settingKeys, type SettingKey } from "@rokad/contract/setting-rules";
import type { Setting, SettingChange } from "@rokad/contract/settings";
import { database, type Db } from "../../database/db.ts";
import { pageOf } from "../../kernel/page.ts";
import { decodeCurrentSetting, decodeSetting } from "./encrypted-setting.ts";
import { checkSetting, choicesOf } from "./check-setting.ts";
import { defaultOf } from "./setting-defaults.ts";

/** All settings with their current values, in the order of the rules. */
export async function listSettings(): Promise<Setting[]> {
  const stored = new Map((await selectStored(database())).map((row) => [row.key, row]));
  return settingKeys.map((key) => {
    const row = stored.get(key);
    return {
      key,
      ...valueOf(key, row),
      choices: choicesOf(key),
      changed_at: row?.changed_at.toISOString() ?? null,
      changed_by: row?.changer_id ? { id: row.changer_id, name: row.changer_name ?? "" } : null,
    };
  });
}

function valueOf(key: SettingKey, row: StoredSetting | undefined) {
  const standard = defaultOf(key);
  if (!row || row.back_to_default)
    return { value: standard, default: standard, is_default: true, problem: null };
  const stored = decodeCurrentSetting(key, row.value, row.value_encrypted);
  const checked = checkSetting(key, stored);
  return {
    value: checked.problems ? stored : checked.value,
    default: standard,
    is_default: false,
    problem: checked.problems ? (checked.problems[0]?.message ?? "Unreadable value") : null,
  };
}

type StoredSetting = Awaited<ReturnType<typeof selectStored>>[number];

/** The stored settings, and the last change of those that were reset to their default. */
function selectStored(db: Db) {
  return db
    .selectFrom("settings")
    .fullJoin(
      (of) =>
        of
          .selectFrom("settings_history")
          .distinctOn("key")
          .select(["key", "changed_at", "changed_by"])
          .orderBy("key")
          .orderBy("changed_at", "desc")
          .orderBy("id", "desc")
          .as("last"),
      (join) => join.onRef("last.key", "=", "settings.key"),
    )
    .leftJoin("people", (join) =>
      join.on((eb) =>
        eb("people.id", "=", eb.fn.coalesce("settings.updated_by", "last.changed_by")),
      ),
    )
    .select((eb) => [
      eb.fn.coalesce("settings.key", "last.key").as("key"),
      "settings.value",
      "settings.value_encrypted",
      eb("settings.key", "is", null).as("back_to_default"),
      eb.fn.coalesce("settings.updated_at", "last.changed_at").$notNull().as("changed_at"),
      "people.id as changer_id",
      "people.name as changer_name",
    ])
    .execute();
}

/** A page of a setting's changes, newest first. */
export async function listSettingHistory(key: SettingKey, query: { page: number; limit: number }) {
  const db = database();
  const [rows, { total }] = await Promise.all([
    selectChanges(db, key, query),
    db
      .selectFrom("settings_history")
      .select((eb) => eb.fn.countAll<bigint>().as("total"))
      .where("key", "=", key)
      .executeTakeFirstOrThrow(),
  ]);
  return { data: rows.map(asChange), pagination: pageOf(query, total), total: Number(total) };
}

type ChangeRow = Awaited<ReturnType<typeof selectChanges>>[number];

function selectChanges(db: Db, key: SettingKey, { page, limit }: { page: number; limit: number }) {
  return db
    .selectFrom("settings_history")
    .leftJoin("people", "people.id", "settings_history.changed_by")
    .leftJoin("people as confirmers", "confirmers.id", "settings_history.confirmed_by")
    .select([
      "settings_history.id",
      "changed_at",
      "before",
      "before_encrypted",
      "after",
      "after_encrypted",
      "to_default",
      "people.id as changer_id",
      "people.name as changer_name",
      "confirmers.id as confirmer_id",
      "confirmers.name as confirmer_name",
    ])
    .where("key", "=", key)
    .orderBy("changed_at", "desc")
    .orderBy("settings_history.id", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
}

function asChange(row: ChangeRow): SettingChange {
  return {
    id: row.id,
    changed_at: row.changed_at.toISOString(),
    changed_by: row.changer_id ? { id: row.changer_id, name: row.changer_name ?? "" } : null,
    confirmed_by: row.confirmer_id
      ? { id: row.confirmer_id, name: row.confirmer_name ?? "" }
      : null,
    from: decodeSetting("setting before", row.id, row.before, row.before_encrypted),
    to: decodeSetting("setting after", row.id, row.after, row.after_encrypted),
    to_default: row.to_default,
  };
}
