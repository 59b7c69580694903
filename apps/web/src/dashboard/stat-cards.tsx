import type { MoneyAnswer } from "@rokad/contract/call";
import { getPlatformConfig } from "@rokad/contract/platform";
import type { PayoutSummary } from "@rokad/contract/payouts";
import { formatMoney, formatMoneyShort } from "@rokad/money/format";
import { CalendarDays, CircleCheck, TrendingUp, Wallet } from "lucide-react";
import { messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { Balance } from "../shell/balance.tsx";
import { useBalance } from "../shell/use-balance.ts";
import { Card } from "../ui/card.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Progress } from "../ui/progress.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { StatCard } from "../ui/stat-card.tsx";
import { changeOf, pointsOf } from "./trends.ts";
import { useSummary } from "./use-summary.ts";

const yesterday = "this time yesterday";
const lastMonth = "this time last month";

/** Four figures; the wallet's and the payouts' come from two calls and fail apart. */
export function StatCards() {
  const summary = useSummary();
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:gap-4 xl:grid-cols-4">
      <TotalBalance />
      {summary.error && !summary.data ? (
        <Card className="sm:col-span-1 xl:col-span-3">
          <ErrorPanel
            message="Failed to load payout summary"
            detail={messageOf(summary.error, "")}
            onRetry={() => void summary.mutate()}
            busy={summary.isValidating}
            className="py-5"
          />
        </Card>
      ) : (
        <PayoutFigures summary={summary.data?.data} />
      )}
    </div>
  );
}

function TotalBalance() {
  const { data, error, isValidating, mutate } = useBalance();
  if (error && !data) {
    return (
      <Card>
        <ErrorPanel
          message="Failed to load wallet balance"
          detail={messageOf(error, "")}
          onRetry={() => void mutate()}
          busy={isValidating}
          className="py-5"
        />
      </Card>
    );
  }
  return (
    <StatCard
      label="Total Balance"
      icon={<Wallet />}
      value={data && <Balance value={data.data.main_balance} />}
      hint="Across all wallets"
      loading={!data}
    />
  );
}

function PayoutFigures({ summary }: { summary: PayoutSummary | undefined }) {
  const config = useApi(getPlatformConfig, {}, { onFocus: false, onReconnect: false });
  const target = config.data?.data.monthly_target;
  const loading = !summary;
  const before = summary?.previous;
  const dayChange = summary && before && changeOf(summary.today_volume, before.day_volume);
  const monthChange = summary && before && changeOf(summary.monthly_volume, before.month_volume);
  const rateChange = summary && before && pointsOf(summary.success_rate, before.success_rate);
  const today = summary && payouts(summary.today_count, "today");
  return (
    <>
      <StatCard
        label="Today's Volume"
        icon={<TrendingUp />}
        value={summary && formatMoney(summary.today_volume)}
        hint={today}
        trend={dayChange === undefined ? undefined : { percent: dayChange, against: yesterday }}
        note={dayChange === undefined ? undefined : today}
        loading={loading}
      />
      <StatCard
        label="Monthly Volume"
        icon={<CalendarDays />}
        value={summary && formatMoney(summary.monthly_volume)}
        hint={summary && payouts(summary.monthly_count, "this month")}
        trend={monthChange === undefined ? undefined : { percent: monthChange, against: lastMonth }}
        loading={loading}
      >
        {summary && target ? (
          <Target volume={summary.monthly_volume} target={target} />
        ) : (
          <Skeleton className="mt-3 h-7" />
        )}
      </StatCard>
      <StatCard
        label="Success Rate"
        icon={<CircleCheck />}
        value={summary && (summary.success_rate === null ? "–" : `${summary.success_rate}%`)}
        hint={
          summary?.success_rate === null
            ? "No payout has reached its end this month"
            : "Of the payouts that ended this month"
        }
        trend={
          rateChange === undefined
            ? undefined
            : { percent: rateChange, against: lastMonth, unit: " points" }
        }
        loading={loading}
      />
    </>
  );
}

function Target({ volume, target }: { volume: MoneyAnswer; target: MoneyAnswer }) {
  if (target.amount === 0) return null;
  const percent = (volume.amount / target.amount) * 100;
  const said = percent > 0 && percent < 1 ? "Under 1%" : `${Math.floor(percent)}%`;
  return (
    <Progress
      value={volume.amount}
      max={target.amount}
      label={`${said} of ${formatMoneyShort(target)} target`}
    />
  );
}

function payouts(count: number, when: string): string {
  return `${count.toLocaleString("en-IN")} ${count === 1 ? "payout" : "payouts"} ${when}`;
}
