import type { ReactNode } from "react";
import { cn } from "../class-names.ts";
import type { Axis } from "./axis.ts";
import { namedPoints } from "./axis.ts";
import { middleOf } from "./marks.tsx";
import { swatches, type ChartTone } from "./tones.ts";
import { useReading } from "./use-reading.ts";

/** What a point says to whom it is pointed at, focused or read out. */
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
  /** Under the axis, where there is room: "21 Nov". */
  readonly name: string;
  readonly reading: Reading;
}

interface TimeChartProps {
  /** What it shows, for who can't see it: "Volume by day". */
  label: string;
  points: readonly TimePoint[];
  axis: Axis;
  formatTick: (value: number) => string;
  /** How high the plot is: a class, so that its place can be kept before it is here. */
  height: string;
  /** How many names fit under it. */
  namesMax: number;
  /** Where a dot stands on the point that is read; none for bars. */
  dotAt?: (at: number) => number;
  /** The marks, given the point that is read. */
  children: (read: number | undefined) => ReactNode;
}

/**
 * The frame of a chart over time: lines and figures at the left, names below, and a reading that
 * follows the pointer or the arrow keys. To a screen reader it is a slider over the points that
 * says each one's reading; the same figures belong into a table beside it.
 */
export function TimeChart(props: TimeChartProps) {
  const { label, points, axis, formatTick, height, namesMax, dotAt, children } = props;
  const { at, handlers } = useReading(points.length);
  const read = at === undefined ? undefined : points[at];
  const spoken = read ?? points.at(-1);
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
        aria-valuetext={spoken && sentenceOf(spoken.reading)}
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
              x1={`${middleOf(at, points.length)}%`}
              x2={`${middleOf(at, points.length)}%`}
              y1="0"
              y2="100%"
              className="stroke-edge"
            />
          )}
          {children(at)}
          {at !== undefined && dotAt && (
            <circle
              cx={`${middleOf(at, points.length)}%`}
              cy={`${100 - (dotAt(at) / axis.top) * 100}%`}
              r="4.5"
              strokeWidth="2"
              className="fill-brand stroke-surface"
            />
          )}
        </svg>
        {at !== undefined && read && (
          <Tip reading={read.reading} percent={middleOf(at, points.length)} />
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
      {/* Takes the width of the widest figure, so that the column needs no measuring. */}
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
  const named = namedPoints(points.length, most);
  return (
    <div aria-hidden className="relative col-start-2 mt-2 h-4">
      {named.map((at, nth) => (
        <span
          key={points[at]?.key}
          className={cn(
            "absolute whitespace-nowrap",
            at === points.length - 1 && points.length > 10
              ? "-translate-x-full"
              : "-translate-x-1/2",
            // On a phone every second one, counted from the last.
            (named.length - 1 - nth) % 2 === 1 && named.length > 4 && "max-sm:hidden",
          )}
          style={{
            left:
              at === points.length - 1 && points.length > 10
                ? "100%"
                : `${middleOf(at, points.length)}%`,
          }}
        >
          {points[at]?.name}
        </span>
      ))}
    </div>
  );
}

/** Beside its point: on the side that has room. */
function Tip({ reading, percent }: { reading: Reading; percent: number }) {
  return (
    <div
      aria-hidden
      className={cn(
        "pointer-events-none absolute top-1 z-10 w-max min-w-36 max-w-60 rounded-control border border-line bg-raised px-3 py-2 text-xs text-text shadow-far",
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
