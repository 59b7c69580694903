import {
  batchRowViews,
  batchStates,
  type BatchRowView,
  type BatchState,
} from "@rokad/contract/batch-states";
import { readOption, readPage, readText, type Paged } from "../common/lists/search-params.ts";

export interface BatchSearch {
  view?: BatchRowView | undefined;
  page?: number | undefined;
}

export function readBatchSearch(search: Record<string, unknown>): BatchSearch {
  const view = readOption(search["view"], batchRowViews);
  return { view: view === "all" ? undefined : view, page: readPage(search["page"]) };
}

export interface BatchFilters {
  search?: string | undefined;
  state?: BatchState | undefined;
}

/** Reads the filters of Bulk Payouts from the address. */
export function readBatchesSearch(search: Record<string, unknown>): Paged<BatchFilters> {
  return {
    search: readText(search["search"]),
    state: readOption(search["state"], batchStates),
    page: readPage(search["page"]),
  };
}
