import type { PayoutTrend } from "@rokad/contract/payout-analytics";
import { formatMoney, formatMoneyShort } from "@rokad/money/format";
import { add, money } from "@rokad/money/money";
import { ChartNoAxesColumn, Table2 } from "lucide-react";
import { useState } from "react";
import { t } from "../language.ts";
import { Button } from "../ui/button.tsx";
import { Change } from "../ui/change.tsx";
import { axisFor } from "../ui/charts/axis.ts";
import { FiguresTable } from "../ui/charts/figures-table.tsx";
import { BarMarks, DashedMarks } from "../ui/charts/marks.tsx";
import { TimeChart } from "../ui/charts/time-chart.tsx";
import { changeOf } from "../ui/compare.ts";
import { formatDayOfMonth, formatWeekday } from "../ui/dates.ts";

/** Daily volume as bars, the volume two weeks earlier as a dashed line. */
export function TrendChart({ trend: { days, previous } }: { trend: PayoutTrend }) {
  const [asTable, setAsTable] = useState(false);
  const total = sumOf(days);
  const isEmpty = [...days, ...previous].every(({ volume }) => volume.amount === 0);
  const label = asTable ? t`View as chart` : t`View as table`;
  return (
    <div className="flex h-full flex-col p-5">
      <div className="mb-4 flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="text-dense font-medium text-muted">{t`Volume, last ${days.length} days`}</p>
          <p className="mt-0.5 truncate text-lg leading-7 font-semibold tracking-tight tabular-nums">
            {formatMoney(total)}
          </p>
          <p className="text-xs text-muted">
            <Change
              percent={changeOf(total, sumOf(previous))}
              against={t`the previous ${days.length} days`}
            />
          </p>
        </div>
        <Button
          variant="ghost"
          size="icon-sm"
          disabled={isEmpty}
          aria-label={label}
          title={label}
          className="-mt-1.5 -mr-2"
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? <ChartNoAxesColumn /> : <Table2 />}
        </Button>
      </div>
      {isEmpty ? (
        <p className="m-auto max-w-56 text-center text-dense text-pretty text-muted">
          {t`No payouts in the last four weeks. Each day’s volume appears here.`}
        </p>
      ) : (
        !asTable && <Plot days={days} previous={previous} />
      )}
      <FiguresTable
        caption={t`Volume of the last ${days.length} days, by day`}
        headers={[t`Day`, t`Volume`, t`Payouts`, t`Successful`, t`14 days earlier`]}
        rows={days
          .map((day, index) => [
            formatDayOfMonth(day.day),
            formatMoney(day.volume),
            day.count.toLocaleString("en-IN"),
            day.success_count.toLocaleString("en-IN"),
            formatMoney(previous[index]?.volume ?? money(0)),
          ])
          .toReversed()}
        shown={asTable}
        className="min-h-0 flex-1"
      />
    </div>
  );
}

function Plot({ days, previous }: PayoutTrend) {
  const values = days.map(({ volume }) => volume.amount);
  const before = previous.map(({ volume }) => volume.amount);
  const axis = axisFor(Math.max(...values, ...before));
  return (
    <TimeChart
      label={t`Volume of the last 14 days`}
      points={days.map(({ day, volume, count, success_count: successCount }, index) => ({
        key: day,
        name: formatDayOfMonth(day),
        reading: {
          title: formatWeekday(day),
          lines: [
            { label: t`Volume`, value: formatMoney(volume), tone: "brand" },
            {
              label: t`14 days earlier`,
              value: formatMoney(previous[index]?.volume ?? money(0)),
              tone: "quiet",
            },
            { label: t`Successful`, value: t`${successCount} of ${count}` },
          ],
        },
      }))}
      axis={axis}
      formatTick={(paise) => formatMoneyShort(money(Math.round(paise)))}
      height="h-34"
      namesMax={3}
    >
      {(read) => (
        <>
          <BarMarks series={[{ tone: "brand", values }]} top={axis.top} read={read} />
          <DashedMarks values={before} top={axis.top} />
        </>
      )}
    </TimeChart>
  );
}

function sumOf(days: PayoutTrend["days"]) {
  return days.reduce((total, { volume }) => add(total, volume), money(0));
}
