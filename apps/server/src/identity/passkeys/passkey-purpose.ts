import { ApiError } from "../../kernel/errors.ts";
import { readSettings, type Settings } from "../settings/settings.ts";

/** What an answer of a passkey is for. One for a purpose is never valid for another. */
export type PasskeyPurpose = "register" | "sign_in" | "payout" | "step_up" | "approval";

type Allowance = "passkey_sign_in" | "passkey_payouts" | "passkey_super_admin_acts";

/** The setting that allows each purpose; null for people's own passkeys. */
const allowances: Readonly<Record<PasskeyPurpose, Allowance | null>> = {
  register: null,
  sign_in: "passkey_sign_in",
  payout: "passkey_payouts",
  step_up: "passkey_super_admin_acts",
  approval: "passkey_payouts",
};

/** The host name of passkeys for a purpose; null if the installation does not allow it. */
export function hostFor(purpose: PasskeyPurpose, settings: Settings): string | null {
  const allowance = allowances[purpose];
  return allowance === null || settings[allowance] === "allowed" ? settings.passkey_host : null;
}

/** The same. @throws 422 `PASSKEYS_OFF`. */
export async function requireHost(purpose: PasskeyPurpose): Promise<string> {
  const host = hostFor(purpose, await readSettings());
  if (host !== null) return host;
  throw new ApiError(422, "PASSKEYS_OFF", "Passkeys are not available for this. Use an OTP.");
}
