import { listBankAccountsForReview } from "@rokad/contract/bank-account-reviews";
import { listBankAccounts } from "@rokad/contract/bank-accounts";
import { useApi } from "../../api/use-api.ts";

const accountsMax = 20;

/** A bank account whose transfers are credited automatically. */
export interface SandboxSender {
  readonly id: string;
  /** "HDFC Bank ****4321". */
  readonly label: string;
}

/**
 * The receiver's approved bank accounts: the user's own, or the tenant's for a super admin.
 * @param phone the tenant's number; undefined for the user's own accounts.
 * @returns undefined while loading; an empty list after an error.
 */
export function useSandboxSenders(phone: string | undefined): readonly SandboxSender[] | undefined {
  const query = { status: "approved", page: 1, limit: accountsMax } as const;
  const own = useApi(listBankAccounts, phone === undefined ? { query } : null);
  const tenants = useApi(
    listBankAccountsForReview,
    phone === undefined ? null : { query: { ...query, search: phone } },
  );
  if (own.error ?? tenants.error) return [];
  return (own.data ?? tenants.data)?.data.map(
    ({ _id: id, bank_name: bank, account_number: number }) => ({ id, label: `${bank} ${number}` }),
  );
}
