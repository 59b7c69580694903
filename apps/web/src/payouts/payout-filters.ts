import type { Payout } from "@rokad/contract/payouts";
import { readDays, readOption, readPage, type Paged } from "../common/lists/search-params.ts";

export const payoutStatusFilters = [
  "success",
  "pending",
  "processing",
  "failed",
  "cancelled",
] as const satisfies readonly Payout["status"][];

export interface PayoutFilters {
  status?: Payout["status"] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The filters of Payout History from the URL. */
export function readPayoutFilters(search: Record<string, unknown>): Paged<PayoutFilters> {
  return {
    status: readOption(search["status"], payoutStatusFilters),
    ...readDays(search["from"], search["to"]),
    page: readPage(search["page"]),
  };
}
