import { getPayoutSummary } from "@rokad/contract/payout-summary";
import { useApi } from "../api/use-api.ts";
import { useBalance } from "../common/balance/use-balance.ts";

/**
 * The wallet, polled every 30 s, and the payout summary, polled every 60 s; both reload on focus too.
 * `isLoading` until each has loaded or failed, so that the skeleton disappears only once.
 */
export function useOverview() {
  const balance = useBalance();
  const summary = useApi(getPayoutSummary, {}, { pollSeconds: 60 });
  const isLoading = [balance, summary].some(({ data, error }) => !data && !error);
  return { balance, summary, isLoading };
}
