import { oneOf, pageIn, textIn, type Paged } from "../search.ts";

export interface BankAccountQueueFilters {
  /** Those that wait, unless told. */
  status?: "all" | "approved" | "rejected" | undefined;
  search?: string | undefined;
}

/** The filters of the Bank Accounts review as they stand in the address. */
export function readBankAccountQueueFilters(
  search: Record<string, unknown>,
): Paged<BankAccountQueueFilters> {
  return {
    status: oneOf(search["status"], ["all", "approved", "rejected"]),
    search: textIn(search["search"]),
    page: pageIn(search["page"]),
  };
}
