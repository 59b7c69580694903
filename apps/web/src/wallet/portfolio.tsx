import { getPayoutSummary } from "@rokad/contract/payouts";
import { getPortfolio } from "@rokad/contract/wallet";
import { formatMoney } from "@rokad/money/format";
import { add } from "@rokad/money/money";
import { ArrowLeftRight, Gauge, ReceiptText, Wallet } from "lucide-react";
import { messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { Balance } from "../shell/balance.tsx";
import { useBalance } from "../shell/use-balance.ts";
import { Card } from "../ui/card.tsx";
import { changeOf, changeOfNumber } from "../ui/compare.ts";
import { formatDuration } from "../ui/durations.ts";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { StatCard } from "../ui/stat-card.tsx";

const against = "this time last month";

/** The wallet in four figures, each beside what it was by this time of the month before. */
export function Portfolio() {
  const balance = useBalance();
  const flow = useApi(getPortfolio, {}, { pollSeconds: 60 });
  const payouts = useApi(getPayoutSummary, {}, { pollSeconds: 60 });
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
  const total = balance.data?.data.main_balance;
  const moved = total && flow.data?.data;
  const paid = total && payouts.data?.data;
  const all = moved && add(moved.total_credits, moved.total_debits);
  const allBefore = moved && add(moved.previous.total_credits, moved.previous.total_debits);
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:gap-4">
      <StatCard
        label="Total Portfolio"
        icon={<Wallet />}
        value={total && <Balance value={total} />}
        hint="In your main wallet"
        trend={{ percent: moved && changeOf(total, moved.previous.main_balance), against }}
        loading={!total}
      />
      <StatCard
        label="Monthly Flow"
        icon={<ArrowLeftRight />}
        value={all && formatMoney(all)}
        hint={
          moved && `${formatMoney(moved.total_credits)} in, ${formatMoney(moved.total_debits)} out`
        }
        trend={{
          percent: all && allBefore && changeOf(all, allBefore),
          against,
          better: "neither",
        }}
        loading={!moved}
      />
      <StatCard
        label="Avg. Transaction"
        icon={<ReceiptText />}
        value={paid?.average_amount ? formatMoney(paid.average_amount) : "–"}
        hint={paid?.average_amount ? "Average payout this month" : "No payout this month yet"}
        trend={{
          percent: paid && compared(paid.average_amount, paid.previous.average_amount, changeOf),
          against,
          better: "neither",
        }}
        loading={!paid}
      />
      <StatCard
        label="Processing Time"
        icon={<Gauge />}
        value={
          paid && paid.processing_seconds !== null ? formatDuration(paid.processing_seconds) : "–"
        }
        hint={
          paid?.processing_seconds === null
            ? "No payout has succeeded this month"
            : "Half of this month's newest payouts were faster"
        }
        trend={{
          percent:
            paid &&
            compared(paid.processing_seconds, paid.previous.processing_seconds, changeOfNumber),
          against,
          better: "down",
        }}
        loading={!paid}
      />
    </div>
  );
}

/** Null without both sides. */
function compared<T>(
  now: T | null,
  before: T | null,
  change: (now: T, before: T) => number | null,
): number | null {
  return now === null || before === null ? null : change(now, before);
}
