import { hmac } from "../../kernel/app-secret.ts";
import { digest } from "../../kernel/ids.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { signByCode } from "../signatures/sign-by-code.ts";
import type { ControlledChange } from "./proposal.ts";

const method = signByCode({
  purpose: "proposal",
  otherContent: "This OTP is for another change. Request a new one.",
});

/** The digest of exactly this change. Keyed, because the content may be a secret. */
export function digestOf({ kind, content, reason }: ControlledChange): Buffer {
  return hmac("one-time-code", "change", digest({ kind, content, reason }).toString("hex"));
}

/** What a code signs. Bound to the act: a code to propose a change can't confirm it. */
export type Signature =
  | { readonly act: "propose"; readonly digest: Buffer }
  | { readonly act: "confirm"; readonly digest: Buffer; readonly proposalId: string };

/**
 * Texts a super admin a code for this signature only. A session alone, such as one left open at a
 * desk, changes nothing that guards money.
 * @throws 429 for too many codes, 503 `SMS_NOT_SENT`.
 */
export function sendSignatureCode(person: SuperAdmin, signature: Signature) {
  return method.begin(person, signedDigest(signature));
}

/**
 * Verifies and consumes the person's newest code.
 * @throws 400 `OTP_INVALID` for another change's code, and as `checkCode`.
 */
export function checkSignatureCode(
  person: SuperAdmin,
  code: string,
  signature: Signature,
): Promise<void> {
  return method.verify(person, signedDigest(signature), code);
}

function signedDigest(signature: Signature): Buffer {
  const id = signature.act === "confirm" ? signature.proposalId : "";
  return hmac("one-time-code", signature.act, id, signature.digest.toString("hex"));
}
