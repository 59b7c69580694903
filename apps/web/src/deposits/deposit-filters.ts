import type { Deposit } from "@rokad/contract/deposits";
import { dayIn, oneOf, pageIn, textIn } from "../search.ts";

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
  page?: number | undefined;
}

/** The filters of Deposit History as they stand in the address. */
export function readDepositFilters(search: Record<string, unknown>): DepositFilters {
  return {
    status: oneOf(search["status"], depositStatusFilters),
    utr: textIn(search["utr"]),
    from: dayIn(search["from"]),
    to: dayIn(search["to"]),
    page: pageIn(search["page"]),
  };
}
