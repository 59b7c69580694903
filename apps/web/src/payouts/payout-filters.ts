import type { Payout } from "@rokad/contract/payouts";
import { dayIn, oneOf, pageIn } from "../search.ts";

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
  page?: number | undefined;
}

/** The filters of Payout History as they stand in the address. */
export function readPayoutFilters(search: Record<string, unknown>): PayoutFilters {
  return {
    status: oneOf(search["status"], payoutStatusFilters),
    from: dayIn(search["from"]),
    to: dayIn(search["to"]),
    page: pageIn(search["page"]),
  };
}
