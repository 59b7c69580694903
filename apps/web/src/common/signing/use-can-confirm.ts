import { listPasskeys } from "@rokad/contract/passkeys";
import { canUsePasskeys } from "../../api/passkey-browser.ts";
import { useApi } from "../../api/use-api.ts";

/** Whether the person may confirm with a passkey, in this browser and at this address. */
export function useCanConfirm(): boolean {
  const { data } = useApi(listPasskeys, canUsePasskeys() ? {} : null, { dedupeSeconds: 30 });
  return data?.data.can_confirm ?? false;
}
