import { listReceivingAccounts, type OwnAccount } from "@rokad/contract/receiving-accounts";
import { useApi } from "../../api/use-api.ts";
import { maskAccount } from "../../ui/mask.ts";

/** The receiving accounts of the platform, for super admins; empty while loading. */
export function useOwnAccounts(): readonly OwnAccount[] {
  const { data } = useApi(listReceivingAccounts, {});
  return data?.data.accounts ?? [];
}

/** "HDFC Bank ****5600, Main collections": one of several accounts, as an option. */
export function nameOfAccount(account: {
  readonly bank_name: string;
  readonly account_number: string;
  readonly label: string;
}): string {
  return `${account.bank_name} ${maskAccount(account.account_number)}, ${account.label}`;
}
