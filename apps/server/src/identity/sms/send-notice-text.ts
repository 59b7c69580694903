import type { NoticeSmsKind } from "@rokad/contract/sms-text";
import { createMessage } from "./create-message.ts";
import { sendThrough } from "./send-code-text.ts";
import { smsGateways, type SmsGateway } from "./sms-gateway.ts";
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
  const gateways: SmsGateway[] = [];
  for (const gateway of smsGateways()) {
    const missing = await gateway.missingSettings(message.template, kind);
    if (missing.length === 0) gateways.push(gateway);
  }
  for (const gateway of gateways) {
    // Nobody waits for this text, so one failure is no alarm.
    const afterFailure = gateway === gateways.at(-1) ? "no_text" : "second_gateway";
    const { error } = await sendThrough(gateway, message, afterFailure);
    if (error === null) return true;
  }
  return false;
}
