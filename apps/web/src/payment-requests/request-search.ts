import { requestStates, type RequestState } from "@rokad/contract/request-states";
import { readOption, readPage } from "../common/lists/search-params.ts";

const requestViews = ["waiting_for_me", "mine", "all"] as const;
export type RequestView = (typeof requestViews)[number];

export interface RequestSearch {
  /** Undefined: the first list that can have rows for the person. */
  view?: RequestView | undefined;
  state?: RequestState | undefined;
  page?: number | undefined;
}

export function readRequestSearch(search: Record<string, unknown>): RequestSearch {
  return {
    view: readOption(search["view"], requestViews),
    state: readOption(search["state"], requestStates),
    page: readPage(search["page"]),
  };
}
