import { todayInIndia } from "@rokad/contract/fields";
import { getPayoutAnalytics } from "@rokad/contract/payout-analytics";
import { useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { Card } from "../ui/card.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Section } from "../ui/section.tsx";
import { Select } from "../ui/select.tsx";
import { usePart } from "../ui/use-part.ts";
import { AnalyticsSkeleton } from "./analytics-skeleton.tsx";
import { periodNames, periodOf, type PeriodName } from "./periods.ts";

// Loads in parallel with the figures.
const loadCharts = () => import("./analytics-charts.tsx");

const labels: Readonly<Record<PeriodName, string>> = {
  "7 days": t`Last 7 days`,
  "30 days": t`Last 30 days`,
  "90 days": t`Last 90 days`,
  "This month": t`This month`,
  "Last month": t`Last month`,
};
const options = periodNames.map((value) => ({
  value,
  label: labels[value],
}));

export function PayoutAnalytics() {
  const [name, setName] = useState<PeriodName>("30 days");
  const period = periodOf(name, todayInIndia());
  const { data, error, isOld, isValidating, mutate } = useApi(
    getPayoutAnalytics,
    { query: period },
    { keepPrevious: true, pollSeconds: 60 },
  );
  const code = usePart(loadCharts);
  const answer = data?.data;
  const hasFailed = (error !== undefined && !answer) || code.failed;

  function retry() {
    if (code.failed) code.retry();
    if (error) void mutate();
  }

  return (
    <Section
      title={t`Payout Analytics`}
      action={
        <Select
          aria-label={t`Period of the analytics`}
          options={options}
          value={name}
          onValueChange={setName}
          // As high as the heading, so that both columns start on one line.
          className="-mt-3.5 -mb-1.5 w-36 md:-mt-3 md:-mb-1"
        />
      }
    >
      {hasFailed ? (
        <Card>
          <ErrorPanel
            message={t`Failed to load payout analytics`}
            detail={messageOf(error, "")}
            onRetry={retry}
            busy={isValidating}
            className="py-24"
          />
        </Card>
      ) : answer && code.part ? (
        <code.part.AnalyticsCharts answer={answer} stale={isOld} />
      ) : (
        <AnalyticsSkeleton />
      )}
    </Section>
  );
}
