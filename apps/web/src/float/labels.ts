import { providerLabel } from "@rokad/contract/reconciliation";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";

/** A side of a transfer for people. */
export function sideName(side: string): string {
  if (side === "bank") return t`Bank account`;
  return side === "own_funds" ? t`Own funds` : translateText(providerLabel(side));
}

interface NamedAccount {
  readonly id: string;
  readonly label: string;
  readonly account_number: string;
}

/** A receiving account for people: "Main collections ****5600". */
export function accountName({ label, account_number: number }: Omit<NamedAccount, "id">): string {
  return `${label} ${number}`;
}

export function accountOptions(accounts: readonly NamedAccount[]) {
  return accounts.map((account) => ({ value: account.id, label: accountName(account) }));
}
