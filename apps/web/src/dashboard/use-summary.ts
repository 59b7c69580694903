import { getPayoutSummary } from "@rokad/contract/payouts";
import { useApi } from "../api/use-api.ts";

/** Today's and this month's payouts, asked for again every 60 s and on focus. */
export function useSummary() {
  return useApi(getPayoutSummary, {}, { pollSeconds: 60 });
}
