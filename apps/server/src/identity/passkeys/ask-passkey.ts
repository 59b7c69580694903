import { limits } from "@rokad/contract/limits";
import { database } from "../../database/db.ts";
import { ApiError, passkeyRequired, tooManyRequests } from "../../kernel/errors.ts";
import { countInHour } from "../rate-limit.ts";
import { issueChallenge, type ConfirmedOrder } from "./issue-challenge.ts";
import { requireHost, type PasskeyPurpose } from "./passkey-purpose.ts";

interface AskedPasskey {
  readonly purpose: Exclude<PasskeyPurpose, "register" | "sign_in">;
  readonly personId: string;
  /** The keyed hash of the session. */
  readonly boundTo: Buffer;
  readonly order?: ConfirmedOrder | undefined;
  /** What it confirms, in words. */
  readonly summary?: string | undefined;
}

/**
 * The error that asks for a passkey's answer over exactly this order, instead of a texted code.
 * @throws 422 `PASSKEYS_OFF`, `NO_PASSKEY`; 429 `TOO_MANY_REQUESTS`.
 */
export async function askPasskey(asked: AskedPasskey): Promise<ApiError> {
  const host = await requireHost(asked.purpose);
  const passkeys = await database()
    .selectFrom("passkeys")
    .select(["credential_id", "transports"])
    .where("person_id", "=", asked.personId)
    .where("rp_id", "=", host)
    .orderBy("id")
    .execute();
  if (passkeys.length === 0) {
    throw new ApiError(422, "NO_PASSKEY", "You have no passkey that works here. Use an OTP.");
  }
  await limitChallenges(asked.personId);
  const { id, bytes } = await issueChallenge(asked);
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const options = await generateAuthenticationOptions({
    rpID: host,
    challenge: new Uint8Array(bytes),
    userVerification: "required",
    timeout: limits.passkeySeconds * 1_000,
    allowCredentials: passkeys.map(({ credential_id: credentialId, transports }) => ({
      id: credentialId.toString("base64url"),
      transports,
    })),
  });
  return passkeyRequired({ id, options: { ...options }, summary: asked.summary });
}

async function limitChallenges(personId: string): Promise<void> {
  const { used, secondsLeft } = await countInHour(database(), `passkey challenges ${personId}`);
  if (used <= limits.passkeyChallengesPerHourMax) return;
  throw tooManyRequests(
    "TOO_MANY_REQUESTS",
    "Too many passkey requests. Use an OTP, or try again later.",
    secondsLeft,
  );
}
