/** One line of the benchmark: what was measured beside its reference, in one run. */
export interface Row {
  /** Under which the last line of the run has it, such as `payouts_many_wallets`. */
  readonly key: string;
  /** For people: what was measured. */
  readonly name: string;
  /** What it stands beside. */
  readonly reference: string;
  /** The two figures with their unit, such as `2,440/s` and `2,502/s`. */
  readonly measured: string;
  readonly referred: string;
  /** Measured ÷ reference. */
  readonly ratio: number;
  readonly goal: Goal;
  /** What must hold besides the ratio, such as a bound on memory; true when nothing else does. */
  readonly holds?: boolean;
  /** One sentence more, where the figures need it. */
  readonly note?: string;
}

/** Without a goal a row is only told. */
export type Goal = { readonly atLeast: number } | { readonly atMost: number } | undefined;

/** Whether a row is as good as it must be; one without a goal is when nothing else is wrong. */
export function isMet({ ratio, goal, holds = true }: Row): boolean {
  if (!holds || !Number.isFinite(ratio)) return false;
  if (goal === undefined) return true;
  return "atLeast" in goal ? ratio >= goal.atLeast : ratio <= goal.atMost;
}
