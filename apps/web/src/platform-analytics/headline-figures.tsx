import type { PlatformAnalytics } from "@rokad/contract/platform-analytics";
import { formatMoney } from "@rokad/money/format";
import { BadgePercent, CircleCheck, IndianRupee, Landmark, Send } from "lucide-react";
import { t } from "../super-admin-language.ts";
import type { ChangeProps } from "../ui/change.tsx";
import { changeOf, changeOfNumber, pointsOf } from "../ui/compare.ts";
import { StatCard } from "../ui/stat-card.tsx";
import { formatPercent } from "./day-metrics.ts";

/** The period's five figures, compared with the previous period. */
export function HeadlineFigures({ answer }: { answer: PlatformAnalytics | undefined }) {
  const loading = answer === undefined;
  const days = answer?.by_day.length ?? 0;
  const against = days === 1 ? t`the day before` : t`the ${days} days before`;
  const { totals, previous } = answer ?? {};
  const trend = (change: ChangeProps) => ({ against, ...change });
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-5 md:gap-4">
      <StatCard
        label={t`Volume`}
        icon={<IndianRupee />}
        loading={loading}
        value={totals && formatMoney(totals.volume)}
        hint={t`Without failed payouts`}
        trend={trend({ percent: totals && previous && changeOf(totals.volume, previous.volume) })}
      />
      <StatCard
        label={t`Payouts`}
        icon={<Send />}
        loading={loading}
        value={totals?.count.toLocaleString("en-IN")}
        hint={totals && t`${totals.failed_count.toLocaleString("en-IN")} more failed`}
        trend={trend({
          percent: totals && previous && changeOfNumber(totals.count, previous.count),
        })}
      />
      <StatCard
        label={t`Success rate`}
        icon={<CircleCheck />}
        loading={loading}
        value={totals && formatPercent(totals.success_rate)}
        hint={t`Among completed payouts`}
        trend={trend({
          percent: totals && previous && pointsOf(totals.success_rate, previous.success_rate),
          unit: t` points`,
        })}
      />
      <StatCard
        label={t`Fees earned`}
        icon={<Landmark />}
        loading={loading}
        value={totals && formatMoney(totals.fees)}
        hint={t`Booked, minus refunds`}
        trend={trend({ percent: totals && previous && changeOf(totals.fees, previous.fees) })}
      />
      <StatCard
        label={t`GST due`}
        icon={<BadgePercent />}
        loading={loading}
        value={totals && formatMoney(totals.gst)}
        hint={t`On the fees earned`}
        trend={trend({
          percent: totals && previous && changeOf(totals.gst, previous.gst),
          better: "neither",
        })}
      />
    </div>
  );
}
