import { settingNames, type SettingKey } from "@rokad/contract/setting-rules";
import type { Db } from "../../database/db.ts";
import { ApiError } from "../../kernel/errors.ts";
import { digest } from "../../kernel/ids.ts";
import { decodeSetting } from "../settings/encrypted-setting.ts";
import { defaultOf } from "../settings/setting-defaults.ts";
import type { CheckedChange } from "./check-changes.ts";

/** A change of a stored value. */
export interface Change extends CheckedChange {
  readonly before: unknown;
}

/**
 * The requested changes that change something, each with the stored value. A value that is already
 * stored is no change, so a repeated request is no conflict.
 */
export async function findChanged(db: Db, changes: readonly CheckedChange[]): Promise<Change[]> {
  const stored = await selectStored(
    db,
    changes.map(({ key }) => key),
  );
  return changes
    .filter((change) => !isAlreadyStored(change, stored))
    .map((change) => ({ ...change, before: valueBefore(change.key, stored) }));
}

type StoredValues = ReadonlyMap<string, { readonly value: unknown }>;

async function selectStored(db: Db, keys: readonly SettingKey[]): Promise<StoredValues> {
  const rows = await db
    .selectFrom("settings")
    .select(["key", "value", "value_encrypted"])
    .where("key", "in", keys)
    .execute();
  return new Map(
    rows.map(({ key, value, value_encrypted: encrypted }) => [
      key,
      { value: decodeSetting("setting", key, value, encrypted) },
    ]),
  );
}

/** A value equal to the default is stored too: it stays when a new version changes the default. */
function isAlreadyStored({ key, value, toDefault }: CheckedChange, stored: StoredValues): boolean {
  const row = stored.get(key);
  return toDefault ? !row : row !== undefined && isSame(row.value, value);
}

function valueBefore(key: SettingKey, stored: StoredValues): unknown {
  const row = stored.get(key);
  return row ? row.value : defaultOf(key);
}

/** The first of these settings whose stored value is not the one before. */
export async function findReplaced(
  db: Db,
  changes: readonly { readonly key: SettingKey; readonly before: unknown }[],
): Promise<SettingKey | undefined> {
  const stored = await selectStored(
    db,
    changes.map(({ key }) => key),
  );
  return changes.find(({ key, before }) => !isSame(valueBefore(key, stored), before))?.key;
}

/** @throws 409 `SETTING_CHANGED` that names the other person and the setting. */
export async function assertUnchanged(db: Db, changed: readonly Change[]): Promise<void> {
  const conflicts = changed.filter(
    ({ seen, before }) => seen !== undefined && !isSame(seen, before),
  );
  const [first] = conflicts;
  if (first) throw await settingChanged(db, first.key, conflicts);
}

/** The error that names who changed a setting last. */
export async function settingChanged(
  db: Db,
  key: SettingKey,
  conflicts: readonly { readonly key: SettingKey }[],
): Promise<ApiError> {
  const name = await lastChanger(db, key);
  return new ApiError(
    409,
    "SETTING_CHANGED",
    `${name} changed “${settingNames[key]}” while you were editing. Nothing was saved. Check the new value and save again.`,
    {
      fields: Object.fromEntries(
        conflicts.map((conflict) => [conflict.key, "Changed while you were editing"]),
      ),
    },
  );
}

/** The name of the person who changed a setting last. */
export async function lastChanger(db: Db, key: SettingKey): Promise<string> {
  const last = await db
    .selectFrom("settings_history")
    .leftJoin("people", "people.id", "changed_by")
    .select("people.name")
    .where("key", "=", key)
    .orderBy("changed_at", "desc")
    .orderBy("settings_history.id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.name ?? "The command line";
}

export function isSame(a: unknown, b: unknown): boolean {
  return digest(a).equals(digest(b));
}
