import { dayIn, oneOf, pageIn } from "../search.ts";

export const transactionTypeFilters = ["credit", "debit"] as const;

export interface WalletFilters {
  type?: (typeof transactionTypeFilters)[number] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  page?: number | undefined;
}

/** The filters of Wallet History as they stand in the address. */
export function readWalletFilters(search: Record<string, unknown>): WalletFilters {
  return {
    type: oneOf(search["type"], transactionTypeFilters),
    from: dayIn(search["from"]),
    to: dayIn(search["to"]),
    page: pageIn(search["page"]),
  };
}
