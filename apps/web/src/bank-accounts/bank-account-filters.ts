import type { BankAccount } from "@rokad/contract/bank-accounts";
import { oneOf, pageIn, textIn } from "../search.ts";

export const bankAccountStatusFilters = [
  "approved",
  "pending",
  "rejected",
] as const satisfies readonly BankAccount["status"][];

export interface BankAccountFilters {
  status?: BankAccount["status"] | undefined;
  search?: string | undefined;
  page?: number | undefined;
}

/** The filters of Bank Accounts as they stand in the address. */
export function readBankAccountFilters(search: Record<string, unknown>): BankAccountFilters {
  return {
    status: oneOf(search["status"], bankAccountStatusFilters),
    search: textIn(search["search"]),
    page: pageIn(search["page"]),
  };
}
