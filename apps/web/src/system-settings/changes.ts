import type { SettingKey } from "@rokad/contract/setting-rules";
import type { SettingChangeRequest } from "@rokad/contract/settings";
import type { SettingsByKey } from "./use-settings.ts";

/** A change that somebody asks for: a value, or back to the default. */
export type WantedChange =
  | { readonly key: SettingKey; readonly value: unknown; readonly toDefault?: undefined }
  | { readonly key: SettingKey; readonly toDefault: true };

/** The change with what it was when it was looked at: so it is shown, and so it is sent. */
export interface SeenChange {
  readonly key: SettingKey;
  readonly before: unknown;
  readonly after: unknown;
  readonly toDefault: boolean;
}

export function seen(changes: readonly WantedChange[], settings: SettingsByKey): SeenChange[] {
  return changes.map((change) => {
    const { value: before, default: standard } = settings[change.key];
    const { key, toDefault = false } = change;
    return { key, before, after: change.toDefault ? standard : change.value, toDefault };
  });
}

export function asSent({ key, before, after, toDefault }: SeenChange): SettingChangeRequest {
  return toDefault
    ? { key, seen: before, back_to_default: true }
    : { key, seen: before, value: after };
}
