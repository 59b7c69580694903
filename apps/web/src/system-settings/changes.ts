import type { SettingKey } from "@rokad/contract/setting-rules";
import type { SettingChangeRequest } from "@rokad/contract/settings";
import type { SettingsByKey } from "./use-settings.ts";

/** A requested change: a value, or back to the default. */
export type WantedChange =
  | { readonly key: SettingKey; readonly value: unknown; readonly toDefault?: undefined }
  | { readonly key: SettingKey; readonly toDefault: true };

/** A change with the value before it, as shown to the person and sent to the server. */
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
