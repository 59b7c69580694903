import { limits } from "@rokad/contract/limits";
import { productName } from "../../identity/settings/read-branding.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import { checkCode } from "../../identity/sign-in/check-code.ts";
import { sendCode } from "../../identity/sign-in/send-code.ts";
import { sendCodeText } from "../../identity/sms/send-code-text.ts";
import { hmac } from "../../kernel/app-secret.ts";
import { invalidInput } from "../../kernel/errors.ts";
import { digest } from "../../kernel/ids.ts";
import type { SuperAdmin } from "../../kernel/person.ts";

/** What a code signs: the act with all of its values. */
export type SignedAct = Readonly<Record<string, unknown>> & { readonly act: string };

/**
 * Texts a super admin the code that signs this act only. An open session alone can't post the
 * platform's own money.
 * @throws 429 for too many codes, 503 `SMS_NOT_SENT`.
 */
export async function sendOwnMoneyCode(
  { id, mobile, sessionId, withPasskey }: SuperAdmin,
  act: SignedAct,
) {
  const { sign_in_codes_per_hour: perHourMax } = await readSettings();
  const product = await productName();
  await sendCode(
    {
      purpose: "own_money",
      mobile,
      personId: id,
      holder: { sessionId },
      order: { digest: digestOf(act), feePaise: 0n, gstPaise: 0n },
      withPasskey,
      perHourMax,
    },
    // Uses the sign-in text: telecom operators deliver registered texts only.
    (code) => sendCodeText("sign_in", mobile, { code, product }),
  );
  return {
    message: "OTP sent successfully!",
    data: { resend_after_seconds: limits.otpResendSeconds },
  };
}

/**
 * Verifies and consumes the person's newest code.
 * @throws 400 `OTP_INVALID` for another act's code, and as `checkCode`.
 */
export async function checkOwnMoneyCode(
  { id, mobile, sessionId }: SuperAdmin,
  otp: string,
  act: SignedAct,
): Promise<void> {
  const { personId, order } = await checkCode("own_money", mobile, otp, { sessionId });
  if (personId === id && order?.digest.equals(digestOf(act))) return;
  throw invalidInput({ otp: "This OTP is for other values. Request a new one." });
}

function digestOf(act: SignedAct): Buffer {
  return hmac("one-time-code", "own money", digest(act).toString("hex"));
}
