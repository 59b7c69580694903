import type { SettingKey } from "@rokad/contract/setting-rules";
import { providerIds } from "@rokad/contract/tenants";
import { invalidInput } from "../../kernel/errors.ts";
import { adapterOf } from "../../providers/configured-providers.ts";
import { checkSetting } from "../settings/check-setting.ts";
import { defaultOf } from "../settings/setting-defaults.ts";

export interface SettingChangeRequest {
  readonly key: SettingKey;
  /** The value that the person saw; undefined overwrites any value. */
  readonly seen?: unknown;
  readonly value?: unknown;
  readonly back_to_default?: true | undefined;
}

/** A requested change whose value fits the setting's rule. */
export interface CheckedChange {
  readonly key: SettingKey;
  readonly seen: unknown;
  readonly value: unknown;
  readonly toDefault: boolean;
}

/** @throws 400 that names every invalidInput field of every setting. */
export function checkChanges(requests: readonly SettingChangeRequest[]): CheckedChange[] {
  const fields: Record<string, string> = {};
  const changes = requests.map(({ key, seen, value, back_to_default: toDefault = false }) => {
    if (toDefault) return { key, seen, value: defaultOf(key), toDefault };
    const result = checkSetting(key, value);
    if (!result.problems) return { key, seen, value: result.value, toDefault };
    for (const issue of result.problems) fields[[key, ...issue.path].join(".")] ??= issue.message;
    return { key, seen, value: undefined, toDefault };
  });
  if (Object.keys(fields).length > 0) throw invalidInput(fields);
  return changes;
}

/** @throws 400 for a provider whose keys are missing: it could not send a payout. */
export async function assertProvidersReady(changes: readonly CheckedChange[]): Promise<void> {
  const fields: Record<string, string> = {};
  for (const id of providerIds) {
    const key = `${id}_provider` as const;
    const chosen = changes.find((change) => change.key === key && !change.toDefault);
    if (!chosen) continue;
    const missing = await adapterOf(id, String(chosen.value)).missingSettings();
    if (missing.length === 0) continue;
    fields[key] = `${String(chosen.value)} is not set up. Missing: ${missing.join(", ")}`;
  }
  if (Object.keys(fields).length > 0) throw invalidInput(fields);
}
