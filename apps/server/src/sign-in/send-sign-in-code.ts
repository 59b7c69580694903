import { limits } from "@rokad/contract/limits";
import { database } from "../db.ts";
import { productName } from "../platform/read-branding.ts";
import { readSettings } from "../platform/settings.ts";
import { smsGateway } from "../sms/sms.ts";
import { countUse } from "./count-use.ts";
import { issueCode } from "./issue-code.ts";

/** Sends a sign-in code. The answer is the same whether the number has an account or not. */
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
  const code = await issueCode({
    purpose: "sign_in",
    mobile,
    personId: person?.id ?? null,
    perHourMax: settings.sign_in_codes_per_hour,
  });
  if (person) {
    const minutes = limits.otpLifeSeconds / 60;
    const text = `${code} is your ${await productName()} sign-in code. It is valid for ${minutes} minutes. Do not share it with anyone.`;
    await smsGateway().send({ mobile, purpose: "sign_in", text, code });
  }
  return {
    message: "OTP sent successfully!",
    data: { resend_after_seconds: limits.otpResendSeconds },
  };
}
