import type { ReceivingAccount } from "@rokad/contract/platform";
import { changeSettings } from "./change-settings.ts";

/**
 * Sets the bank account that tenants see as the destination of their transfers. For the command line.
 * @param account null removes it; tenants then have to ask for it.
 */
export function setReceivingAccount(account: ReceivingAccount | null): Promise<void> {
  return changeSettings(null, [{ key: "receiving_account", value: account }]);
}
