import type { Setting } from "@rokad/contract/settings";
import type { SmsTemplate } from "@rokad/contract/sms-text";

/** The template of a setting; undefined if the stored value can't be read. */
export function templateIn(setting: Setting): SmsTemplate | undefined {
  return setting.problem ? undefined : (setting.value as SmsTemplate);
}
