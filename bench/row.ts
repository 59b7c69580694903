/** One measurement and its reference, from the same run. */
export interface Row {
  /** The key in the JSON line, such as `payouts_many_wallets`. */
  readonly key: string;
  /** The name for people. */
  readonly name: string;
  readonly reference: string;
  /** The two figures with their unit, such as `2,440/s` and `2,502/s`. */
  readonly measured: string;
  readonly referred: string;
  /** Measured ÷ reference. */
  readonly ratio: number;
  readonly goal: Goal;
  /** Any other condition, such as a memory limit; true by default. */
  readonly holds?: boolean;
  /** An explanation of the figures. */
  readonly note?: string;
}

/** A row without a goal is informative. */
export type Goal = { readonly atLeast: number } | { readonly atMost: number } | undefined;

/** Whether a row meets its goal and its other condition. */
export function isMet({ ratio, goal, holds = true }: Row): boolean {
  if (!holds || !Number.isFinite(ratio)) return false;
  if (goal === undefined) return true;
  return "atLeast" in goal ? ratio >= goal.atLeast : ratio <= goal.atMost;
}
