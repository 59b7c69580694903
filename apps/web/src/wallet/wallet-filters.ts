import { daysIn, oneOf, pageIn, type Paged } from "../search.ts";

export const transactionTypeFilters = ["credit", "debit"] as const;

export interface WalletFilters {
  type?: (typeof transactionTypeFilters)[number] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The filters of Wallet History as they stand in the address. */
export function readWalletFilters(search: Record<string, unknown>): Paged<WalletFilters> {
  return {
    type: oneOf(search["type"], transactionTypeFilters),
    ...daysIn(search["from"], search["to"]),
    page: pageIn(search["page"]),
  };
}
