import type { Rail } from "@rokad/contract/gateway";
import { providerNames } from "@rokad/contract/tenants";
import { ChartNoAxesColumn, ChartSpline, Table2 } from "lucide-react";
import { useState } from "react";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { Button } from "../ui/button.tsx";
import { axisFor } from "../ui/charts/axis.ts";
import { FiguresTable } from "../ui/charts/figures-table.tsx";
import { Legend } from "../ui/charts/legend.tsx";
import { BarMarks } from "../ui/charts/marks.tsx";
import { TimeChart } from "../ui/charts/time-chart.tsx";
import { formatTime } from "../ui/dates.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { hourHeaders, hourMetrics, hourRow, readingOf, type HourMetric } from "./hour-metrics.ts";

const options = [
  { value: "calls", label: t`Calls` },
  { value: "success", label: t`Success rate` },
  { value: "time", label: t`Response time` },
] as const;

/** The last 24 hours as bars, or all figures as a table. */
export function HoursChart({ rail }: { rail: Rail }) {
  const [name, setName] = useState<HourMetric>("calls");
  const [asTable, setAsTable] = useState(false);
  const metric = hourMetrics[name];
  const values = rail.hours.map(metric.valuesOf);
  const isEmpty = values.every((each) => each.every((value) => (value ?? 0) === 0));
  const totals = values.map((each) => each.reduce<number>((sum, value) => sum + (value ?? 0), 0));
  const axis = axisFor(metric.top ?? Math.max(...totals), { whole: name === "calls" });
  const caption = t`${translateText(providerNames[rail.id])}, last 24 hours by hour`;
  const toggle = asTable ? t`View as chart` : t`View as table`;
  return (
    <div className="flex h-84 flex-col">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <Segmented
          legend={t`${translateText(providerNames[rail.id])}: chart figure`}
          options={options}
          value={name}
          onValueChange={setName}
        />
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`${translateText(providerNames[rail.id])}: ${toggle}`}
          title={toggle}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? <ChartSpline /> : <Table2 />}
        </Button>
      </div>
      {!asTable &&
        (isEmpty ? (
          <EmptyState
            icon={<ChartNoAxesColumn />}
            title={t`No calls in the last 24 hours`}
            description={t`Calls, success rate and response times appear here by hour.`}
            className="py-8"
          />
        ) : (
          <>
            <TimeChart
              label={`${translateText(providerNames[rail.id])}: ${metric.label}`}
              points={rail.hours.map((hour) => ({
                key: hour.hour,
                name: formatTime(hour.hour),
                reading: readingOf(hour),
              }))}
              axis={axis}
              formatTick={metric.formatTick}
              height="h-56"
              namesMax={4}
            >
              {(read) => (
                <BarMarks
                  series={metric.tones.map(({ tone }, nth) => ({
                    tone,
                    values: values.map((each) => each[nth] ?? null),
                  }))}
                  top={axis.top}
                  read={read}
                />
              )}
            </TimeChart>
            <div className="mt-auto">
              <Legend of={metric.tones} />
            </div>
          </>
        ))}
      <FiguresTable
        caption={caption}
        headers={hourHeaders}
        rows={rail.hours.map(hourRow).toReversed()}
        shown={asTable}
        className="min-h-0 flex-1"
      />
    </div>
  );
}
