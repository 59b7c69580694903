import type { SmsKind } from "@rokad/contract/sms-text";
import { readSettings } from "../settings/settings.ts";
import type { SmsMessage } from "./sms-gateway.ts";
import { writeText, type TextValues } from "./write-text.ts";

/**
 * The message in the registered text of its kind.
 * @throws {RangeError} as `writeText`; 503 `SETTING_UNREADABLE`.
 */
export async function createMessage(
  kind: SmsKind,
  mobile: string,
  values: TextValues,
): Promise<SmsMessage> {
  const settings = await readSettings();
  const template = settings[`${kind}_sms`];
  return {
    mobile,
    kind,
    ...writeText(template, values),
    code: values.code ?? null,
    template,
    header: settings.dlt_header,
  };
}
