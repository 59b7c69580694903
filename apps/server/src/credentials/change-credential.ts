import type { CredentialName } from "@rokad/contract/credential-names";
import type { Credential } from "@rokad/contract/credentials";
import { sql } from "kysely";
import { record } from "../audit/record.ts";
import { now } from "../clock.ts";
import { database, transaction, type Db } from "../db.ts";
import { Refusal } from "../errors.ts";
import { announce } from "../live/announce.ts";
import { tellSuperAdmins } from "../notifications/tell-super-admins.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { superAdminIds } from "../sign-in/super-admins.ts";
import { listCredentials } from "./list-credentials.ts";
import { refuseInEnvironment, useCredentialCode } from "./send-credential-code.ts";
import {
  removeCredential,
  selectCredentials,
  storeCredential,
  type StoredCredential,
} from "./stored-credentials.ts";

interface Change {
  readonly name: CredentialName;
  /** Null removes what is stored. */
  readonly value: string | null;
  readonly seen_set_at: string | null;
  readonly otp: string;
}

/**
 * Sets a credential or removes it, sealed and for every server at once. Neither the answer nor the
 * audit log has the value.
 * @throws 400 for a wrong code, 409 `CREDENTIAL_IN_ENVIRONMENT`, or `CREDENTIAL_CHANGED` when it is
 *   no longer what the person saw.
 */
export async function changeCredential(person: SuperAdmin, change: Change): Promise<Credential> {
  const { name, value } = change;
  refuseInEnvironment(name);
  // Looked at before the code is used up, and again under the lock.
  refuseUnseen(await storedOf(database(), name), change);
  await useCredentialCode(person, name, change.otp);
  return transaction(async (db) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`credential ${name}`}, 0))`.execute(
      db,
    );
    const before = await storedOf(db, name);
    refuseUnseen(before, change);
    if (value === null) await removeCredential(db, name);
    else await storeCredential(db, { name, value, set_at: now(), set_by: person.id });
    await announce(db, await superAdminIds(db), ["gateway"]);
    await tellSuperAdmins(db, {
      kind: "setting_changed",
      subjectId: person.id,
      detail: name,
      but: person.id,
    });
    const answer = (await listCredentials(db)).find((credential) => credential.name === name);
    if (!answer) throw new Error(`${name} is a credential that is not listed`);
    await record(db, {
      act: value === null ? "credential.removed" : "credential.set",
      by: person,
      subject: { kind: "credential", id: name },
      before: { set: before !== undefined },
      after: { set: value !== null },
    });
    return answer;
  });
}

async function storedOf(db: Db, name: CredentialName): Promise<StoredCredential | undefined> {
  return (await selectCredentials(db)).find((row) => row.name === name);
}

function refuseUnseen(stored: StoredCredential | undefined, { name, seen_set_at }: Change): void {
  if ((stored?.set_at.toISOString() ?? null) === seen_set_at) return;
  throw new Refusal(
    409,
    "CREDENTIAL_CHANGED",
    stored
      ? `${stored.setter_name} set ${name} meanwhile, so nothing of yours was saved. Look at it and try again.`
      : `${name} was removed meanwhile, so nothing of yours was saved. Look at it and try again.`,
  );
}
