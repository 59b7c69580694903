import type { CredentialName } from "@rokad/contract/credential-names";
import { limits } from "@rokad/contract/limits";
import { ApiError } from "../../kernel/errors.ts";
import { productName } from "../settings/read-branding.ts";
import { readSettings } from "../settings/settings.ts";
import { hmac } from "../../kernel/app-secret.ts";
import { checkCode } from "../sign-in/check-code.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { sendCode } from "../sign-in/send-code.ts";
import { sendCodeText } from "../sms/send-code-text.ts";
import { environmentCredentials } from "../../kernel/credentials.ts";

/**
 * Texts a code to the super admin's own mobile. A session alone, such as one left open at a desk,
 * can't change a credential.
 * @throws 409 `CREDENTIAL_IN_ENVIRONMENT`, 429 for too many codes, 503 `SMS_NOT_SENT`.
 */
export async function sendCredentialCode(person: SuperAdmin, name: CredentialName) {
  assertNotInEnvironment(name);
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
    // Uses the sign-in text: telecom operators deliver registered texts only.
    (code) => sendCodeText("sign_in", person.mobile, { code, product }),
  );
  return {
    message: "OTP sent successfully!",
    data: { resend_after_seconds: limits.otpResendSeconds },
  };
}

/** @throws 400 `OTP_INVALID` (also for another credential's code), `OTP_EXPIRED`, `OTP_TRIES_USED_UP`. */
export async function checkCredentialCode(person: SuperAdmin, name: CredentialName, otp: string) {
  const { personId, order } = await checkCode("credential", person.mobile, otp);
  if (personId === person.id && order?.digest.equals(digestOf(name))) return;
  const message = "This OTP is for another credential. Request a new one.";
  throw new ApiError(400, "OTP_INVALID", message, { fields: { otp: message } });
}

/** @throws 409 `CREDENTIAL_IN_ENVIRONMENT`: the environment takes precedence over a stored value. */
export function assertNotInEnvironment(name: CredentialName): void {
  if (!environmentCredentials().has(name)) return;
  throw new ApiError(
    409,
    "CREDENTIAL_IN_ENVIRONMENT",
    `${name} is set in the server's environment. Change it there.`,
  );
}

function digestOf(name: CredentialName): Buffer {
  return hmac("one-time-code", "credential", name);
}
