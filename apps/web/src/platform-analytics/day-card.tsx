import type { PlatformAnalytics } from "@rokad/contract/platform-analytics";
import { ChartNoAxesColumn } from "lucide-react";
import { useState, type ReactNode } from "react";
import { t } from "../super-admin-language.ts";
import { Card } from "../ui/card.tsx";
import { axisFor } from "../ui/charts/axis.ts";
import { FiguresTable } from "../ui/charts/figures-table.tsx";
import { Legend } from "../ui/charts/legend.tsx";
import { BarMarks } from "../ui/charts/marks.tsx";
import { TimeChart } from "../ui/charts/time-chart.tsx";
import { formatDayOfMonth, formatWeekday } from "../ui/dates.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { SectionHeader } from "./section-header.tsx";
import { dayHeaders, dayRows, metricNames, metrics, type MetricName } from "./day-metrics.ts";

const height = "h-56";

/** The period by day: one figure in the chart, all figures in the table below. */
export function DayCard({
  answer,
  files,
}: {
  answer: PlatformAnalytics | undefined;
  files: ReactNode;
}) {
  const [name, setName] = useState<MetricName>("volume");
  return (
    <Card className="overflow-hidden" aria-busy={!answer || undefined}>
      <SectionHeader
        title={t`By day`}
        description={t`Payouts by day of request; fees and GST by day of booking`}
        action={files}
      />
      {answer && isEmpty(answer) ? (
        <EmptyState
          icon={<ChartNoAxesColumn />}
          title={t`No payouts in this period`}
          description={t`Volume, success rate, fees and GST appear here by day.`}
        />
      ) : (
        <div className="p-4 md:px-5">
          <div className="mb-5 flex flex-wrap items-center justify-between gap-4">
            <Segmented
              legend={t`What the chart shows`}
              options={metricNames.map((value) => ({ value, label: metrics[value].label }))}
              value={name}
              onValueChange={setName}
            />
            <Legend of={metrics[name].series} />
          </div>
          {answer ? <Plot answer={answer} name={name} /> : <Skeleton className="h-62" />}
          {answer ? (
            <FiguresTable
              caption={t`All payouts by day, newest first`}
              headers={dayHeaders}
              rows={dayRows(answer.by_day)}
              shown
              className="mt-5 max-h-72"
            />
          ) : (
            <Skeleton className="mt-5 h-72" />
          )}
        </div>
      )}
    </Card>
  );
}

/** Fees can be booked in a period without requests. */
function isEmpty({ totals }: PlatformAnalytics): boolean {
  return totals.count + totals.failed_count === 0 && totals.fees.amount === 0;
}

function Plot({ answer: { by_day: days }, name }: { answer: PlatformAnalytics; name: MetricName }) {
  const { label, series, valuesOf, linesOf, formatTick, whole, top } = metrics[name];
  const values = days.map(valuesOf);
  const totals = values.map((each) => each.reduce<number>((sum, value) => sum + (value ?? 0), 0));
  const axis = axisFor(top ?? Math.max(...totals), { whole: whole ?? false });
  return (
    <TimeChart
      label={t`${label} by day`}
      points={days.map((day) => ({
        key: day.day,
        name: formatDayOfMonth(day.day),
        reading: { title: formatWeekday(day.day), lines: linesOf(day) },
      }))}
      axis={axis}
      formatTick={formatTick}
      height={height}
      namesMax={9}
    >
      {(read) => (
        <BarMarks
          series={series.map(({ tone }, nth) => ({
            tone,
            values: values.map((each) => each[nth] ?? null),
          }))}
          top={axis.top}
          read={read}
        />
      )}
    </TimeChart>
  );
}
