import { listReceivingAccounts, type OwnAccount } from "@rokad/contract/receiving-accounts";
import { useApi } from "../../api/use-api.ts";

/** The receiving accounts of the platform, for super admins; empty while loading. */
export function useOwnAccounts(): readonly OwnAccount[] {
  const { data } = useApi(listReceivingAccounts, {});
  return data?.data.accounts ?? [];
}
