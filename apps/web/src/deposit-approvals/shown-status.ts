import type { DepositQueueFilters, DepositQueueStatus } from "./deposit-queue-filters.ts";

/** The status that the queue shows: with a UTR any, because its deposit may be decided. */
export function shownStatus({ status, utr }: DepositQueueFilters): DepositQueueStatus {
  return status ?? (utr === undefined ? "pending" : "all");
}
