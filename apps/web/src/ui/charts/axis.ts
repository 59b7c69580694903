import { nice, ticks } from "d3-array";

export interface Axis {
  /** The value at the upper end; the lower is 0. */
  readonly top: number;
  /** Where lines are drawn, 0 first. */
  readonly ticks: readonly number[];
}

const ticksWanted = 4;

/** An axis from 0 that holds `highest` and has round steps; `whole` keeps them whole numbers. */
export function axisUpTo(highest: number, { whole = false } = {}): Axis {
  const reach = highest > 0 ? highest : 1;
  const [, top] = nice(0, reach, ticksWanted);
  const steps = ticks(0, top, ticksWanted);
  return { top, ticks: whole ? steps.filter((step) => Number.isInteger(step)) : steps };
}

/**
 * Which of so many points get a name under the axis: the last always, the others evenly before
 * it, so that the names neither touch nor jump when a day is added.
 */
export function namedPoints(count: number, most: number): number[] {
  const step = Math.max(Math.ceil(count / most), 1);
  return Array.from({ length: count }, (_, at) => at).filter((at) => (count - 1 - at) % step === 0);
}
