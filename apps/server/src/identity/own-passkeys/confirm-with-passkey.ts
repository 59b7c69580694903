import type { Assertion } from "@rokad/contract/passkeys";
import type { Person, RequestOrigin } from "../../kernel/person.ts";
import { issueProof } from "../passkeys/passkey-proof.ts";
import { takeChallenge } from "../passkeys/take-challenge.ts";
import { verifyAssertion } from "../passkeys/verify-assertion.ts";
import { boundToSession } from "./bound-to-session.ts";

const confirmed = ["payout", "step_up", "approval"] as const;

/**
 * Exchanges a passkey's answer for a proof, which the call that it confirms takes instead of a code.
 * @throws 400 `PASSKEY_REFUSED`; 422 `PASSKEYS_OFF`.
 */
export async function confirmWithPasskey(
  person: Person,
  id: string,
  assertion: Assertion,
  from: RequestOrigin,
): Promise<string> {
  const challenge = await takeChallenge(id, confirmed, boundToSession(person));
  const passkey = await verifyAssertion(challenge, assertion, from);
  return issueProof(challenge.id, passkey.id);
}
