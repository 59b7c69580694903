import {
  readDays,
  readOption,
  readPage,
  readText,
  type Paged,
} from "../common/lists/search-params.ts";

export interface DepositQueueFilters {
  /** Undefined shows the waiting ones, or with a UTR all: its deposit may be decided. */
  status?: DepositQueueStatus | undefined;
  utr?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const depositQueueStatuses = ["pending", "all", "completed", "failed"] as const;
export type DepositQueueStatus = (typeof depositQueueStatuses)[number];

/** Reads the filters of Deposit Approval from the address. */
export function readDepositQueueFilters(
  search: Record<string, unknown>,
): Paged<DepositQueueFilters> {
  return {
    status: readOption(search["status"], depositQueueStatuses),
    utr: readText(search["utr"]),
    ...readDays(search["from"], search["to"]),
    page: readPage(search["page"]),
  };
}
