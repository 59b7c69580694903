import { moneyKeys } from "@rokad/contract/guarded-settings";
import type { SettingKey } from "@rokad/contract/setting-rules";
import { may, useUser } from "../api/session.ts";
import { currentViewing } from "../api/viewing.ts";

/** Whether the person may change this setting: one that is not about money needs `manage`. */
export function mayChange(person: Parameters<typeof may>[0], key: SettingKey): boolean {
  return may(person, moneyKeys.has(key) ? "finance" : "manage");
}

/** Which settings the signed-in person may change. */
export function useMayChange(): (key: SettingKey) => boolean {
  const person = useUser();
  return (key) => mayChange(person, key) && !currentViewing();
}
