import type { Payout } from "@rokad/contract/payouts";
import { daysIn, oneOf, pageIn, type Paged } from "../search.ts";

export const payoutStatusFilters = [
  "success",
  "pending",
  "processing",
  "failed",
] as const satisfies readonly Payout["status"][];

export interface PayoutFilters {
  status?: Payout["status"] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The filters of Payout History as they stand in the address. */
export function readPayoutFilters(search: Record<string, unknown>): Paged<PayoutFilters> {
  return {
    status: oneOf(search["status"], payoutStatusFilters),
    ...daysIn(search["from"], search["to"]),
    page: pageIn(search["page"]),
  };
}
