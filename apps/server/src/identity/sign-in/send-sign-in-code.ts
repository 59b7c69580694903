import { limits } from "@rokad/contract/limits";
import { database } from "../../database/db.ts";
import { productName } from "../settings/read-branding.ts";
import { readSettings } from "../settings/settings.ts";
import { simulateSend } from "../sms/simulate-send.ts";
import { sendCodeText } from "../sms/send-code-text.ts";
import { enforceHourlyLimit } from "../rate-limit.ts";
import { sendCode } from "./send-code.ts";

/**
 * Sends a sign-in code. A number without an account gets the same answer, but no SMS.
 * @throws 429 for too many codes, 503 `SMS_NOT_SENT` when no gateway sent the text.
 */
export async function sendSignInCode(mobile: string, address: string) {
  const db = database();
  const settings = await readSettings();
  await enforceHourlyLimit(db, `codes from ${address}`, settings.code_calls_per_address_per_hour);
  const person = await db
    .selectFrom("people")
    .select("id")
    .where("mobile", "=", mobile)
    .where("closed_at", "is", null)
    .executeTakeFirst();
  const product = await productName();
  await sendCode(
    {
      purpose: "sign_in",
      mobile,
      personId: person?.id ?? null,
      perHourMax: settings.sign_in_codes_per_hour,
    },
    (code) => (person ? sendCodeText("sign_in", mobile, { code, product }) : simulateSend()),
  );
  return {
    message: "OTP sent successfully!",
    data: { resend_after_seconds: limits.otpResendSeconds },
  };
}
