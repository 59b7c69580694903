import {
  workingKeys,
  type SettingKey,
  type Settings,
  type WorkingKey,
} from "@rokad/contract/setting-rules";
import { noticeSmsKinds } from "@rokad/contract/sms-text";
import { database, type Db, type Tx } from "../../database/db.ts";
import { ApiError } from "../../kernel/errors.ts";
import { groupCommit } from "../../database/group-commit.ts";
import { log } from "../../kernel/log.ts";
import { checkSetting } from "./check-setting.ts";
import { decodeCurrentSetting } from "./encrypted-setting.ts";
import { settingDefaults } from "./setting-defaults.ts";

export type { Settings } from "@rokad/contract/setting-rules";

/**
 * Reads the current settings. Every call queries the database, so that a change takes effect at once
 * on every server; calls at the same moment share one query.
 *
 * A money setting with an unreadable value throws 503 `SETTING_UNREADABLE` when its property is
 * accessed, so that requests that do not need it still work.
 */
export function readSettings(): Promise<Settings> {
  return readTogether(undefined);
}

/**
 * Reads the settings in a transaction, for decisions under a lock. Uses the transaction's connection:
 * waiting for a second connection from the pool could deadlock.
 */
export function readSettingsWithin(db: Tx): Promise<Settings> {
  return readFrom(db);
}

const readTogether = groupCommit<undefined, Settings>(
  async (requests) => {
    const current = await readFrom(database());
    return requests.map(() => current);
  },
  { atMost: 1_000 },
);

async function readFrom(db: Db): Promise<Settings> {
  const rows = await db
    .selectFrom("settings")
    .select(["key", "value", "value_encrypted"])
    .where("key", "in", workingKeys)
    .execute();
  return settingsOf(
    rows.map(({ key, value, value_encrypted: encrypted }) => ({
      key,
      value: decodeCurrentSetting(key, value, encrypted),
    })),
  );
}

/**
 * The settings that fall back to their default when the stored value is unreadable, so that a super
 * admin can still sign in and correct it. None of them affects money.
 */
const fallsBackToDefault: ReadonlySet<SettingKey> = new Set([
  "sign_in_codes_per_hour",
  "payout_codes_per_hour",
  "account_checks_per_hour",
  "code_calls_per_address_per_hour",
  "api_calls_per_key_per_minute",
  "session_days",
  "super_admin_session_hours",
  "tenant_idle_minutes",
  "unknown_alert_minutes",
  "primary_low_balance_paise",
  "alternative_low_balance_paise",
  "low_balance_hours",
  "late_check_days",
  "late_check_calls_max",
  "dlt_entity_id",
  "dlt_header",
  "sign_in_sms",
  ...noticeSmsKinds.map((kind) => `${kind}_sms` as const),
  "mail_from_name",
]);

function settingsOf(rows: readonly { readonly key: string; readonly value: unknown }[]): Settings {
  const settings = settingDefaults();
  for (const row of rows) {
    const key = row.key as WorkingKey;
    const checked = checkSetting(key, row.value);
    if (!checked.problems) {
      Object.assign(settings, { [key]: checked.value });
      continue;
    }
    logUnreadable(key, row.value);
    if (fallsBackToDefault.has(key)) continue;
    Object.defineProperty(settings, key, { get: () => throwUnreadable() });
  }
  return settings;
}

const loggedValues = new Map<SettingKey, string>();

/** Logs an unreadable value once, because almost every request reads the settings. */
export function logUnreadable(key: SettingKey, value: unknown): void {
  const stored = JSON.stringify(value);
  if (loggedValues.get(key) === stored) return;
  loggedValues.set(key, stored);
  // Does not log the value, which may be an account number.
  log().error({ setting: key }, "A stored setting is unreadable; correct it in System Settings");
}

function throwUnreadable(): never {
  throw new ApiError(
    503,
    "SETTING_UNREADABLE",
    "A stored setting is unreadable, so nothing was done. Please contact support.",
    { retryAfterSeconds: 60 },
  );
}
