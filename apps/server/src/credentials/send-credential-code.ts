import type { CredentialName } from "@rokad/contract/credential-names";
import { limits } from "@rokad/contract/limits";
import { Refusal } from "../errors.ts";
import { productName } from "../platform/read-branding.ts";
import { readSettings } from "../platform/settings.ts";
import { hmac } from "../secrets.ts";
import { checkCode } from "../sign-in/check-code.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { sendCode } from "../sign-in/send-code.ts";
import { sendCodeText } from "../sms/send-code-text.ts";
import { namesInEnvironment } from "./credentials.ts";

/**
 * Texts a code to the super admin's own mobile: a session alone, such as one on a desk that was
 * left, changes no credential.
 * @throws 409 `CREDENTIAL_IN_ENVIRONMENT`, 429 for too many codes, 503 `SMS_NOT_SENT`.
 */
export async function sendCredentialCode(person: SuperAdmin, name: CredentialName) {
  refuseInEnvironment(name);
  const { sign_in_codes_per_hour: perHourMax } = await readSettings();
  const product = await productName();
  await sendCode(
    {
      purpose: "credential",
      mobile: person.mobile,
      personId: person.id,
      order: { digest: digestOf(name), feePaise: 0n, gstPaise: 0n },
      perHourMax,
    },
    // In the words of a sign-in: operators deliver registered texts only, and it says as much.
    (code) => sendCodeText("sign_in", person.mobile, { code, product }),
  );
  return {
    message: "OTP sent successfully!",
    data: { resend_after_seconds: limits.otpResendSeconds },
  };
}

/** @throws 400 `OTP_INVALID`, `OTP_EXPIRED` or `OTP_TRIES_USED_UP`, for another credential's too. */
export async function useCredentialCode(person: SuperAdmin, name: CredentialName, otp: string) {
  const { personId, order } = await checkCode("credential", person.mobile, otp);
  if (personId === person.id && order?.digest.equals(digestOf(name))) return;
  const message = "This OTP was for another credential. Please ask for a new one.";
  throw new Refusal(400, "OTP_INVALID", message, { fields: { otp: message } });
}

/** @throws 409: whoever runs the server changes it there. */
export function refuseInEnvironment(name: CredentialName): void {
  if (!namesInEnvironment().has(name)) return;
  throw new Refusal(
    409,
    "CREDENTIAL_IN_ENVIRONMENT",
    `${name} comes from the environment of the server, and can only be changed there`,
  );
}

function digestOf(name: CredentialName): Buffer {
  return hmac("one-time-code", "credential", name);
}
