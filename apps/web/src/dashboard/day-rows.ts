import type { PayoutDay } from "@rokad/contract/payout-analytics";
import { formatMoney } from "@rokad/money/format";
import { t } from "../language.ts";
import { formatWeekday } from "../ui/dates.ts";
import { percent, inProgressCount } from "./metrics.ts";

export const dayHeaders = [
  t`Day`,
  t`Volume`,
  t`Successful`,
  t`In progress`,
  t`Failed`,
  t`Success rate`,
  t`Fees`,
  "GST",
] as const;

/** Table rows, one per day, newest first. */
export function dayRows(days: readonly PayoutDay[]): string[][] {
  return days
    .toReversed()
    .map((day) => [
      formatWeekday(day.day),
      formatMoney(day.volume),
      day.success_count.toLocaleString("en-IN"),
      inProgressCount(day).toLocaleString("en-IN"),
      day.failed_count.toLocaleString("en-IN"),
      percent(day.success_rate),
      formatMoney(day.fees),
      formatMoney(day.gst),
    ]);
}
