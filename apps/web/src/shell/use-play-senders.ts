import { listBankAccountsForReview } from "@rokad/contract/bank-account-reviews";
import { listBankAccounts } from "@rokad/contract/bank-accounts";
import { useApi } from "../api/use-api.ts";

const accountsAtMost = 20;

/** A bank account from which a transfer would be credited by itself. */
export interface PlaySender {
  readonly id: string;
  /** "HDFC Bank ****4321". */
  readonly words: string;
}

/**
 * The approved bank accounts of who receives: one's own, or for a super admin the tenant's.
 * @param phone the tenant's number; undefined for one's own.
 * @returns undefined while they are on their way; none where they could not be loaded.
 */
export function usePlaySenders(phone: string | undefined): readonly PlaySender[] | undefined {
  const query = { status: "approved", page: 1, limit: accountsAtMost } as const;
  const own = useApi(listBankAccounts, phone === undefined ? { query } : null);
  const theirs = useApi(
    listBankAccountsForReview,
    phone === undefined ? null : { query: { ...query, search: phone } },
  );
  if (own.error ?? theirs.error) return [];
  return (own.data ?? theirs.data)?.data.map(
    ({ _id: id, bank_name: bank, account_number: number }) => ({ id, words: `${bank} ${number}` }),
  );
}
