import { getPayoutTrend } from "@rokad/contract/payout-analytics";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { Card } from "../ui/card.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { usePart } from "../ui/use-part.ts";

const loadChart = () => import("./trend-chart.tsx");

/** Two weeks of payouts compared with the previous two. Unlike the analytics, every tenant has it. */
export function PerformanceTrend() {
  const { data, error, isValidating, mutate } = useApi(getPayoutTrend, {}, { pollSeconds: 60 });
  const code = usePart(loadChart);
  const hasFailed = (error !== undefined && !data) || code.failed;

  function retry() {
    if (code.failed) code.retry();
    if (error) void mutate();
  }

  return (
    <Card className="h-72" aria-busy={!hasFailed && !(data && code.part)}>
      {hasFailed ? (
        <ErrorPanel
          message={t`Failed to load performance trend`}
          detail={messageOf(error, "")}
          onRetry={retry}
          busy={isValidating}
        />
      ) : data && code.part ? (
        <code.part.TrendChart trend={data.data} />
      ) : (
        <div className="p-5">
          <Skeleton className="h-3.5 w-24" />
          <Skeleton className="mt-3 h-5 w-32" />
          <Skeleton className="mt-8 h-32" />
        </div>
      )}
    </Card>
  );
}
