import type { BankAccount } from "@rokad/contract/bank-accounts";

/** The accounts whose holder, bank, IFSC or branch contains the text, in any case. */
export function searchAccounts(accounts: readonly BankAccount[], search: string): BankAccount[] {
  const lowerCase = search.trim().toLowerCase();
  return accounts.filter((account) =>
    [account.account_holder_name, account.bank_name, account.ifsc_code, account.branch_name].some(
      (value) => value.toLowerCase().includes(lowerCase),
    ),
  );
}
