import { limits } from "@rokad/contract/limits";
import { hmac } from "../../kernel/app-secret.ts";
import { ApiError } from "../../kernel/errors.ts";
import { digest } from "../../kernel/ids.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { productName } from "../settings/read-branding.ts";
import { readSettings } from "../settings/settings.ts";
import { checkCode } from "../sign-in/check-code.ts";
import { sendCode } from "../sign-in/send-code.ts";
import { sendCodeText } from "../sms/send-code-text.ts";
import type { ControlledChange } from "./proposal.ts";

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
export async function sendSignatureCode(
  { id, mobile, sessionId }: SuperAdmin,
  signature: Signature,
) {
  const { sign_in_codes_per_hour: perHourMax } = await readSettings();
  const product = await productName();
  await sendCode(
    {
      purpose: "proposal",
      mobile,
      personId: id,
      holder: { sessionId },
      order: { digest: signedDigest(signature), feePaise: 0n, gstPaise: 0n },
      perHourMax,
    },
    // Uses the sign-in text: telecom operators deliver registered texts only.
    (code) => sendCodeText("sign_in", mobile, { code, product }),
  );
  return { resend_after_seconds: limits.otpResendSeconds };
}

/**
 * Verifies and consumes the person's newest code.
 * @throws 400 `OTP_INVALID` for another change's code, and as `checkCode`.
 */
export async function checkSignatureCode(
  { id, mobile, sessionId }: SuperAdmin,
  code: string,
  signature: Signature,
): Promise<void> {
  const { personId, order } = await checkCode("proposal", mobile, code, { sessionId });
  if (personId === id && order?.digest.equals(signedDigest(signature))) return;
  const message = "This OTP is for another change. Request a new one.";
  throw new ApiError(400, "OTP_INVALID", message, { fields: { otp: message } });
}

function signedDigest(signature: Signature): Buffer {
  const id = signature.act === "confirm" ? signature.proposalId : "";
  return hmac("one-time-code", signature.act, id, signature.digest.toString("hex"));
}
