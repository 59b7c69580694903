import type { PayoutAnalytics } from "@rokad/contract/payout-analytics";
import { ChartNoAxesColumn, Table2 } from "lucide-react";
import { useState } from "react";
import { t } from "../language.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { axisFor } from "../ui/charts/axis.ts";
import { FiguresTable } from "../ui/charts/figures-table.tsx";
import { Legend } from "../ui/charts/legend.tsx";
import { BarMarks } from "../ui/charts/marks.tsx";
import { TimeChart } from "../ui/charts/time-chart.tsx";
import { formatDayOfMonth } from "../ui/dates.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { dayHeaders, dayRows } from "./day-rows.ts";
import { MetricTabs } from "./metric-tabs.tsx";
import { metrics, type MetricName } from "./metrics.ts";

const height = "h-56";

/** A period by day: the chart of the selected metric, or all metrics as a table. */
export function DailyChart({ answer }: { answer: PayoutAnalytics }) {
  const [name, setName] = useState<MetricName>("volume");
  const [asTable, setAsTable] = useState(false);
  const isEmpty = answer.totals.count + answer.totals.failed_count === 0;
  const { from, to } = answer.period;
  const caption = t`Payouts by day, ${formatDayOfMonth(from)} to ${formatDayOfMonth(to)}`;
  return (
    <Card className="overflow-hidden">
      <MetricTabs answer={answer} value={name} onChange={setName} />
      <div className="flex h-84 flex-col px-5 pt-4 pb-5">
        <div className="mb-4 flex min-h-8 items-center justify-between gap-4">
          {isEmpty || asTable ? (
            <p className="text-xs text-muted">{caption}</p>
          ) : (
            <Legend of={metrics[name].series} />
          )}
          {!isEmpty && (
            <Button
              variant="ghost"
              size="sm"
              icon={asTable ? <ChartNoAxesColumn /> : <Table2 />}
              onClick={() => setAsTable(!asTable)}
            >
              {asTable ? t`View as chart` : t`View as table`}
            </Button>
          )}
        </div>
        {isEmpty ? (
          <EmptyState
            icon={<ChartNoAxesColumn />}
            title={t`No payouts in this period`}
            description={t`Volume, success rate and charges appear here by day.`}
            className="py-8"
          />
        ) : (
          <>
            {!asTable && <Plot answer={answer} metric={name} />}
            <FiguresTable
              caption={caption}
              headers={dayHeaders}
              rows={dayRows(answer.by_day)}
              shown={asTable}
              className="min-h-0 flex-1"
            />
          </>
        )}
      </div>
    </Card>
  );
}

function Plot({
  answer: { by_day: days },
  metric,
}: {
  answer: PayoutAnalytics;
  metric: MetricName;
}) {
  const { label, series, valuesOf, readingOf, formatTick, whole, top } = metrics[metric];
  const values = days.map(valuesOf);
  const totals = values.map((each) => each.reduce<number>((sum, value) => sum + (value ?? 0), 0));
  const axis = axisFor(top ?? Math.max(...totals), { whole: whole ?? false });
  return (
    <TimeChart
      label={label}
      points={days.map((day) => ({
        key: day.day,
        name: formatDayOfMonth(day.day),
        reading: readingOf(day),
      }))}
      axis={axis}
      formatTick={formatTick}
      height={height}
      namesMax={7}
    >
      {(read) => (
        <BarMarks
          series={series.map(({ tone }, index) => ({
            tone,
            values: values.map((each) => each[index] ?? null),
          }))}
          top={axis.top}
          read={read}
        />
      )}
    </TimeChart>
  );
}
