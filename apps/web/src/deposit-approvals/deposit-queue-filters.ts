import { daysIn, oneOf, pageIn, textIn, type Paged } from "../search.ts";

export interface DepositQueueFilters {
  /** Those that wait, unless told. */
  status?: "all" | "completed" | "failed" | undefined;
  utr?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The filters of Deposit Approval as they stand in the address. */
export function readDepositQueueFilters(
  search: Record<string, unknown>,
): Paged<DepositQueueFilters> {
  return {
    status: oneOf(search["status"], ["all", "completed", "failed"]),
    utr: textIn(search["utr"]),
    ...daysIn(search["from"], search["to"]),
    page: pageIn(search["page"]),
  };
}
