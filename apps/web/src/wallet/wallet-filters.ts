import { readDays, readOption, readPage, type Paged } from "../common/lists/search-params.ts";

export const transactionTypeFilters = ["credit", "debit"] as const;

export interface WalletFilters {
  type?: (typeof transactionTypeFilters)[number] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The filters of Wallet History from the URL. */
export function readWalletFilters(search: Record<string, unknown>): Paged<WalletFilters> {
  return {
    type: readOption(search["type"], transactionTypeFilters),
    ...readDays(search["from"], search["to"]),
    page: readPage(search["page"]),
  };
}
