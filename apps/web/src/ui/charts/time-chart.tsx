import type { ReactNode } from "react";
import { cn } from "../class-names.ts";
import type { Axis } from "./axis.ts";
import { labelledPoints } from "./axis.ts";
import { columnCenter } from "./marks.tsx";
import { swatches, type ChartTone } from "./tones.ts";
import { useActivePoint } from "./use-active-point.ts";

/** A point's tooltip and screen-reader text. */
export interface Reading {
  readonly title: string;
  readonly lines: readonly {
    readonly label: string;
    readonly value: string;
    readonly tone?: ChartTone;
  }[];
}

export interface TimePoint {
  readonly key: string;
  /** The label under the axis, where it fits: "21 Nov". */
  readonly name: string;
  readonly reading: Reading;
}

interface TimeChartProps {
  /** The accessible name: "Volume by day". */
  label: string;
  points: readonly TimePoint[];
  axis: Axis;
  formatTick: (value: number) => string;
  /** The plot's height as a class, so that a placeholder can have the same. */
  height: string;
  /** The number of labels that fit. */
  namesMax: number;
  /** The marks, given the active point. */
  children: (read: number | undefined) => ReactNode;
}

/**
 * The frame of a chart over time: grid lines and figures on the left, labels below, and a tooltip
 * that follows the pointer or the arrow keys. Screen readers get a slider over the points; the same
 * figures belong in a table beside the chart.
 */
export function TimeChart(props: TimeChartProps) {
  const { label, points, axis, formatTick, height, namesMax, children } = props;
  const { at, handlers } = useActivePoint(points.length);
  const read = at === undefined ? undefined : points[at];
  const spokenPoint = read ?? points.at(-1);
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-2xs text-muted tabular-nums">
      <Figures axis={axis} format={formatTick} height={height} />
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={(at ?? points.length - 1) + 1}
        aria-valuetext={spokenPoint && sentenceOf(spokenPoint.reading)}
        className={cn("relative swipe-y rounded-sm outline-offset-2", height)}
        {...handlers}
      >
        <svg aria-hidden width="100%" height="100%" overflow="visible" className="absolute inset-0">
          {axis.ticks.map((tick) => (
            <line
              key={tick}
              x1="0"
              x2="100%"
              y1={`${100 - (tick / axis.top) * 100}%`}
              y2={`${100 - (tick / axis.top) * 100}%`}
              className={tick === 0 ? "stroke-edge" : "stroke-line"}
              strokeDasharray={tick === 0 ? undefined : "3 4"}
            />
          ))}
          {at !== undefined && (
            <line
              x1={`${columnCenter(at, points.length)}%`}
              x2={`${columnCenter(at, points.length)}%`}
              y1="0"
              y2="100%"
              className="stroke-edge"
            />
          )}
          {children(at)}
        </svg>
        {at !== undefined && read && (
          <Tip reading={read.reading} percent={columnCenter(at, points.length)} />
        )}
      </div>
      <Names points={points} most={namesMax} />
    </div>
  );
}

function Figures({
  axis,
  format,
  height,
}: {
  axis: Axis;
  format: (value: number) => string;
  height: string;
}) {
  return (
    <div aria-hidden className={cn("relative", height)}>
      {/* Sets the column to the widest figure without measuring. */}
      <div className="invisible grid h-0">
        {axis.ticks.map((tick) => (
          <span key={tick}>{format(tick)}</span>
        ))}
      </div>
      {axis.ticks.map((tick) => (
        <span
          key={tick}
          className="absolute right-0 -translate-y-1/2"
          style={{ top: `${100 - (tick / axis.top) * 100}%` }}
        >
          {format(tick)}
        </span>
      ))}
    </div>
  );
}

function Names({ points, most }: { points: readonly TimePoint[]; most: number }) {
  const labelled = labelledPoints(points.length, most);
  return (
    <div aria-hidden className="relative col-start-2 mt-2 h-4">
      {labelled.map((at, index) => (
        <span
          key={points[at]?.key}
          className={cn(
            "absolute whitespace-nowrap",
            at === points.length - 1 && points.length > 10
              ? "-translate-x-full"
              : "-translate-x-1/2",
            // On a phone every second label, counted from the last.
            (labelled.length - 1 - index) % 2 === 1 && labelled.length > 4 && "max-sm:hidden",
          )}
          style={{
            left:
              at === points.length - 1 && points.length > 10
                ? "100%"
                : `${columnCenter(at, points.length)}%`,
          }}
        >
          {points[at]?.name}
        </span>
      ))}
    </div>
  );
}

/** The tooltip, on the side of its point that has room. */
function Tip({ reading, percent }: { reading: Reading; percent: number }) {
  return (
    <div
      aria-hidden
      className={cn(
        "pointer-events-none absolute top-1 z-10 w-max min-w-36 max-w-56 rounded-control border border-line bg-raised px-3 py-2 text-xs text-text shadow-far",
        percent > 50 && "-translate-x-full",
      )}
      style={{ left: `calc(${percent}% + ${percent > 50 ? "-12px" : "12px"})` }}
    >
      <p className="font-semibold">{reading.title}</p>
      <ul className="mt-1 grid gap-0.5">
        {reading.lines.map(({ label, value, tone }) => (
          <li key={label} className="flex items-center gap-2">
            {tone && <span className={cn("size-2 shrink-0 rounded-full", swatches[tone])} />}
            <span className="text-muted">{label}</span>
            <span className="ml-auto pl-3 font-medium">{value}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** "Saturday, 21 November: Volume ₹20,922.38, Payouts 4". */
function sentenceOf({ title, lines }: Reading): string {
  return `${title}: ${lines.map(({ label, value }) => `${label} ${value}`).join(", ")}`;
}
