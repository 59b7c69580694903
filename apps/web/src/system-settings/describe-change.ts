import type { ProposedChange } from "@rokad/contract/proposals";
import { settingNames, type SettingKey } from "@rokad/contract/setting-rules";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import type { DescribedChange } from "../common/proposals/value-change.tsx";
import { describeAccountChange, isAccount } from "./describe-account-change.ts";
import { describeSetting } from "./setting-text.ts";

/**
 * A proposed change in words: of a setting, of a receiving account, or of a credential, whose values
 * the server masks.
 */
export function describeChange(change: ProposedChange): readonly DescribedChange[] {
  const { subject, before, after, to_default: toDefault } = change;
  if (isAccount(after)) return describeAccountChange(isAccount(before) ? before : undefined, after);
  if (!isSetting(subject)) return [{ name: subject, before: String(before), after: String(after) }];
  return [
    {
      name: translateText(settingNames[subject]),
      before: describeSetting(subject, before),
      after: `${describeSetting(subject, after)}${toDefault ? t` (the default)` : ""}`,
    },
  ];
}

function isSetting(subject: string): subject is SettingKey {
  return Object.hasOwn(settingNames, subject);
}
