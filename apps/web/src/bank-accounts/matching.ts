import type { BankAccount } from "@rokad/contract/bank-accounts";

/** The accounts in whose holder, bank, IFSC or branch the words occur, in any case. */
export function matching(accounts: readonly BankAccount[], search: string): BankAccount[] {
  const words = search.trim().toLowerCase();
  return accounts.filter((account) =>
    [account.account_holder_name, account.bank_name, account.ifsc_code, account.branch_name].some(
      (text) => text.toLowerCase().includes(words),
    ),
  );
}
