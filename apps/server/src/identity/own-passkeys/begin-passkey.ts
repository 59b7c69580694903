import { limits } from "@rokad/contract/limits";
import { database, type Db } from "../../database/db.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { Person } from "../../kernel/person.ts";
import { issueChallenge } from "../passkeys/issue-challenge.ts";
import { requireHost } from "../passkeys/passkey-purpose.ts";
import { boundToSession } from "./bound-to-session.ts";
import { userHandle } from "../passkeys/verify-assertion.ts";
import { productName } from "../settings/read-branding.ts";
import { readSettings } from "../settings/settings.ts";
import { checkCode } from "../sign-in/check-code.ts";
import { sendCode } from "../sign-in/send-code.ts";
import { sendCodeText } from "../sms/send-code-text.ts";

/** What authenticators sign with: Ed25519, ES256, RS256 (COSE). */
const algorithms = [-8, -7, -257];

/**
 * Texts a person the code that adding a passkey needs: a session alone, such as a stolen one, adds
 * none.
 * @throws 422 `PASSKEYS_OFF`, `TOO_MANY_PASSKEYS`; 429; 503 `SMS_NOT_SENT`.
 */
export async function sendPasskeyCode({ member, sessionId, withPasskey }: Person) {
  const { id, mobile } = member;
  await requireHost("register");
  await assertPasskeysLeft(database(), id);
  const { sign_in_codes_per_hour: perHourMax } = await readSettings();
  const product = await productName();
  await sendCode(
    {
      purpose: "passkey",
      mobile,
      personId: id,
      holder: { sessionId },
      perHourMax,
      withPasskey,
    },
    // Uses the sign-in text: telecom operators deliver registered texts only.
    (code) => sendCodeText("sign_in", mobile, { code, product }),
  );
  return { resend_after_seconds: limits.otpResendSeconds };
}

/**
 * Exchanges the code, or the answer of another passkey, for a challenge and the browser's options.
 * @throws 400 as `checkCode`; 422 as above.
 */
export async function beginPasskey(person: Person, otp: string) {
  const { member, sessionId } = person;
  const { id, mobile, name } = member;
  const host = await requireHost("register");
  await assertPasskeysLeft(database(), id);
  const { personId } = await checkCode("passkey", mobile, otp, { sessionId });
  if (personId !== id) throw new ApiError(400, "OTP_INVALID", "Invalid OTP. Please try again.");
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
