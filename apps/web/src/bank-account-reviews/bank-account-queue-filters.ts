import { readOption, readPage, readText, type Paged } from "../common/lists/search-params.ts";

export interface BankAccountQueueFilters {
  /** Undefined shows the waiting ones. */
  status?: "all" | "approved" | "rejected" | "revoked" | undefined;
  search?: string | undefined;
}

/** Reads the filters of the Bank Accounts review from the address. */
export function readBankAccountQueueFilters(
  search: Record<string, unknown>,
): Paged<BankAccountQueueFilters> {
  return {
    status: readOption(search["status"], ["all", "approved", "rejected", "revoked"]),
    search: readText(search["search"]),
    page: readPage(search["page"]),
  };
}
