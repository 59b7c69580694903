import { limits } from "@rokad/contract/limits";
import { invalidInput } from "../../kernel/errors.ts";
import { plainRupees } from "../../kernel/money.ts";
import { productName } from "../../identity/settings/read-branding.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import { checkCode } from "../../identity/sign-in/check-code.ts";

import type { SuperAdmin } from "../../kernel/person.ts";
import { sendCode } from "../../identity/sign-in/send-code.ts";
import { sendCodeText } from "../../identity/sms/send-code-text.ts";

/** The act of a super admin that a code signs: values for the text, and the digest that the code is bound to. */
interface SignedDecision {
  readonly digest: Buffer;
  /** At most 30 characters, as in `RKA2EM233TB1T94JS as paid`. */
  readonly decision: string;
  readonly amountPaise: bigint;
}

/**
 * Texts a super admin a code that signs this decision only. An open session alone can't decide
 * about money.
 * @throws 429 for too many codes, 503 `SMS_NOT_SENT`.
 */
export async function sendDecisionCode(
  { id, mobile, sessionId, withPasskey }: SuperAdmin,
  decision: SignedDecision,
) {
  const settings = await readSettings();
  const textValues = {
    product: await productName(),
    amount: plainRupees(decision.amountPaise),
    decision: decision.decision,
  };
  await sendCode(
    {
      purpose: "decision",
      mobile,
      personId: id,
      holder: { sessionId },
      order: { digest: decision.digest, feePaise: 0n, gstPaise: 0n },
      withPasskey,
      perHourMax: settings.sign_in_codes_per_hour,
    },
    (code) => sendCodeText("decision", mobile, { code, ...textValues }),
  );
  return { resend_after_seconds: limits.otpResendSeconds };
}

/**
 * Verifies and consumes the person's newest code.
 * @throws 400 `OTP_INVALID` for another decision's code, and as `checkCode`.
 */
export async function checkSignature(
  { id, mobile, sessionId }: SuperAdmin,
  code: string,
  digest: Buffer,
): Promise<void> {
  const { personId, order } = await checkCode("decision", mobile, code, { sessionId });
  if (personId === id && order?.digest.equals(digest)) return;
  throw invalidInput({ otp: "This OTP was for another decision. Request a new one." });
}
