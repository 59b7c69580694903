import type { MoneyAnswer } from "@rokad/contract/call";
import { getPlatformConfig } from "@rokad/contract/platform";
import type { PayoutSummary } from "@rokad/contract/payout-summary";
import { getPortfolio } from "@rokad/contract/wallet";
import { formatMoney, formatMoneyShort } from "@rokad/money/format";
import { CalendarDays, CircleCheck, TrendingUp, Wallet } from "lucide-react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { Balance } from "../common/balance/balance.tsx";
import { ExplainButton } from "../common/balance/explain-button.tsx";
import { Card } from "../ui/card.tsx";
import { changeOf, pointsOf } from "../ui/compare.ts";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { fitFigure } from "../ui/fit-figure.tsx";
import { Progress } from "../ui/progress.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { StatCard } from "../ui/stat-card.tsx";
import { useOverview } from "./use-overview.ts";

const yesterday = t`this time yesterday`;
const lastMonth = t`this time last month`;

/** Four figures from two calls, the wallet's and the payouts', each with its own error. */
export function StatCards() {
  const { balance, summary, isLoading } = useOverview();
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:gap-4 xl:grid-cols-4">
      {balance.error && !balance.data ? (
        <Card>
          <ErrorPanel
            message={t`Failed to load wallet balance`}
            detail={messageOf(balance.error, "")}
            onRetry={() => void balance.mutate()}
            busy={balance.isValidating}
            className="py-5"
          />
        </Card>
      ) : (
        <TotalBalance balance={isLoading ? undefined : balance.data?.data.main_balance} />
      )}
      {summary.error && !summary.data ? (
        <Card className="sm:col-span-1 xl:col-span-3">
          <ErrorPanel
            message={t`Failed to load payout summary`}
            detail={messageOf(summary.error, "")}
            onRetry={() => void summary.mutate()}
            busy={summary.isValidating}
            className="py-5"
          />
        </Card>
      ) : (
        <PayoutFigures summary={isLoading ? undefined : summary.data?.data} />
      )}
    </div>
  );
}

/** The comparison comes from a separate call; without it only the balance is shown. */
function TotalBalance({ balance }: { balance: MoneyAnswer | undefined }) {
  const { data } = useApi(getPortfolio, {}, { pollSeconds: 60 });
  const before = data?.data.previous.main_balance;
  return (
    <StatCard
      label={t`Total Balance`}
      icon={<Wallet />}
      action={balance && <ExplainButton query={{ figure: "balance" }} name={t`Total Balance`} />}
      value={balance && <Balance value={balance} show={fitFigure} />}
      hint={t`Across all wallets`}
      trend={{ percent: balance && before && changeOf(balance, before), against: lastMonth }}
      loading={!balance}
    />
  );
}

function PayoutFigures({ summary }: { summary: PayoutSummary | undefined }) {
  const config = useApi(getPlatformConfig, {}, { onFocus: false, onReconnect: false });
  const target = config.data?.data.monthly_target;
  const loading = !summary;
  const before = summary?.previous;
  return (
    <>
      <StatCard
        label={t`Today's Volume`}
        icon={<TrendingUp />}
        value={summary && formatMoney(summary.today_volume)}
        hint={summary && payouts(summary.today_count, t`today`)}
        trend={{
          percent: before && changeOf(summary.today_volume, before.day_volume),
          against: yesterday,
        }}
        loading={loading}
      />
      <StatCard
        label={t`Monthly Volume`}
        icon={<CalendarDays />}
        value={summary && formatMoney(summary.monthly_volume)}
        hint={summary && payouts(summary.monthly_count, t`this month`)}
        trend={{
          percent: before && changeOf(summary.monthly_volume, before.month_volume),
          against: lastMonth,
        }}
        loading={loading}
      >
        {summary && target ? (
          <Target volume={summary.monthly_volume} target={target} />
        ) : (
          <Skeleton className="mt-3 h-7" />
        )}
      </StatCard>
      <StatCard
        label={t`Success Rate`}
        icon={<CircleCheck />}
        value={summary && (summary.success_rate === null ? "–" : `${summary.success_rate}%`)}
        hint={
          summary?.success_rate === null
            ? t`No completed payouts this month`
            : t`Of completed payouts this month`
        }
        trend={{
          percent: before && pointsOf(summary.success_rate, before.success_rate),
          against: lastMonth,
          unit: t` points`,
        }}
        loading={loading}
      />
    </>
  );
}

function Target({ volume, target }: { volume: MoneyAnswer; target: MoneyAnswer }) {
  if (target.amount === 0) return null;
  // Rounded down, so that 100% is never shown before the target is reached.
  const percent = Math.floor((volume.amount * 10_000) / target.amount) / 100;
  return (
    <Progress
      value={volume.amount}
      max={target.amount}
      label={t`${percent.toLocaleString("en-IN")}% of ${formatMoneyShort(target)} target`}
    />
  );
}

function payouts(count: number, when: string): string {
  return count === 1
    ? t`${count.toLocaleString("en-IN")} payout ${when}`
    : t`${count.toLocaleString("en-IN")} payouts ${when}`;
}
