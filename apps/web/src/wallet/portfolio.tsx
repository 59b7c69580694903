import { todayInIndia } from "@rokad/contract/fields";
import { getPayoutSummary } from "@rokad/contract/payout-summary";
import { getPortfolio } from "@rokad/contract/wallet";
import { formatMoney } from "@rokad/money/format";
import { add } from "@rokad/money/money";
import { ArrowLeftRight, Gauge, ReceiptText, Wallet } from "lucide-react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { Balance } from "../common/balance/balance.tsx";
import { ExplainButton } from "../common/balance/explain-button.tsx";
import { useBalance } from "../common/balance/use-balance.ts";
import { Card } from "../ui/card.tsx";
import { changeOf, changeOfNumber } from "../ui/compare.ts";
import { formatDuration } from "../ui/durations.ts";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { fitFigure } from "../ui/fit-figure.tsx";
import { StatCard } from "../ui/stat-card.tsx";

const comparisonLabel = t`this time last month`;

/** Four figures of the wallet, each compared with the same time last month. */
export function Portfolio() {
  const balance = useBalance();
  const flow = useApi(getPortfolio, {}, { pollSeconds: 60 });
  const payouts = useApi(getPayoutSummary, {}, { pollSeconds: 60 });
  const failedCalls = [balance, flow, payouts].filter(({ data, error }) => error && !data);
  if (failedCalls.length > 0) {
    return (
      <Card className="h-full">
        <ErrorPanel
          message={t`Failed to load portfolio`}
          detail={messageOf(failedCalls[0]?.error, "")}
          onRetry={() => failedCalls.forEach(({ mutate }) => void mutate())}
          busy={failedCalls.some(({ isValidating }) => isValidating)}
        />
      </Card>
    );
  }
  const today = todayInIndia();
  const total = balance.data?.data.main_balance;
  const thisMonth = total && flow.data?.data;
  const payoutFigures = total && payouts.data?.data;
  const flowTotal = thisMonth && add(thisMonth.total_credits, thisMonth.total_debits);
  const previousFlowTotal =
    thisMonth && add(thisMonth.previous.total_credits, thisMonth.previous.total_debits);
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:gap-4">
      <StatCard
        label={t`Total Portfolio`}
        icon={<Wallet />}
        action={total && <ExplainButton query={{ figure: "balance" }} name={t`Total Portfolio`} />}
        value={total && <Balance value={total} show={fitFigure} />}
        hint={t`In your main wallet`}
        trend={{
          percent: thisMonth && changeOf(total, thisMonth.previous.main_balance),
          against: comparisonLabel,
        }}
        loading={!total}
      />
      <StatCard
        label={t`Monthly Flow`}
        icon={<ArrowLeftRight />}
        action={
          thisMonth && (
            <ExplainButton
              query={{ figure: "flow", from: `${today.slice(0, 7)}-01`, to: today }}
              name={t`Monthly Flow`}
              countsLikeHistory
            />
          )
        }
        value={flowTotal && formatMoney(flowTotal)}
        hint={
          thisMonth &&
          t`${formatMoney(thisMonth.total_credits)} in, ${formatMoney(thisMonth.total_debits)} out`
        }
        trend={{
          percent: flowTotal && previousFlowTotal && changeOf(flowTotal, previousFlowTotal),
          against: comparisonLabel,
          better: "neither",
        }}
        loading={!thisMonth}
      />
      <StatCard
        label={t`Avg. Transaction`}
        icon={<ReceiptText />}
        value={payoutFigures?.average_amount ? formatMoney(payoutFigures.average_amount) : "–"}
        hint={
          payoutFigures?.average_amount ? t`Average payout this month` : t`No payout this month yet`
        }
        trend={{
          percent:
            payoutFigures &&
            compareIfKnown(
              payoutFigures.average_amount,
              payoutFigures.previous.average_amount,
              changeOf,
            ),
          against: comparisonLabel,
          better: "neither",
        }}
        loading={!payoutFigures}
      />
      <StatCard
        label={t`Processing Time`}
        icon={<Gauge />}
        value={
          payoutFigures && payoutFigures.processing_seconds !== null
            ? formatDuration(payoutFigures.processing_seconds)
            : "–"
        }
        hint={
          payoutFigures?.processing_seconds === null
            ? t`No payout has succeeded this month`
            : t`Median this month`
        }
        trend={{
          percent:
            payoutFigures &&
            compareIfKnown(
              payoutFigures.processing_seconds,
              payoutFigures.previous.processing_seconds,
              changeOfNumber,
            ),
          against: comparisonLabel,
          better: "down",
        }}
        loading={!payoutFigures}
      />
    </div>
  );
}

/** The change, or null if either value is missing. */
function compareIfKnown<T>(
  now: T | null,
  before: T | null,
  change: (now: T, before: T) => number | null,
): number | null {
  return now === null || before === null ? null : change(now, before);
}
