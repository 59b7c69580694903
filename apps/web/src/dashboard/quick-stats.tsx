import type { PayoutSummary } from "@rokad/contract/payout-summary";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { Card } from "../ui/card.tsx";
import { Details, type Detail } from "../ui/details.tsx";
import { formatDuration } from "../ui/durations.ts";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Money } from "../ui/money.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { useOverview } from "./use-overview.ts";

/** The summary's smaller figures; a dash without data. */
export function QuickStats() {
  const {
    isLoading,
    summary: { data, error, isValidating, mutate },
  } = useOverview();
  return (
    <Card aria-busy={isLoading}>
      {data && !isLoading ? (
        <Details className="gap-3 p-5" of={statsOf(data.data)} />
      ) : error && !data ? (
        <ErrorPanel
          message={t`Failed to load payout summary`}
          detail={messageOf(error, "")}
          onRetry={() => void mutate()}
          busy={isValidating}
        />
      ) : (
        <div className="grid gap-3 p-5">
          {Array.from({ length: 4 }, (_, line) => (
            <div key={line} className="flex h-4.5 items-center justify-between">
              <Skeleton className="h-3.5 w-28" />
              <Skeleton className="h-3.5 w-14" />
            </div>
          ))}
        </div>
      )}
    </Card>
  );
}

function statsOf(summary: PayoutSummary): Detail[] {
  const { average_amount: average, processing_seconds: seconds } = summary;
  return [
    { label: t`Pending payouts`, value: count(summary.pending_count) },
    { label: t`Failed today`, value: count(summary.failed_today_count) },
    {
      label: t`Average amount this month`,
      value: average ? <Money value={average} className="font-medium" /> : "–",
    },
    {
      label: t`Processing time`,
      value:
        seconds === null ? "–" : <span className="font-medium">{formatDuration(seconds)}</span>,
    },
  ];
}

function count(value: number) {
  return <span className="font-medium">{value.toLocaleString("en-IN")}</span>;
}
