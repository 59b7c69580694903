import { guardedKeys, moneyKeys } from "@rokad/contract/guarded-settings";
import { settingNames, type SettingKey } from "@rokad/contract/setting-rules";
import { changesGuarded } from "@rokad/contract/settings";
import { database, transaction, type Db, type Tx } from "../../database/db.ts";
import type { SignedSummary } from "../../http/with-signature.ts";
import { invalidInput } from "../../kernel/errors.ts";
import { assertMayDo } from "../../kernel/permissions.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { notifySuperAdmins } from "../notifications/notify-super-admins.ts";
import { lockProposals } from "../proposals/lock-proposals.ts";
import { describeChange } from "../proposals/describe-change.ts";
import type { Submitted } from "../proposals/proposal.ts";
import { submitChange } from "../proposals/submit-change.ts";
import {
  assertProvidersReady,
  checkChanges,
  type CheckedChange,
  type SettingChangeRequest,
} from "./check-changes.ts";
import { controlledPart, settingsProposals } from "./propose-settings.ts";
import { lockSettings, storeChanges } from "./store-changes.ts";
import { assertUnchanged, findChanged } from "./stored-values.ts";

interface SaveResult {
  /** The settings that changed at once. */
  readonly applied: SettingKey[];
  /** The proposal of the others. */
  readonly proposal: Submitted | null;
}

/**
 * Changes all given settings or none. Settings that guard money become a proposal for a second
 * super admin, or wait when nobody else can confirm; the others change at once.
 * @throws 400 with `fields` by key, such as `fee_paise` or `sign_in_sms.template`, or without a
 *   reason for settings that guard money; 409 `SETTING_CHANGED` when a stored value differs from the
 *   one seen, `PROPOSAL_WAITING`.
 */
export async function changeSettings(
  person: SuperAdmin,
  requests: readonly SettingChangeRequest[],
  reason?: string,
): Promise<SaveResult> {
  assertMayChange(person, requests);
  const changes = await readyChanges(requests);
  return transaction(async (db) => {
    if (changesGuarded({ changes })) await lockProposals(db);
    await lockSettings(db);
    const { changed, controlled } = await findControlled(db, changes, reason);
    const proposal =
      controlled &&
      (await submitChange(db, person, controlled, (approval) =>
        settingsProposals.apply(db, controlled.content, approval),
      ));
    const free = changed.filter(({ key }) => !guardedKeys.has(key));
    const alone = { by: person, confirmedById: null, proposalId: null };
    await storeChanges(db, { proposerId: person.member.id, ...alone }, free);
    await notifyOthers(db, person, free);
    const applied = proposal === null ? changed : free;
    return { applied: applied.map(({ key }) => key), proposal };
  });
}

/** What the person signs of it. @throws as `changeSettings`. */
export async function describeChanges(
  person: SuperAdmin,
  requests: readonly SettingChangeRequest[],
  reason?: string,
): Promise<SignedSummary> {
  assertMayChange(person, requests);
  const { controlled } = await findControlled(database(), await readyChanges(requests), reason);
  return controlled
    ? describeChange(controlled, "Change", settingsProposals.describe(controlled.content))
    : { summary: "Change nothing" };
}

async function readyChanges(requests: readonly SettingChangeRequest[]): Promise<CheckedChange[]> {
  const changes = checkChanges(requests);
  await assertProvidersReady(changes);
  return changes;
}

/** @throws 403 for a setting that is not about money, without the role for it. */
function assertMayChange(person: SuperAdmin, requests: readonly SettingChangeRequest[]): void {
  if (requests.some(({ key }) => !moneyKeys.has(key))) assertMayDo(person, "manage");
}

/**
 * What changes, and the part of it that needs two people; null without any.
 * @throws 400 for that part without a reason; 409 `SETTING_CHANGED`.
 */
async function findControlled(db: Db, changes: readonly CheckedChange[], reason?: string) {
  const changed = await findChanged(db, changes);
  await assertUnchanged(db, changed);
  const controlled = controlledPart(changed, reason ?? "");
  if (controlled && reason === undefined) {
    throw invalidInput(
      { reason: "A reason is required" },
      `${controlled.title}: a change needs a reason`,
    );
  }
  return { changed, controlled };
}

async function notifyOthers(
  db: Tx,
  by: SuperAdmin,
  changed: readonly CheckedChange[],
): Promise<void> {
  if (changed.length === 0) return;
  await notifySuperAdmins(db, {
    kind: "setting_changed",
    subjectId: by.member.id,
    detail: changed.map(({ key }) => settingNames[key]).join(", "),
    exceptPersonId: by.member.id,
  });
}
