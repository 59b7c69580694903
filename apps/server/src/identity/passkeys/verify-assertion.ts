import type { Assertion } from "@rokad/contract/passkeys";
import { sql } from "kysely";
import { database, transaction } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { now } from "../../kernel/clock.ts";
import { log } from "../../kernel/log.ts";
import { redactSecrets } from "../../kernel/redact-secrets.ts";
import type { RequestOrigin } from "../../kernel/person.ts";
import { record } from "../audit/record.ts";
import { notify } from "../notifications/notify.ts";
import { challengeBytes } from "./issue-challenge.ts";
import { requireHost } from "./passkey-purpose.ts";
import { passkeyRefused } from "./passkey-refused.ts";
import { readClientOrigin } from "./read-client-origin.ts";
import type { Challenge } from "./take-challenge.ts";

/**
 * Verifies a passkey's answer to a challenge (WebAuthn level 3, section 7.2): its signature, with user
 * verification, by a passkey of this person, at an address of this installation.
 * @returns the passkey with its owner.
 * @throws 400 `PASSKEY_REFUSED`, also when its counter went back; 422 `PASSKEYS_OFF`.
 */
export async function verifyAssertion(
  challenge: Challenge,
  assertion: Assertion,
  from: RequestOrigin,
): Promise<{ id: string; person_id: string }> {
  const host = await requireHost(challenge.purpose);
  const passkey = await findPasskey(assertion, host);
  if (!passkey || !isOwner(passkey.person_id, challenge, assertion)) throw passkeyRefused();
  const counter = await verifiedCounter(challenge, assertion, { ...passkey, host });
  if (counter === undefined) throw passkeyRefused();
  if (!(await markUsed(passkey.id, counter))) {
    await reportCopy(passkey, from);
    throw passkeyRefused();
  }
  return passkey;
}

/** Whose passkey an answer names; undefined if it is unknown here. */
export async function findOwner(assertion: Assertion): Promise<string | undefined> {
  const row = await database()
    .selectFrom("passkeys")
    .innerJoin("people", "people.id", "person_id")
    .select("mobile")
    .where("credential_id", "=", bytesOf(assertion.id))
    .executeTakeFirst();
  return row?.mobile;
}

function findPasskey({ id }: Assertion, host: string) {
  return database()
    .selectFrom("passkeys")
    .select(["id", "person_id", "name", "public_key"])
    .where("credential_id", "=", bytesOf(id))
    .where("rp_id", "=", host)
    .executeTakeFirst();
}

/** Another person's passkey never answers a person's challenge, nor with another person's handle. */
function isOwner(ownerId: string, { person_id: asked }: Challenge, { response }: Assertion) {
  const handle = response.userHandle;
  return (asked ?? ownerId) === ownerId && (handle ?? userHandle(ownerId)) === userHandle(ownerId);
}

/** @returns the counter of a valid answer; undefined if it is not valid. */
async function verifiedCounter(
  challenge: Challenge,
  assertion: Assertion,
  { host, public_key: publicKey }: { readonly host: string; readonly public_key: Buffer },
): Promise<number | undefined> {
  const origin = readClientOrigin(assertion.response.clientDataJSON);
  if (origin === undefined) return undefined;
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const { userHandle: handle, ...response } = assertion.response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...assertion,
        response: { ...response, ...(handle && { userHandle: handle }) },
        clientExtensionResults: {},
      },
      expectedChallenge: challengeBytes(challenge).toString("base64url"),
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      // The counter is compared where it is stored, under the row's lock.
      credential: { id: assertion.id, publicKey: new Uint8Array(publicKey), counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch (error) {
    // The library throws for each thing that does not fit; the person gets one sentence for all.
    log().info({ reason: redactSecrets(String(error)) }, "A passkey was refused");
    return undefined;
  }
}

/**
 * Stores the counter if it grew, or if the authenticator does not count. Closes the race between two
 * answers of one passkey and its copy: one update waits for the other.
 */
async function markUsed(id: string, counter: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update passkeys set counter = ${counter}, last_used_at = ${now()}
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))
  `.execute(database());
  return numAffectedRows === 1n;
}

/** A counter that goes back says that the passkey's key was copied. */
function reportCopy(
  { id, person_id: personId, name }: { id: string; person_id: string; name: string },
  from: RequestOrigin,
): Promise<void> {
  return transaction(async (db) => {
    await notify(db, [{ personId, kind: "passkey_copied", subjectId: id, detail: name }]);
    await publishChange(db, [personId], ["notifications"]);
    await record(db, {
      act: "passkey.counter_went_back",
      by: null,
      from,
      subject: { kind: "person", id: personId },
      after: { passkey: name },
    });
  });
}

/** The user handle of a person's passkeys, which an authenticator stores: the id's 16 bytes. */
export function userHandle(personId: string): string {
  return Buffer.from(personId.replaceAll("-", ""), "hex").toString("base64url");
}

export const bytesOf = (encoded: string) => Buffer.from(encoded, "base64url");
