import { limits } from "@rokad/contract/limits";
import { database } from "../db.ts";
import { productName } from "../platform/read-branding.ts";
import { readSettings } from "../platform/settings.ts";
import { asIfSent } from "../sms/as-if-sent.ts";
import { sendCodeText } from "../sms/send-code-text.ts";
import { countUse } from "./count-use.ts";
import { sendCode } from "./send-code.ts";

/**
 * Sends a sign-in code. The answer is the same whether the number has an account or not.
 * @throws 429 for too many codes, 503 `SMS_NOT_SENT` when the text could not be sent.
 */
export async function sendSignInCode(mobile: string, address: string) {
  const db = database();
  const settings = await readSettings();
  await countUse(db, `codes from ${address}`, settings.code_calls_per_address_per_hour);
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
    (code) => (person ? sendCodeText("sign_in", mobile, { code, product }) : asIfSent()),
  );
  return {
    message: "OTP sent successfully!",
    data: { resend_after_seconds: limits.otpResendSeconds },
  };
}
