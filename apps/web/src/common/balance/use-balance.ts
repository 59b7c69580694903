import { getBalance } from "@rokad/contract/wallet";
import { useApi } from "../../api/use-api.ts";

/** The wallet, reloaded every 30 s and when the window gets the focus. */
export function useBalance() {
  return useApi(getBalance, {}, { pollSeconds: 30 });
}
