import { cn } from "../class-names.ts";
import { fills, type ChartTone } from "./tones.ts";

/*
 * Marks use percentages, so that nothing is measured: a chart is right from its first paint at any
 * size, and a resize needs no redraw.
 */

interface MarksProps {
  /** One value per point, from 0 to `top`. */
  values: readonly number[];
  top: number;
}

/** The centre of a point's column, in percent. */
export function columnCenter(at: number, count: number): number {
  return ((at + 0.5) / count) * 100;
}

function heightOf(value: number, top: number): number {
  return (value / top) * 100;
}

/** A dashed line for the comparison, straight between the days: no value exists between two of them. */
export function DashedMarks({ values, top }: MarksProps) {
  const points = values.map(
    (value, at) => `${columnCenter(at, values.length)},${100 - heightOf(value, top)}`,
  );
  // Stretched from percent over the plot; the stroke keeps its width.
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      width="100%"
      height="100%"
      overflow="visible"
    >
      <polyline
        points={points.join(" ")}
        className="fill-none stroke-muted"
        strokeWidth="1.5"
        strokeDasharray="3 4"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

export interface BarSeries {
  readonly tone: ChartTone;
  /** Null for no data: no bar, unlike 0. */
  readonly values: readonly (number | null)[];
}

interface BarMarksProps {
  /** Stacked from the bottom, the first one lowest. */
  series: readonly BarSeries[];
  top: number;
  /** The highlighted point; the others are dimmed. */
  read?: number | undefined;
}

export function BarMarks({ series, top, read }: BarMarksProps) {
  const count = series[0]?.values.length ?? 0;
  const width = Math.min((100 / count) * 0.64, 6);
  return Array.from({ length: count }, (_, at) => {
    let stackedHeight = 0;
    return (
      <g key={at} className={cn(read !== undefined && read !== at && "opacity-45")}>
        {series.map(({ tone, values }) => {
          const height = heightOf(values[at] ?? 0, top);
          if (height === 0) return null;
          stackedHeight += height;
          return (
            <rect
              key={tone}
              x={`${columnCenter(at, count) - width / 2}%`}
              y={`${100 - stackedHeight}%`}
              width={`${width}%`}
              height={`${height}%`}
              rx="1.5"
              className={fills[tone]}
            />
          );
        })}
      </g>
    );
  });
}
