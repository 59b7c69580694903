import { nice, ticks } from "d3-array";

export interface Axis {
  /** The axis ends at this value and starts at 0. */
  readonly top: number;
  /** The values of the grid lines, 0 first. */
  readonly ticks: readonly number[];
}

const targetTickCount = 4;

/** An axis from 0 to at least `highest` with round steps; `whole` allows only whole numbers. */
export function axisFor(highest: number, { whole = false } = {}): Axis {
  const highestOrOne = highest > 0 ? highest : 1;
  const [, top] = nice(0, highestOrOne, targetTickCount);
  const steps = ticks(0, top, targetTickCount);
  return { top, ticks: whole ? steps.filter((step) => Number.isInteger(step)) : steps };
}

/**
 * Chooses which points get a label: always the last, the others at even distances before it. So
 * labels never overlap, nor jump when a day is added.
 */
export function labelledPoints(count: number, most: number): number[] {
  const step = Math.max(Math.ceil(count / most), 1);
  return Array.from({ length: count }, (_, at) => at).filter((at) => (count - 1 - at) % step === 0);
}
