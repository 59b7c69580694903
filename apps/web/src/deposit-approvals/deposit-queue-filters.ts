import {
  readDays,
  readOption,
  readPage,
  readText,
  type Paged,
} from "../common/lists/search-params.ts";

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
    status: readOption(search["status"], ["all", "completed", "failed"]),
    utr: readText(search["utr"]),
    ...readDays(search["from"], search["to"]),
    page: readPage(search["page"]),
  };
}
