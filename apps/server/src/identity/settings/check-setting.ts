import {
  partialReturnCharges,
  passkeyAllowances,
  settingRules,
  type SettingKey,
} from "@rokad/contract/setting-rules";
import { smtpTlsModes } from "@rokad/contract/email-rules";
import { isPasskeyHost, listPasskeyOrigins } from "../../kernel/passkey-origins.ts";
import { adapterNames } from "../../providers/configured-providers.ts";

/** The allowed values of a setting on this installation; null when any value that fits its rule is. */
export function choicesOf(key: SettingKey): string[] | null {
  if (key === "partial_return_charges") return [...partialReturnCharges];
  if (/^passkey_(sign_in|payouts|super_admin_acts)$/.test(key)) return [...passkeyAllowances];
  if (key === "smtp_tls") return [...smtpTlsModes];
  return key === "primary_provider" || key === "alternative_provider" ? adapterNames() : null;
}

/**
 * Checks a value against the setting's rule.
 * @returns the value to store, or the problems with their paths within the value.
 */
export function checkSetting(key: SettingKey, value: unknown): CheckedSetting {
  const parsed = settingRules[key].safeParse(value);
  if (!parsed.success) return { problems: parsed.error.issues };
  if (key === "passkey_host" && typeof parsed.data === "string" && !isPasskeyHost(parsed.data)) {
    return { problems: [{ path: [], message: wrongHost() }] };
  }
  const choices = choicesOf(key);
  if (choices === null || choices.some((choice) => choice === parsed.data))
    return { value: parsed.data };
  return { problems: [{ path: [], message: `Choose one of: ${choices.join(", ")}` }] };
}

function wrongHost(): string {
  const [origin] = listPasskeyOrigins();
  return origin === undefined
    ? "Set PUBLIC_URL on the server first: passkeys need the console's address"
    : `Enter the host name of ${origin}, or a domain above it`;
}

interface Problem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}
type CheckedSetting =
  | { readonly value: unknown; readonly problems?: undefined }
  | { readonly problems: readonly Problem[] };
