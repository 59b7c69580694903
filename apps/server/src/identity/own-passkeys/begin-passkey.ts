import { limits } from "@rokad/contract/limits";
import { database, type Db } from "../../database/db.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { Person } from "../../kernel/person.ts";
import { issueChallenge } from "../passkeys/issue-challenge.ts";
import { requireHost } from "../passkeys/passkey-purpose.ts";
import { boundToSession } from "./bound-to-session.ts";
import { userHandle } from "../passkeys/verify-assertion.ts";
import { productName } from "../settings/read-branding.ts";

/** What authenticators sign with: Ed25519, ES256, RS256 (COSE). */
const algorithms = [-8, -7, -257];

/**
 * What the person signs: a session alone, such as a stolen one, adds no passkey.
 * @throws as `beginPasskey`.
 */
export async function describePasskey({ member }: Person): Promise<string> {
  await findHost(member.id);
  return "Add a passkey";
}

/**
 * A challenge and the browser's options for a new passkey.
 * @throws 422 `PASSKEYS_OFF`, `TOO_MANY_PASSKEYS`.
 */
export async function beginPasskey(person: Person) {
  const { id, mobile, name } = person.member;
  const host = await findHost(id);
  const { id: challengeId, bytes } = await issueChallenge({
    purpose: "register",
    personId: id,
    boundTo: boundToSession(person),
  });
  const own = await database()
    .selectFrom("passkeys")
    .select(["credential_id", "transports"])
    .where("person_id", "=", id)
    .where("rp_id", "=", host)
    .execute();
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  const options = await generateRegistrationOptions({
    rpName: await productName(),
    rpID: host,
    userID: new Uint8Array(Buffer.from(userHandle(id), "base64url")),
    userName: mobile,
    userDisplayName: name,
    challenge: new Uint8Array(bytes),
    timeout: limits.passkeySeconds * 1_000,
    attestationType: "none",
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: own.map(({ credential_id: credentialId, transports }) => ({
      id: credentialId.toString("base64url"),
      transports,
    })),
  });
  return { id: challengeId, options: { ...options } };
}

/** The host name of a new passkey. @throws as `beginPasskey`. */
async function findHost(personId: string): Promise<string> {
  const host = await requireHost("register");
  await assertPasskeysLeft(database(), personId);
  return host;
}

/** @throws 422 `TOO_MANY_PASSKEYS`. */
export async function assertPasskeysLeft(db: Db, personId: string): Promise<void> {
  const { count } = await db
    .selectFrom("passkeys")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where("person_id", "=", personId)
    .executeTakeFirstOrThrow();
  if (count < limits.passkeysMax) return;
  throw new ApiError(
    422,
    "TOO_MANY_PASSKEYS",
    `You have ${limits.passkeysMax} passkeys, the maximum. Remove one first.`,
  );
}
