interface Amount {
  readonly amount: number;
}

/** The change of an amount in percent; null when the earlier amount is zero. */
export function changeOf(now: Amount, before: Amount): number | null {
  return changeOfNumber(now.amount, before.amount);
}

/** The same for a count or a duration. */
export function changeOfNumber(now: number, before: number): number | null {
  return before === 0 ? null : ((now - before) / before) * 100;
}

/** The change of a rate in percentage points; null when either is missing. */
export function pointsOf(now: number | null, before: number | null): number | null {
  return now === null || before === null ? null : now - before;
}
