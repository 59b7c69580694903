import { getPayoutSummary } from "@rokad/contract/payouts";
import { useApi } from "../api/use-api.ts";
import { useBalance } from "../shell/use-balance.ts";

/**
 * The wallet, asked for again every 30 s, and today's and this month's payouts, every 60 s; both on
 * focus too. `waiting` until each has come or has failed: the dashboard's placeholder gives way once.
 */
export function useOverview() {
  const balance = useBalance();
  const summary = useApi(getPayoutSummary, {}, { pollSeconds: 60 });
  const waiting = [balance, summary].some(({ data, error }) => !data && !error);
  return { balance, summary, waiting };
}
