import type { ReceivingAccount } from "@rokad/contract/platform";
import { changeSettings } from "./change-settings.ts";

/** Tells tenants from now on where to transfer to; null tells them to ask. By the command line. */
export function setReceivingAccount(account: ReceivingAccount | null): Promise<void> {
  return changeSettings(null, [{ key: "receiving_account", value: account }]);
}
