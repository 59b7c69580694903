import { addDays } from "@rokad/contract/days";
import { todayInIndia } from "@rokad/contract/fields";
import type { HistoryData } from "./history-data.ts";
import type { Reader } from "./http-reader.ts";
import { median } from "./payout-load.ts";
import type { Row } from "./row.ts";

const rounds = 60;
const warmUpRounds = 10;

/** The calls of the dashboard's first load. */
function callsOf(today: string): string[] {
  const monthAgo = addDays(today, -29);
  return [
    "/auth/me",
    "/platform/config",
    "/wallet/balance",
    "/wallet/portfolio",
    "/payouts/summary",
    "/payouts/trend",
    "/payouts?limit=5",
    `/payouts/analytics?from=${monthAgo}&to=${today}`,
    "/notifications?limit=20",
    "/wallet/virtual-accounts",
  ];
}

/** Times all calls in sequence, alternating between the two tenants. */
export async function benchDashboard({ large, small }: HistoryData, reader: Reader): Promise<Row> {
  const calls = callsOf(todayInIndia(new Date()));
  const times = { large: [] as number[], small: [] as number[] };
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    const order = round % 2 === 0 ? (["large", "small"] as const) : (["small", "large"] as const);
    for (const size of order) {
      const { accessToken } = size === "large" ? large : small;
      let sum = 0;
      for (const path of calls) sum += (await reader.get(path, accessToken)).ms;
      if (round >= 0) times[size].push(sum);
    }
  }
  const [largeMs, smallMs] = [median(times.large), median(times.small)];
  return {
    key: "dashboard_first_load",
    name: `Dashboard's first load (${calls.length} calls) at 10 million payouts`,
    reference: "the same at 10 thousand",
    measured: `${largeMs.toFixed(1)} ms`,
    referred: `${smallMs.toFixed(1)} ms`,
    ratio: largeMs / smallMs,
    goal: { atMost: 1.5 },
  };
}
