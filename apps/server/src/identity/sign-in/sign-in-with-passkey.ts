import type { Assertion } from "@rokad/contract/passkeys";
import { limits } from "@rokad/contract/limits";
import type { PresentedProof } from "../../http/serve.ts";
import { database } from "../../database/db.ts";
import { networkOf } from "../../kernel/network.ts";
import type { RequestOrigin } from "../../kernel/person.ts";
import { issueChallenge } from "../passkeys/issue-challenge.ts";
import { requireHost } from "../passkeys/passkey-purpose.ts";
import { takeChallenge } from "../passkeys/take-challenge.ts";
import { verifyAssertion } from "../passkeys/verify-assertion.ts";
import { enforceHourlyLimit } from "../rate-limit.ts";
import { readSettings } from "../settings/settings.ts";
import { storedHolder } from "./code-holder.ts";
import type { EnqueueText } from "./notify-owner.ts";
import { openSession } from "./open-session.ts";

/**
 * Issues a challenge that any passkey of this installation may answer, in this browser. It names no
 * number and no passkey, so it says nothing about them.
 * @throws 422 `PASSKEYS_OFF`; 429 for too many from one network.
 */
export async function beginPasskeySignIn(browser: string, address: string) {
  const host = await requireHost("sign_in");
  await enforceHourlyLimit(
    database(),
    `codes from ${networkOf(address)}`,
    (await readSettings()).code_calls_per_address_per_hour,
  );
  const boundTo = boundToBrowser(browser, address);
  if (!boundTo) throw new Error("A browser has a cookie before its challenge");
  const { id, bytes } = await issueChallenge({ purpose: "sign_in", personId: null, boundTo });
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const options = await generateAuthenticationOptions({
    rpID: host,
    challenge: new Uint8Array(bytes),
    userVerification: "required",
    timeout: limits.passkeySeconds * 1_000,
  });
  return { id, options: { ...options } };
}

interface PasskeySignIn {
  readonly id: string;
  readonly assertion: Assertion;
  readonly proof: PresentedProof;
  readonly origin: RequestOrigin;
  readonly browser: string | undefined;
}

/**
 * Signs in the owner of the passkey, in the browser that asked for the challenge. The session is the
 * same as one opened by a code.
 * @throws 400 `PASSKEY_REFUSED`; as `openSession`.
 */
export function signInWithPasskey(request: PasskeySignIn, enqueueText: EnqueueText) {
  const { id, assertion, proof, origin, browser } = request;
  const identify = async () => {
    const boundTo = boundToBrowser(browser, origin.address);
    const challenge = await takeChallenge(id, ["sign_in"], boundTo);
    const { person_id: personId } = await verifyAssertion(challenge, assertion, origin);
    return { personId };
  };
  return openSession({ identify, proof, origin, browser }, enqueueText);
}

function boundToBrowser(browser: string | undefined, address: string): Buffer | null {
  return storedHolder({ browser, address }).hash;
}
