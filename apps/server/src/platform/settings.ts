import { brand } from "@rokad/contract/brand";
import { brandingFields, type BrandingKey } from "@rokad/contract/branding-rules";
import { limits } from "@rokad/contract/limits";
import {
  settingRules,
  workingKeys,
  type SettingKey,
  type WorkingKey,
} from "@rokad/contract/setting-rules";
import type { Settings } from "@rokad/contract/setting-rules";
import { database, type Db, type Tx } from "../db.ts";
import { Refusal } from "../errors.ts";
import { gather } from "../gather.ts";
import { log } from "../log.ts";
import { currentSettingOf } from "./sealed-setting.ts";
import { adapterNames, standardAdapters } from "../providers/rails.ts";
import { standardSender, standardTemplate } from "../sms/registered.ts";

export type { Settings } from "@rokad/contract/setting-rules";

const fixed: Omit<Settings, RailSetting | SmsSetting> = {
  fee_paise: 5_00,
  gst_percent: 18,
  upi_payout_paise_max: limits.payoutPaiseMax,
  imps_payout_paise_max: limits.payoutPaiseMax,
  monthly_target_paise: 1_00_00_000_00,
  second_approval_above_paise: null,
  receiving_account: null,
  sign_in_codes_per_hour: 10,
  payout_codes_per_hour: 60,
  account_checks_per_hour: 60,
  code_calls_per_address_per_hour: 600,
  unknown_alert_minutes: 15,
  outcome_decision_hours: 72,
  session_days: 30,
};

type RailSetting = "primary_provider" | "alternative_provider";
type SmsSetting = "dlt_entity_id" | "dlt_header" | "sign_in_sms" | "payout_sms" | "decision_sms";

/**
 * What counts until a super admin changes it; the adapters behind the rails and the ids under
 * which texts are registered are the environment's.
 */
export function settingDefaults(): Settings {
  const { primary, alternative } = standardAdapters();
  return {
    ...fixed,
    primary_provider: primary,
    alternative_provider: alternative,
    ...standardSender(),
    sign_in_sms: standardTemplate("sign_in"),
    payout_sms: standardTemplate("payout"),
    decision_sms: standardTemplate("decision"),
  };
}

/** The same for every setting, what the business says of itself among them. */
export function defaultOf(key: SettingKey): unknown {
  return isBranding(key) ? brand[brandingFields[key]] : settingDefaults()[key];
}

function isBranding(key: SettingKey): key is BrandingKey {
  return Object.hasOwn(brandingFields, key);
}

/** The only values that a setting can have on this installation; null where its rule decides. */
export function choicesOf(key: SettingKey): string[] | null {
  return key === "primary_provider" || key === "alternative_provider" ? adapterNames() : null;
}

/** A value by the setting's rule: what is kept, or why not, by the path within the value. */
export function checkSetting(key: SettingKey, value: unknown): CheckedSetting {
  const parsed = settingRules[key].safeParse(value);
  if (!parsed.success) return { problems: parsed.error.issues };
  const choices = choicesOf(key);
  if (choices === null || choices.some((choice) => choice === parsed.data))
    return { value: parsed.data };
  return { problems: [{ path: [], message: `Choose one of: ${choices.join(", ")}` }] };
}

interface Problem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}
type CheckedSetting =
  | { readonly value: unknown; readonly problems?: undefined }
  | { readonly problems: readonly Problem[] };

/**
 * Those whose default may stand in for what can't be read: a wrong number here must not keep the
 * super admin out who would mend it. Nothing that decides about money is among them.
 */
const mayFallBack: ReadonlySet<SettingKey> = new Set([
  "sign_in_codes_per_hour",
  "payout_codes_per_hour",
  "account_checks_per_hour",
  "code_calls_per_address_per_hour",
  "session_days",
  "unknown_alert_minutes",
  "dlt_entity_id",
  "dlt_header",
  "sign_in_sms",
]);

/**
 * The settings as they stand now: read afresh each time, so that a change counts at once on
 * every server. Requests that ask at the same moment share one query. One about money whose
 * stored value can't be read throws 503 `SETTING_UNREADABLE` when it is looked at, and no sooner:
 * what does not need it goes on.
 */
export function readSettings(): Promise<Settings> {
  return readTogether(undefined);
}

/**
 * The settings as a transaction sees them, for what is decided under a lock. Over the transaction's
 * own connection: one that waited for another of the pool's could wait for its like for ever.
 */
export function readSettingsWithin(db: Tx): Promise<Settings> {
  return readFrom(db);
}

const readTogether = gather<undefined, Settings>(
  async (askers) => {
    const current = await readFrom(database());
    return askers.map(() => current);
  },
  { atMost: 1_000 },
);

async function readFrom(db: Db): Promise<Settings> {
  const rows = await db
    .selectFrom("settings")
    .select(["key", "value", "value_sealed"])
    .where("key", "in", workingKeys)
    .execute();
  return settingsOf(
    rows.map(({ key, value, value_sealed: sealed }) => ({
      key,
      value: currentSettingOf(key, value, sealed),
    })),
  );
}

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
    if (mayFallBack.has(key)) continue;
    Object.defineProperty(settings, key, { get: () => refuseUnreadable() });
  }
  return settings;
}

const logged = new Map<SettingKey, string>();

/** Once for each value: settings are read with almost every request. */
export function logUnreadable(key: SettingKey, value: unknown): void {
  const stored = JSON.stringify(value);
  if (logged.get(key) === stored) return;
  logged.set(key, stored);
  // The value itself may be an account number.
  log().error({ setting: key }, "A stored setting can't be read; mend it in System Settings");
}

function refuseUnreadable(): never {
  throw new Refusal(
    503,
    "SETTING_UNREADABLE",
    "A setting of this installation can't be read, so nothing was done. Please contact support.",
    { retryAfterSeconds: 60 },
  );
}
