import type { Topic } from "@rokad/contract/call";
import type { SettingKey } from "@rokad/contract/setting-rules";
import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { newId } from "../../kernel/ids.ts";
import { record } from "../audit/record.ts";
import { signedInIds } from "../people/signed-in-ids.ts";
import { superAdminIds } from "../people/super-admins.ts";
import { approvalInLog } from "../proposals/approval-in-log.ts";
import type { Approval } from "../proposals/proposal.ts";
import { encodeSetting } from "../settings/encrypted-setting.ts";
import type { Change } from "./stored-values.ts";

/** Closes the race between two people who save at once: the second sees the first one's change. */
export async function lockSettings(db: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('settings', 0))`.execute(db);
}

/**
 * Stores changes, with the history and the audit log of each, and publishes them. Call it after
 * `lockSettings`.
 */
export async function storeChanges(
  db: Tx,
  approval: Approval,
  changed: readonly Change[],
): Promise<void> {
  if (changed.length === 0) return;
  const at = now();
  for (const change of changed) {
    await storeSetting(db, change, at, approval);
    await addToHistory(db, change, at, approval);
  }
  const isOnGatewayPage = changed.some(({ key }) => gatewayPageKeys.has(key));
  const topics: Topic[] = isOnGatewayPage ? ["settings", "gateway"] : ["settings"];
  await publishChange(db, await selectViewers(db, changed), topics);
  for (const { key, before, value, toDefault } of changed) {
    await record(db, {
      act: "setting.changed",
      by: approval.by,
      subject: { kind: "setting", id: key },
      reason: approval.reason,
      before: { value: before },
      after: { value, ...(toDefault && { default: true }), ...approvalInLog(approval) },
    });
  }
}

async function storeSetting(
  db: Tx,
  { key, value, toDefault }: Change,
  at: Date,
  { proposerId }: Approval,
): Promise<void> {
  if (toDefault) {
    await db.deleteFrom("settings").where("key", "=", key).execute();
    return;
  }
  const { plain, encrypted } = encodeSetting("setting", key, key, value);
  const row = {
    value: plain,
    value_encrypted: encrypted,
    updated_at: at,
    updated_by: proposerId,
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
  { proposerId, confirmedById }: Approval,
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
      before_encrypted: encodedBefore.encrypted,
      after: encodedAfter.plain,
      after_encrypted: encodedAfter.encrypted,
      to_default: toDefault,
      changed_at: at,
      changed_by: proposerId,
      confirmed_by: confirmedById,
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
  "primary_low_balance_paise",
  "alternative_low_balance_paise",
  "low_balance_hours",
]);

/** The ids of the people whose pages show these settings. */
async function selectViewers(db: Tx, changed: readonly Change[]): Promise<string[]> {
  if (!changed.some(({ key }) => tenantPageKeys.has(key))) return superAdminIds(db);
  return signedInIds(db);
}
