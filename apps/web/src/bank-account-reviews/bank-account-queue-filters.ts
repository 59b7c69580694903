import { readOption, readPage, readText, type Paged } from "../common/lists/search-params.ts";

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
    status: readOption(search["status"], ["all", "approved", "rejected"]),
    search: readText(search["search"]),
    page: readPage(search["page"]),
  };
}
