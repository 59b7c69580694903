import {
  readDays,
  readOption,
  readPage,
  readText,
  type Paged,
} from "../common/lists/search-params.ts";

export interface DepositQueueFilters {
  /** Undefined shows the waiting ones. */
  status?: "all" | "completed" | "failed" | undefined;
  utr?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Reads the filters of Deposit Approval from the address. */
export function readDepositQueueFilters(
  search: Record<string, unknown>,
): Paged<DepositQueueFilters> {
  return {
    status: readOption(search["status"], ["all", "completed", "failed"]),
    utr: readText(search["utr"]),
    ...readDays(search["from"], search["to"]),
    page: readPage(search["page"]),
  };
}
