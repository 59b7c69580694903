import type { Topic } from "@rokad/contract/call";
import { settingNames, type SettingKey } from "@rokad/contract/setting-rules";
import { sql } from "kysely";
import { record } from "../audit/record.ts";
import { now } from "../../kernel/clock.ts";
import { transaction, type Tx } from "../../database/db.ts";
import { ApiError } from "../../kernel/errors.ts";
import { digest, newId } from "../../kernel/ids.ts";
import { publishChange } from "../../database/publish-change.ts";
import { notifySuperAdmins } from "../notifications/notify-super-admins.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { signedInIds } from "../people/signed-in-ids.ts";
import { superAdminIds } from "../people/super-admins.ts";
import { encodeSetting, decodeSetting } from "./encrypted-setting.ts";
import {
  assertProvidersReady,
  checkChanges,
  type CheckedChange,
  type SettingChangeRequest,
} from "./check-changes.ts";
import { defaultOf } from "./setting-defaults.ts";

/**
 * Changes all given settings or none. Adds each change to the setting's history and the audit log.
 * @param by null for the command line.
 * @throws 400 with `fields` by key, such as `fee_paise` or `sign_in_sms.template`; 409
 *   `SETTING_CHANGED` when a stored value differs from the one seen.
 */
export async function changeSettings(
  by: SuperAdmin | null,
  requests: readonly SettingChangeRequest[],
): Promise<void> {
  const changes = checkChanges(requests);
  await assertProvidersReady(changes);
  await transaction(async (db) => {
    // Closes the race between two people who save at once: the second sees the first one's change.
    await sql`select pg_advisory_xact_lock(hashtextextended('settings', 0))`.execute(db);
    const stored = await selectStored(db, requests);
    // Skips values that are already stored: a repeated request is no conflict.
    const changed = changes
      .filter((change) => !isAlreadyStored(change, stored))
      .map((change) => ({ ...change, before: valueBefore(change.key, stored) }));
    if (changed.length === 0) return;
    await assertUnchanged(db, changed);
    const at = now();
    for (const change of changed) {
      await storeSetting(db, change, at, by);
      await addToHistory(db, change, at, by);
    }
    const isOnGatewayPage = changed.some(({ key }) => gatewayPageKeys.has(key));
    const topics: Topic[] = isOnGatewayPage ? ["settings", "gateway"] : ["settings"];
    await publishChange(db, await selectViewers(db, changed), topics);
    await notifySuperAdmins(db, {
      kind: "setting_changed",
      subjectId: by?.id ?? null,
      detail: changed.map(({ key }) => settingNames[key]).join(", "),
      exceptPersonId: by?.id,
    });
    for (const { key, before, value, toDefault } of changed) {
      await record(db, {
        act: "setting.changed",
        by,
        subject: { kind: "setting", id: key },
        before: { value: before },
        after: { value, ...(toDefault && { default: true }) },
      });
    }
  });
}

interface Change extends CheckedChange {
  readonly before: unknown;
}

type StoredValues = ReadonlyMap<string, { readonly value: unknown }>;

async function selectStored(
  db: Tx,
  requests: readonly SettingChangeRequest[],
): Promise<StoredValues> {
  const rows = await db
    .selectFrom("settings")
    .select(["key", "value", "value_sealed"])
    .where(
      "key",
      "in",
      requests.map(({ key }) => key),
    )
    .execute();
  return new Map(
    rows.map(({ key, value, value_sealed: encrypted }) => [
      key,
      { value: decodeSetting("setting", key, value, encrypted) },
    ]),
  );
}

/** @throws 409 `SETTING_CHANGED` that names the other person and the setting. */
async function assertUnchanged(db: Tx, changed: readonly Change[]): Promise<void> {
  const conflicts = changed.filter(({ seen, before }) => seen !== undefined && !same(seen, before));
  const [first] = conflicts;
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
  throw new ApiError(
    409,
    "SETTING_CHANGED",
    `${last?.name ?? "The command line"} changed “${settingNames[first.key]}” while you were editing. Nothing was saved. Check the new value and save again.`,
    {
      fields: Object.fromEntries(
        conflicts.map(({ key }) => [key, "Changed while you were editing"]),
      ),
    },
  );
}

function valueBefore(key: SettingKey, stored: StoredValues): unknown {
  const row = stored.get(key);
  return row ? row.value : defaultOf(key);
}

/** A value equal to the default is stored too: it stays when a new version changes the default. */
function isAlreadyStored({ key, value, toDefault }: CheckedChange, stored: StoredValues): boolean {
  const row = stored.get(key);
  return toDefault ? !row : row !== undefined && same(row.value, value);
}

function same(a: unknown, b: unknown): boolean {
  return digest(a).equals(digest(b));
}

async function storeSetting(
  db: Tx,
  { key, value, toDefault }: Change,
  at: Date,
  by: SuperAdmin | null,
): Promise<void> {
  if (toDefault) {
    await db.deleteFrom("settings").where("key", "=", key).execute();
    return;
  }
  const { plain, encrypted } = encodeSetting("setting", key, key, value);
  const row = {
    value: plain,
    value_sealed: encrypted,
    updated_at: at,
    updated_by: by?.id ?? null,
  };
  await db
    .insertInto("settings")
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column("key").doUpdateSet(row))
    .execute();
}

async function addToHistory(
  db: Tx,
  { key, before, value, toDefault }: Change,
  at: Date,
  by: SuperAdmin | null,
): Promise<void> {
  const id = newId();
  const encodedBefore = encodeSetting("setting before", key, id, before);
  const encodedAfter = encodeSetting("setting after", key, id, value);
  await db
    .insertInto("settings_history")
    .values({
      id,
      key,
      before: encodedBefore.plain,
      before_sealed: encodedBefore.encrypted,
      after: encodedAfter.plain,
      after_sealed: encodedAfter.encrypted,
      to_default: toDefault,
      changed_at: at,
      changed_by: by?.id ?? null,
    })
    .execute();
}

/** The settings that tenants' pages show, from `/platform/config`. */
const tenantPageKeys: ReadonlySet<SettingKey> = new Set([
  "fee_paise",
  "gst_percent",
  "upi_payout_paise_max",
  "imps_payout_paise_max",
  "monthly_target_paise",
]);

/** The settings that the Payment Gateway page shows. */
const gatewayPageKeys: ReadonlySet<SettingKey> = new Set([
  "primary_provider",
  "alternative_provider",
  "upi_payout_paise_max",
  "imps_payout_paise_max",
]);

/** The ids of the people whose pages show these settings. */
async function selectViewers(db: Tx, changed: readonly CheckedChange[]): Promise<string[]> {
  if (!changed.some(({ key }) => tenantPageKeys.has(key))) return superAdminIds(db);
  return signedInIds(db);
}
