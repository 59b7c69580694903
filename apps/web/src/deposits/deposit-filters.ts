import type { Deposit } from "@rokad/contract/deposits";
import {
  readDays,
  readOption,
  readPage,
  readText,
  type Paged,
} from "../common/lists/search-params.ts";

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

/** The filters of Deposit History from the URL. */
export function readDepositFilters(search: Record<string, unknown>): Paged<DepositFilters> {
  return {
    status: readOption(search["status"], depositStatusFilters),
    utr: readText(search["utr"]),
    ...readDays(search["from"], search["to"]),
    page: readPage(search["page"]),
  };
}
