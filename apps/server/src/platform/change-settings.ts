import type { Topic } from "@rokad/contract/call";
import { settingNames, type SettingKey } from "@rokad/contract/setting-rules";
import { providerIds } from "@rokad/contract/tenants";
import { sql } from "kysely";
import { record } from "../audit/record.ts";
import { now } from "../clock.ts";
import { transaction, type Tx } from "../db.ts";
import { invalid, Refusal } from "../errors.ts";
import { digest, newId } from "../ids.ts";
import { announce } from "../live/announce.ts";
import { maskAccountNumber } from "../money.ts";
import { tellSuperAdmins } from "../notifications/tell-super-admins.ts";
import { adapterOf } from "../providers/rails.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { superAdminIds } from "../sign-in/super-admins.ts";
import { keptSetting, settingOf } from "./sealed-setting.ts";
import { checkSetting, defaultOf } from "./settings.ts";

export interface ChangeOfSetting {
  readonly key: SettingKey;
  /** What the person saw; left out by the command line, which says what it shall be. */
  readonly seen?: unknown;
  readonly value?: unknown;
  readonly back_to_default?: true | undefined;
}

/**
 * Changes settings, all of them or none: each with its line in its history and in the audit log.
 * @param by null for the command line.
 * @throws 400 with `fields` by key, such as `fee_paise` or `receiving_account.ifsc_code`, 409
 *   `SETTING_CHANGED` when one is no longer what was seen.
 */
export async function changeSettings(
  by: SuperAdmin | null,
  asked: readonly ChangeOfSetting[],
): Promise<void> {
  const wanted = checked(asked);
  await refuseUnready(wanted);
  await transaction(async (db) => {
    // Two who save at once come one after the other: the second finds what the first has made of it.
    await sql`select pg_advisory_xact_lock(hashtextextended('settings', 0))`.execute(db);
    const stored = await selectStored(db, asked);
    // What is so already is no change, and no conflict either: a repeat whose answer got lost.
    const changed = wanted
      .map((change) => ({ ...change, before: stored.get(change.key)?.value }))
      .filter((change) => !isAlreadySo(change, stored.has(change.key)));
    await refuseUnseen(db, changed, stored);
    const at = now();
    for (const { key, value, toDefault, before = defaultOf(key) } of changed) {
      await store(db, { key, value, toDefault, at, by });
      const id = newId();
      const kept = {
        before: keptSetting("setting before", key, id, before),
        after: keptSetting("setting after", key, id, value),
      };
      await db
        .insertInto("settings_history")
        .values({
          id,
          key,
          before: kept.before.plain,
          before_sealed: kept.before.sealed,
          after: kept.after.plain,
          after_sealed: kept.after.sealed,
          to_default: toDefault,
          changed_at: at,
          changed_by: by?.id ?? null,
        })
        .execute();
    }
    if (changed.length === 0) return;
    const aboutRails = changed.some(({ key }) => onGatewayScreen.has(key));
    const topics: Topic[] = aboutRails ? ["settings", "gateway"] : ["settings"];
    await announce(db, await whoSees(db, changed), topics);
    await tellSuperAdmins(db, {
      kind: "setting_changed",
      subjectId: by?.id ?? null,
      detail: changed.map(({ key }) => settingNames[key]).join(", "),
      but: by?.id,
    });
    for (const { key, value, toDefault, before = defaultOf(key) } of changed) {
      await record(db, {
        act: "setting.changed",
        by,
        subject: { kind: "setting", id: key },
        before: { value: asLogged(before) },
        after: { value: asLogged(value), ...(toDefault && { default: true }) },
      });
    }
  });
}

interface WantedSetting {
  readonly key: SettingKey;
  readonly seen: unknown;
  readonly value: unknown;
  readonly toDefault: boolean;
}

/** @throws 400 that names every field of every setting that is against its rule. */
function checked(asked: readonly ChangeOfSetting[]): WantedSetting[] {
  const fields: Record<string, string> = {};
  const wanted = asked.map(({ key, seen, value, back_to_default: toDefault = false }) => {
    if (toDefault) return { key, seen, value: defaultOf(key), toDefault };
    const checkedValue = checkSetting(key, value);
    if (!checkedValue.problems) return { key, seen, value: checkedValue.value, toDefault };
    for (const issue of checkedValue.problems)
      fields[[key, ...issue.path].join(".")] ??= issue.message;
    return { key, seen, value: undefined, toDefault };
  });
  if (Object.keys(fields).length > 0) throw invalid(fields);
  return wanted;
}

/** @throws 400 for a provider that has no keys yet: whatever was given to it could not go out. */
async function refuseUnready(wanted: readonly WantedSetting[]): Promise<void> {
  const fields: Record<string, string> = {};
  for (const id of providerIds) {
    const key = `${id}_provider` as const;
    const chosen = wanted.find((change) => change.key === key && !change.toDefault);
    if (!chosen) continue;
    const missing = await adapterOf(id, String(chosen.value)).missingSettings();
    if (missing.length === 0) continue;
    fields[key] = `${String(chosen.value)} is not set up yet: ${missing.join(", ")}`;
  }
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

type Stored = ReadonlyMap<string, { readonly value: unknown }>;

async function selectStored(db: Tx, asked: readonly ChangeOfSetting[]): Promise<Stored> {
  const rows = await db
    .selectFrom("settings")
    .select(["key", "value", "value_sealed"])
    .where(
      "key",
      "in",
      asked.map(({ key }) => key),
    )
    .execute();
  return new Map(
    rows.map(({ key, value, value_sealed: sealed }) => [
      key,
      { value: settingOf("setting", key, value, sealed) },
    ]),
  );
}

/** @throws 409 `SETTING_CHANGED` with who changed what meanwhile. */
async function refuseUnseen(
  db: Tx,
  changed: readonly WantedSetting[],
  stored: Stored,
): Promise<void> {
  const moved = changed.filter(({ key, seen }) => {
    const row = stored.get(key);
    return seen !== undefined && !same(seen, row ? row.value : defaultOf(key));
  });
  const [first] = moved;
  if (!first) return;
  const last = await db
    .selectFrom("settings_history")
    .leftJoin("people", "people.id", "changed_by")
    .select("people.name")
    .where("key", "=", first.key)
    .orderBy("changed_at", "desc")
    .orderBy("settings_history.id", "desc")
    .limit(1)
    .executeTakeFirst();
  throw new Refusal(
    409,
    "SETTING_CHANGED",
    `${last?.name ?? "Somebody"} changed “${settingNames[first.key]}” meanwhile, so nothing of yours was saved. Look at what it is now and save again.`,
    { fields: Object.fromEntries(moved.map(({ key }) => [key, "This was changed meanwhile"])) },
  );
}

/** A default that is set by hand is a change too: it stays what it is when the default moves. */
function isAlreadySo(change: WantedSetting & { readonly before: unknown }, isStored: boolean) {
  return change.toDefault ? !isStored : isStored && same(change.before, change.value);
}

function same(a: unknown, b: unknown): boolean {
  return digest(a).equals(digest(b));
}

interface Storing extends Omit<WantedSetting, "seen"> {
  readonly at: Date;
  readonly by: SuperAdmin | null;
}

async function store(db: Tx, { key, value, toDefault, at, by }: Storing): Promise<void> {
  if (toDefault) {
    await db.deleteFrom("settings").where("key", "=", key).execute();
    return;
  }
  const { plain, sealed } = keptSetting("setting", key, key, value);
  const row = {
    value: plain,
    value_sealed: sealed,
    updated_at: at,
    updated_by: by?.id ?? null,
  };
  await db
    .insertInto("settings")
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column("key").doUpdateSet(row))
    .execute();
}

/** Those that `/platform/config` tells of are on tenants' screens too. */
const onTenantsScreens: ReadonlySet<SettingKey> = new Set([
  "fee_paise",
  "gst_percent",
  "upi_payout_paise_max",
  "imps_payout_paise_max",
  "monthly_target_paise",
  "receiving_account",
]);

const onGatewayScreen: ReadonlySet<SettingKey> = new Set([
  "primary_provider",
  "alternative_provider",
  "upi_payout_paise_max",
  "imps_payout_paise_max",
]);

async function whoSees(db: Tx, changed: readonly WantedSetting[]): Promise<string[]> {
  if (!changed.some(({ key }) => onTenantsScreens.has(key))) return superAdminIds(db);
  const signedIn = await db
    .selectFrom("sessions")
    .select("person_id")
    .distinct()
    .where("ended_at", "is", null)
    .where("expires_at", ">", now())
    .execute();
  return signedIn.map((session) => session.person_id);
}

/** The audit log never has a whole account number. */
function asLogged(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("account_number" in value)) return value;
  return { ...value, account_number: maskAccountNumber(String(value.account_number)) };
}
