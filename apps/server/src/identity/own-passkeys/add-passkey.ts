import type { Passkey, Registration } from "@rokad/contract/passkeys";
import { transaction } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { now } from "../../kernel/clock.ts";
import { ApiError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { log } from "../../kernel/log.ts";
import { redactSecrets } from "../../kernel/redact-secrets.ts";
import type { Person } from "../../kernel/person.ts";
import { record } from "../audit/record.ts";
import { notify } from "../notifications/notify.ts";
import { challengeBytes } from "../passkeys/issue-challenge.ts";
import { requireHost } from "../passkeys/passkey-purpose.ts";
import { passkeyRefused } from "../passkeys/passkey-refused.ts";
import { readClientOrigin } from "../passkeys/read-client-origin.ts";
import { takeChallenge, type Challenge } from "../passkeys/take-challenge.ts";
import { bytesOf } from "../passkeys/verify-assertion.ts";
import { assertPasskeysLeft } from "./begin-passkey.ts";
import { boundToSession } from "./bound-to-session.ts";
import { asPasskey } from "./list-passkeys.ts";

interface NewPasskey {
  /** The challenge's. */
  readonly id: string;
  readonly name: string;
  readonly credential: Registration;
}

/**
 * Adds the passkey that the person's browser created (WebAuthn level 3, section 7.1), and notifies
 * the person. Other ways to sign in stay as they are.
 * @throws 400 `PASSKEY_REFUSED`; 409 `PASSKEY_EXISTS`; 422 `PASSKEYS_OFF`, `TOO_MANY_PASSKEYS`.
 */
export async function addPasskey(
  person: Person,
  { id: challengeId, name, credential }: NewPasskey,
): Promise<Passkey> {
  const host = await requireHost("register");
  const challenge = await takeChallenge(challengeId, ["register"], boundToSession(person));
  const created = await verifyRegistration(challenge, credential, host);
  if (!created || challenge.person_id !== person.member.id) throw passkeyRefused();
  return transaction(async (db) => {
    // Closes the race between two additions at the limit: one waits for the other.
    await db
      .selectFrom("people")
      .select("id")
      .where("id", "=", person.member.id)
      .forUpdate()
      .execute();
    await assertPasskeysLeft(db, person.member.id);
    const added = await db
      .insertInto("passkeys")
      .values({
        id: newId(),
        person_id: person.member.id,
        credential_id: bytesOf(credential.id),
        public_key: Buffer.from(created.credential.publicKey),
        counter: BigInt(created.credential.counter),
        transports: [...(credential.response.transports ?? [])],
        is_backed_up: created.credentialBackedUp,
        aaguid: created.aaguid,
        name,
        rp_id: host,
        created_at: now(),
      })
      .onConflict((conflict) => conflict.column("credential_id").doNothing())
      .returning(["id", "name", "rp_id", "is_backed_up", "created_at", "last_used_at"])
      .executeTakeFirst();
    if (!added) throw new ApiError(409, "PASSKEY_EXISTS", "This passkey was already added.");
    const { id: subjectId } = added;
    await notify(db, [
      { personId: person.member.id, kind: "passkey_added", subjectId, detail: name },
    ]);
    await publishChange(db, [person.member.id], ["notifications", "account"]);
    await record(db, {
      act: "passkey.added",
      by: person,
      subject: { kind: "passkey", id: subjectId },
      after: { name, host },
    });
    return asPasskey(added, host);
  });
}

async function verifyRegistration(challenge: Challenge, credential: Registration, host: string) {
  const origin = readClientOrigin(credential.response.clientDataJSON);
  if (origin === undefined) return undefined;
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { transports, ...response } = credential.response;
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...credential,
        response: { ...response, ...(transports && { transports }) },
        clientExtensionResults: {},
      },
      expectedChallenge: challengeBytes(challenge).toString("base64url"),
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
    });
    return registrationInfo;
  } catch (error) {
    // The library throws for each thing that does not fit; the person gets one sentence for all.
    log().info({ reason: redactSecrets(String(error)) }, "A new passkey was refused");
    return undefined;
  }
}
