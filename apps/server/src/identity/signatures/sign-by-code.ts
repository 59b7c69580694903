import { limits } from "@rokad/contract/limits";
import { ApiError } from "../../kernel/errors.ts";
import { productName } from "../settings/read-branding.ts";
import { readSettings } from "../settings/settings.ts";
import { checkCode } from "../sign-in/check-code.ts";
import type { CodePurpose } from "../sign-in/code-request.ts";
import { sendCode } from "../sign-in/send-code.ts";
import { sendCodeText } from "../sms/send-code-text.ts";
import type { SignatureMethod } from "./signature-method.ts";

interface CodeSigning {
  readonly purpose: CodePurpose;
  /** Replaces the limit of sign-in codes where that one is lower. */
  readonly perHourMax?: number;
  /** Says that the code was sent for another content. */
  readonly otherContent: string;
}

/**
 * Signs with six digits in a text to the person's number, or with a passkey if the person chose one.
 * `begin` throws 429 for too many codes and
 * 503 `SMS_NOT_SENT`; `verify` 400 as `checkCode`, and `OTP_INVALID` for another content's code.
 */
export function signByCode(signing: CodeSigning): SignatureMethod {
  const { purpose, perHourMax = 0, otherContent } = signing;
  return {
    async begin({ member: { id, mobile }, sessionId, withPasskey }, content, text) {
      const { sign_in_codes_per_hour: codesPerHour } = await readSettings();
      const product = await productName();
      await sendCode(
        {
          purpose,
          mobile,
          personId: id,
          holder: { sessionId },
          order: { digest: content, feePaise: 0n, gstPaise: 0n },
          withPasskey,
          perHourMax: Math.max(codesPerHour, perHourMax),
        },
        // Telecom operators deliver registered texts only.
        (code) => sendCodeText(text?.kind ?? "sign_in", mobile, { ...text, code, product }),
      );
      return { resend_after_seconds: limits.otpResendSeconds };
    },

    async verify({ member: { id, mobile }, sessionId }, content, proof) {
      const { personId, order } = await checkCode(purpose, mobile, proof, { sessionId });
      if (personId === id && order?.digest.equals(content)) return;
      throw new ApiError(400, "OTP_INVALID", otherContent, { fields: { otp: otherContent } });
    },
  };
}
