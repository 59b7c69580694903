import type { NoticeSmsKind } from "@rokad/contract/sms-text";
import { createMessage } from "./create-message.ts";
import { sendThrough } from "./send-code-text.ts";
import { smsGateways } from "./sms-gateway.ts";
import type { TextValues } from "./write-text.ts";

/**
 * Sends an optional text through the first gateway that has all settings for it and confirms it. A
 * gateway without the text's template is skipped.
 * @returns false when no gateway confirmed it.
 */
export async function sendNoticeText(
  kind: NoticeSmsKind,
  mobile: string,
  values: TextValues,
): Promise<boolean> {
  const message = await createMessage(kind, mobile, values);
  for (const gateway of smsGateways()) {
    const missing = await gateway.missingSettings(message.template, kind);
    if (missing.length > 0) continue;
    // Not `isLast`: nobody waits for this text, so one failure is no alarm.
    const { error } = await sendThrough(gateway, message, { isLast: false });
    if (error === null) return true;
  }
  return false;
}
