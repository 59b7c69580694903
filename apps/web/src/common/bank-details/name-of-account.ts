import { maskAccount } from "../../ui/mask.ts";

/** "HDFC Bank ****5600, Main collections": one of several accounts, as an option. */
export function nameOfAccount(account: {
  readonly bank_name: string;
  readonly account_number: string;
  readonly label: string;
}): string {
  return `${account.bank_name} ${maskAccount(account.account_number)}, ${account.label}`;
}
