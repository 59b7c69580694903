import { batchRowViews, type BatchRowView } from "@rokad/contract/batch-states";
import { readOption, readPage } from "../common/lists/search-params.ts";

export interface BatchSearch {
  view?: BatchRowView | undefined;
  page?: number | undefined;
}

export function readBatchSearch(search: Record<string, unknown>): BatchSearch {
  const view = readOption(search["view"], batchRowViews);
  return { view: view === "all" ? undefined : view, page: readPage(search["page"]) };
}

export function readBatchesSearch(search: Record<string, unknown>): { page?: number | undefined } {
  return { page: readPage(search["page"]) };
}
