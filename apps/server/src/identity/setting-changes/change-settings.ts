import { guardedKeys, moneyKeys } from "@rokad/contract/guarded-settings";
import { settingNames, type SettingKey } from "@rokad/contract/setting-rules";
import { database, transaction, type Tx } from "../../database/db.ts";
import { invalidInput } from "../../kernel/errors.ts";
import { assertMayDo } from "../../kernel/permissions.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { notifySuperAdmins } from "../notifications/notify-super-admins.ts";
import { lockProposals } from "../proposals/lock-proposals.ts";
import type { ControlledChange, Submitted } from "../proposals/proposal.ts";
import { checkProposalCode, sendProposalCode } from "../proposals/propose-change.ts";
import { digestOf } from "../proposals/sign-change.ts";
import { submitChange } from "../proposals/submit-change.ts";
import {
  assertProvidersReady,
  checkChanges,
  type CheckedChange,
  type SettingChangeRequest,
} from "./check-changes.ts";
import { controlledPart, settingsProposals } from "./propose-settings.ts";
import { lockSettings, storeChanges } from "./store-changes.ts";
import { assertUnchanged, findChanged, settingChanged } from "./stored-values.ts";

interface Signed {
  readonly reason?: string | undefined;
  readonly otp?: string | undefined;
}

interface SaveResult {
  /** The settings that changed at once. */
  readonly applied: SettingKey[];
  /** The proposal of the others. */
  readonly proposal: Submitted | null;
}

/**
 * Texts the super admin the code that signs exactly these changes, as far as they guard money.
 * @throws 400 with `fields` by key; 409 `SETTING_CHANGED`, `PROPOSAL_WAITING`; 429; 503.
 */
export async function sendSettingsCode(
  person: SuperAdmin,
  requests: readonly SettingChangeRequest[],
  reason: string,
) {
  assertMayChange(person, requests);
  const controlled = await findControlled(await readyChanges(requests), reason);
  if (!controlled) throw invalidInput({ changes: "These changes need no code" });
  return sendProposalCode(person, controlled);
}

/**
 * Changes all given settings or none. Settings that guard money become a proposal for a second
 * super admin, or wait when nobody else can confirm; the others change at once.
 * @throws 400 with `fields` by key, such as `fee_paise` or `sign_in_sms.template`, or for a
 *   wrong code; 409 `SETTING_CHANGED` when a stored value differs from the one seen,
 *   `PROPOSAL_WAITING`.
 */
export async function changeSettings(
  person: SuperAdmin,
  requests: readonly SettingChangeRequest[],
  { reason, otp }: Signed,
): Promise<SaveResult> {
  assertMayChange(person, requests);
  const changes = await readyChanges(requests);
  const signed = await findControlled(changes, reason ?? "");
  const repeated = signed && (await checkCodeOf(person, signed, { reason, otp }));
  return transaction(async (db) => {
    if (signed) await lockProposals(db);
    await lockSettings(db);
    const changed = await findChanged(db, changes);
    await assertUnchanged(db, changed);
    const controlled = controlledPart(changed, reason ?? "");
    if (controlled) await assertSigned(db, controlled, signed);
    const proposal = controlled
      ? (repeated ??
        (await submitChange(db, person, controlled, (approval) =>
          settingsProposals.apply(db, controlled.content, approval),
        )))
      : null;
    const free = changed.filter(({ key }) => !guardedKeys.has(key));
    const alone = { by: person, confirmedById: null, proposalId: null };
    await storeChanges(db, { proposerId: person.id, ...alone }, free);
    await notifyOthers(db, person, free);
    const applied = proposal === null ? changed : free;
    return { applied: applied.map(({ key }) => key), proposal };
  });
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

/** What needs two people, compared with the values stored now. @throws 409 `SETTING_CHANGED`. */
async function findControlled(changes: readonly CheckedChange[], reason: string) {
  const changed = await findChanged(database(), changes);
  await assertUnchanged(database(), changed);
  return controlledPart(changed, reason);
}

/** @throws 400 when the reason or the code is missing; as `checkProposalCode`. */
async function checkCodeOf(person: SuperAdmin, change: ControlledChange, { reason, otp }: Signed) {
  if (reason === undefined || otp === undefined) {
    throw invalidInput(
      {
        ...(reason === undefined && { reason: "A reason is required" }),
        ...(otp === undefined && { otp: "OTP is required" }),
      },
      `${change.title}: a change needs a reason and a code`,
    );
  }
  return checkProposalCode(person, change, otp);
}

/** Closes the race with a change between the check of the code and the lock. */
async function assertSigned(
  db: Tx,
  change: ControlledChange,
  signed: ControlledChange | undefined,
): Promise<void> {
  if (signed && digestOf(signed).equals(digestOf(change))) return;
  const keys = change.subjects as readonly SettingKey[];
  const [first] = keys;
  if (first) {
    throw await settingChanged(
      db,
      first,
      keys.map((key) => ({ key })),
    );
  }
}

async function notifyOthers(
  db: Tx,
  by: SuperAdmin,
  changed: readonly CheckedChange[],
): Promise<void> {
  if (changed.length === 0) return;
  await notifySuperAdmins(db, {
    kind: "setting_changed",
    subjectId: by.id,
    detail: changed.map(({ key }) => settingNames[key]).join(", "),
    exceptPersonId: by.id,
  });
}
