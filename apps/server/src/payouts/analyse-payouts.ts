import { addDays, countDays, listDays } from "@rokad/contract/days";
import { limits } from "@rokad/contract/limits";
import type { PayoutAnalytics } from "@rokad/contract/payout-analytics";
import { today } from "../days.ts";
import type { Tenant } from "../sign-in/person.ts";
import { sumsByDay, sumsByDestination, type DestinationSums } from "./daily-sums.ts";
import { addSums, asPayoutSums, nothing } from "./payout-sums.ts";

/** A period's payouts by day, method and bank, beside the period of the same length before it. */
export async function analysePayouts(
  tenant: Tenant,
  asked: { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<PayoutAnalytics> {
  const to = asked.to ?? today();
  const from = asked.from ?? addDays(to, 1 - limits.analyticsDays);
  const before = { from: addDays(from, -countDays(from, to)), to: addDays(from, -1) };
  const [days, destinations] = await Promise.all([
    sumsByDay(tenant, { from: before.from, to }),
    sumsByDestination(tenant, { from, to }),
  ]);
  const sumsOn = new Map(days.map((sums) => [sums.day, sums]));
  return {
    period: { from, to },
    previous_period: before,
    totals: asPayoutSums(addSums(days.filter(({ day }) => day >= from))),
    previous: asPayoutSums(addSums(days.filter(({ day }) => day < from))),
    by_day: listDays(from, to).map((day) => ({ day, ...asPayoutSums(sumsOn.get(day) ?? nothing) })),
    by_method: (["imps", "upi"] as const).map((method) => ({
      method,
      ...asPayoutSums(addSums(destinations.filter((each) => each.method === method))),
    })),
    ...byBank(destinations),
  };
}

/** The banks that got most, and the others together; one that only ever refused got nothing. */
function byBank(destinations: readonly DestinationSums[]) {
  const banks = destinations.flatMap(({ bank_name: name, ...sums }) =>
    name === null || sums.count === 0n ? [] : [{ name, sums }],
  );
  const others = banks.slice(limits.analyticsBanksShown);
  return {
    by_bank: banks
      .slice(0, limits.analyticsBanksShown)
      .map(({ name, sums }) => ({ bank_name: name, ...asPayoutSums(sums) })),
    other_banks:
      others.length === 0
        ? null
        : { banks: others.length, ...asPayoutSums(addSums(others.map(({ sums }) => sums))) },
  };
}
