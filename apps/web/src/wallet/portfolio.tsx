import { todayInIndia } from "@rokad/contract/fields";
import { getPayoutSummary } from "@rokad/contract/payouts";
import { listWalletHistory } from "@rokad/contract/wallet";
import { formatMoney } from "@rokad/money/format";
import { add } from "@rokad/money/money";
import { ArrowLeftRight, Gauge, ReceiptText, Wallet } from "lucide-react";
import { messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { Balance } from "../shell/balance.tsx";
import { useBalance } from "../shell/use-balance.ts";
import { Card } from "../ui/card.tsx";
import { formatDuration } from "../ui/durations.ts";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { StatCard } from "../ui/stat-card.tsx";

/** Only figures that the server can tell: a card without its figure is left out, not shown as zero. */
export function Portfolio() {
  const balance = useBalance();
  const flow = useMonthlyFlow();
  const payouts = useApi(getPayoutSummary, {}, { pollSeconds: 60 });
  const { average_amount: average, processing_seconds: seconds } = payouts.data?.data ?? {};
  const moved = flow.data?.summary;
  const failed = [balance, flow, payouts].filter(({ data, error }) => error && !data);
  if (failed.length > 0) {
    return (
      <Card className="h-full">
        <ErrorPanel
          message="Failed to load portfolio"
          detail={messageOf(failed[0]?.error, "")}
          onRetry={() => failed.forEach(({ mutate }) => void mutate())}
          busy={failed.some(({ isValidating }) => isValidating)}
        />
      </Card>
    );
  }
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:gap-4">
      <StatCard
        label="Total Portfolio"
        icon={<Wallet />}
        value={balance.data && <Balance value={balance.data.data.main_balance} />}
        hint="In your main wallet"
        loading={!balance.data}
      />
      <StatCard
        label="Monthly Flow"
        icon={<ArrowLeftRight />}
        value={moved && formatMoney(add(moved.total_credits, moved.total_debits))}
        hint={
          moved && `${formatMoney(moved.total_credits)} in, ${formatMoney(moved.total_debits)} out`
        }
        loading={!moved}
      />
      {average !== null && (
        <StatCard
          label="Avg. Transaction"
          icon={<ReceiptText />}
          value={average && formatMoney(average)}
          hint="Average payout this month"
          loading={!average}
        />
      )}
      {seconds !== null && (
        <StatCard
          label="Processing Time"
          icon={<Gauge />}
          value={seconds !== undefined && formatDuration(seconds)}
          hint="Half of this month's payouts were faster"
          loading={seconds === undefined}
        />
      )}
    </div>
  );
}

/** What came in and went out since the first of the month, in India. */
function useMonthlyFlow() {
  const from = `${todayInIndia().slice(0, 7)}-01`;
  return useApi(listWalletHistory, { query: { from, limit: 1 } }, { pollSeconds: 60 });
}
