import type { CredentialName } from "@rokad/contract/credential-names";
import type { Credential } from "@rokad/contract/credentials";
import { sql } from "kysely";
import { record } from "../audit/record.ts";
import { now } from "../../kernel/clock.ts";
import { database, transaction, type Db } from "../../database/db.ts";
import { ApiError } from "../../kernel/errors.ts";
import { notifySuperAdmins } from "../notifications/notify-super-admins.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { listCredentials } from "./list-credentials.ts";
import { assertNotInEnvironment, checkCredentialCode } from "./send-credential-code.ts";
import {
  removeCredential,
  selectCredentials,
  storeCredential,
  type StoredCredential,
} from "./stored-credentials.ts";
import { publishToSuperAdmins } from "../people/publish-to-super-admins.ts";

interface CredentialChange {
  readonly name: CredentialName;
  /** Null removes the stored value. */
  readonly value: string | null;
  readonly seen_set_at: string | null;
  readonly otp: string;
}

/**
 * Sets or removes a credential for all servers at once. The value is stored encrypted; neither the
 * answer nor the audit log contains it.
 * @throws 400 for a wrong code; 409 `CREDENTIAL_IN_ENVIRONMENT`, or `CREDENTIAL_CHANGED` when
 *   another super admin changed it after `seen_set_at`.
 */
export async function changeCredential(
  person: SuperAdmin,
  change: CredentialChange,
): Promise<Credential> {
  const { name, value } = change;
  assertNotInEnvironment(name);
  // Checked before the code is used, and again under the lock.
  assertUnchanged(await selectStored(database(), name), change);
  await checkCredentialCode(person, name, change.otp);
  return transaction(async (db) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`credential ${name}`}, 0))`.execute(
      db,
    );
    const before = await selectStored(db, name);
    assertUnchanged(before, change);
    if (value === null) await removeCredential(db, name);
    else await storeCredential(db, { name, value, set_at: now(), set_by: person.id });
    await publishToSuperAdmins(db, ["gateway"]);
    await notifySuperAdmins(db, {
      kind: "setting_changed",
      subjectId: person.id,
      detail: name,
      exceptPersonId: person.id,
    });
    const credential = (await listCredentials(db)).find((one) => one.name === name);
    if (!credential) throw new Error(`The credential ${name} is not listed`);
    await record(db, {
      act: value === null ? "credential.removed" : "credential.set",
      by: person,
      subject: { kind: "credential", id: name },
      before: { set: before !== undefined },
      after: { set: value !== null },
    });
    return credential;
  });
}

async function selectStored(db: Db, name: CredentialName): Promise<StoredCredential | undefined> {
  return (await selectCredentials(db)).find((row) => row.name === name);
}

function assertUnchanged(
  stored: StoredCredential | undefined,
  { name, seen_set_at }: CredentialChange,
): void {
  if ((stored?.set_at.toISOString() ?? null) === seen_set_at) return;
  throw new ApiError(
    409,
    "CREDENTIAL_CHANGED",
    stored
      ? `${stored.setter_name} set ${name} while you were editing. Your change was not saved. Check it and try again.`
      : `${name} was removed while you were editing. Your change was not saved. Check it and try again.`,
  );
}
