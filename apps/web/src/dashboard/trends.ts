import type { MoneyAnswer } from "@rokad/contract/call";

/** The change in percent; undefined when there was nothing before to compare with. */
export function changeOf(now: MoneyAnswer, before: MoneyAnswer): number | undefined {
  if (before.amount === 0) return undefined;
  return ((now.amount - before.amount) / before.amount) * 100;
}

/** The change of a rate in percentage points; undefined without both. */
export function pointsOf(now: number | null, before: number | null): number | undefined {
  return now === null || !before ? undefined : now - before;
}
