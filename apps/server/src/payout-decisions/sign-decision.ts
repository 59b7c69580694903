import { limits } from "@rokad/contract/limits";
import { invalid } from "../errors.ts";
import { plainRupees } from "../money.ts";
import { productName } from "../platform/read-branding.ts";
import { readSettings } from "../platform/settings.ts";
import { checkCode } from "../sign-in/check-code.ts";

import type { SuperAdmin } from "../sign-in/person.ts";
import { sendCode } from "../sign-in/send-code.ts";
import { sendCodeText } from "../sms/send-code-text.ts";

/** What a code signs, in words for the text, and as the digest that it is bound to. */
interface Signed {
  readonly digest: Buffer;
  readonly outcome: "paid" | "failed";
  readonly reference: string;
  readonly amountPaise: bigint;
}

/**
 * Texts a super admin a code that signs this and nothing else, as a payout's code does for its
 * payer: whoever has the open session alone can't decide about money.
 * @throws 429 for too many codes, 503 `SMS_NOT_SENT`.
 */
export async function sendDecisionCode({ id, mobile }: SuperAdmin, signed: Signed) {
  const settings = await readSettings();
  const told = {
    product: await productName(),
    amount: plainRupees(signed.amountPaise),
    decision: `${signed.reference} as ${signed.outcome}`,
  };
  await sendCode(
    {
      purpose: "decision",
      mobile,
      personId: id,
      order: { digest: signed.digest, feePaise: 0n, gstPaise: 0n },
      perHourMax: settings.sign_in_codes_per_hour,
    },
    (code) => sendCodeText("decision", mobile, { code, ...told }),
  );
  return { resend_after_seconds: limits.otpResendSeconds };
}

/**
 * Uses up the person's newest code.
 * @throws 400 `OTP_INVALID` for a code that was sent for anything else, and as `checkCode` does.
 */
export async function checkSignature(
  { id, mobile }: SuperAdmin,
  code: string,
  digest: Buffer,
): Promise<void> {
  const { personId, order } = await checkCode("decision", mobile, code);
  if (personId === id && order?.digest.equals(digest)) return;
  throw invalid({ otp: "This OTP was for another decision. Please ask for a new one." });
}
