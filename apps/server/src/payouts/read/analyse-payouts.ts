import { addDays, countDays, listDays } from "@rokad/contract/days";
import { limits } from "@rokad/contract/limits";
import type { PayoutAnalytics } from "@rokad/contract/payout-analytics";
import { today } from "../../kernel/days.ts";
import type { Tenant } from "../../kernel/person.ts";
import { totalsByDay, totalsByDestination, type DestinationTotals } from "./daily-totals.ts";
import { addTotals, asPayoutSums, zeroTotals } from "./analytics-totals.ts";

/** A period's payouts by day, method and bank, compared with the same number of days before. */
export async function analysePayouts(
  tenant: Tenant,
  range: { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<PayoutAnalytics> {
  const to = range.to ?? today();
  const from = range.from ?? addDays(to, 1 - limits.analyticsDays);
  const before = { from: addDays(from, -countDays(from, to)), to: addDays(from, -1) };
  const [days, destinations] = await Promise.all([
    totalsByDay(tenant, { from: before.from, to }),
    totalsByDestination(tenant, { from, to }),
  ]);
  const totalsOn = new Map(days.map((totals) => [totals.day, totals]));
  return {
    period: { from, to },
    previous_period: before,
    totals: asPayoutSums(addTotals(days.filter(({ day }) => day >= from))),
    previous: asPayoutSums(addTotals(days.filter(({ day }) => day < from))),
    by_day: listDays(from, to).map((day) => ({
      day,
      ...asPayoutSums(totalsOn.get(day) ?? zeroTotals),
    })),
    by_method: (["imps", "upi"] as const).map((method) => ({
      method,
      ...asPayoutSums(addTotals(destinations.filter((each) => each.method === method))),
    })),
    ...byBank(destinations),
  };
}

/** The banks with the highest volume, and the others together; banks without volume are left out. */
function byBank(destinations: readonly DestinationTotals[]) {
  const banks = destinations.flatMap(({ bank_name: name, ...totals }) =>
    name === null || totals.count === 0n ? [] : [{ name, totals }],
  );
  const others = banks.slice(limits.analyticsBanksShown);
  return {
    by_bank: banks
      .slice(0, limits.analyticsBanksShown)
      .map(({ name, totals }) => ({ bank_name: name, ...asPayoutSums(totals) })),
    other_banks:
      others.length === 0
        ? null
        : { banks: others.length, ...asPayoutSums(addTotals(others.map(({ totals }) => totals))) },
  };
}
