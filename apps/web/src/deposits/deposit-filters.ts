import type { Deposit } from "@rokad/contract/deposits";
import { daysIn, oneOf, pageIn, textIn, type Paged } from "../search.ts";

export const depositStatusFilters = [
  "pending",
  "completed",
  "failed",
] as const satisfies readonly Deposit["status"][];

export interface DepositFilters {
  status?: Deposit["status"] | undefined;
  utr?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The filters of Deposit History as they stand in the address. */
export function readDepositFilters(search: Record<string, unknown>): Paged<DepositFilters> {
  return {
    status: oneOf(search["status"], depositStatusFilters),
    utr: textIn(search["utr"]),
    ...daysIn(search["from"], search["to"]),
    page: pageIn(search["page"]),
  };
}
