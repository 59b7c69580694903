import type { BankAccount } from "@rokad/contract/bank-accounts";
import { readOption, readPage, readText } from "../common/lists/search-params.ts";

export const bankAccountStatusFilters = [
  "approved",
  "pending",
  "rejected",
  "revoked",
] as const satisfies readonly BankAccount["status"][];

export interface BankAccountFilters {
  status?: BankAccount["status"] | undefined;
  search?: string | undefined;
  page?: number | undefined;
}

/** The filters of Bank Accounts from the URL. */
export function readBankAccountFilters(search: Record<string, unknown>): BankAccountFilters {
  return {
    status: readOption(search["status"], bankAccountStatusFilters),
    search: readText(search["search"]),
    page: readPage(search["page"]),
  };
}
