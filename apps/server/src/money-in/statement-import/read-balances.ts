import type { StatementLine } from "./read-lines.ts";

/** The balances at both ends of a statement, in paise. */
export interface StatementBalances {
  /** The first and the last day of its lines, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  readonly openingPaise: bigint;
  readonly closingPaise: bigint;
}

/**
 * The balances of a statement whose every line has one, and each follows from the one before. Banks
 * list the oldest line first or last.
 * @returns undefined when a balance is missing or does not follow: part of a statement proves nothing.
 */
export function readBalances(lines: readonly StatementLine[]): StatementBalances | undefined {
  const entries = lines.filter(({ kind }) => kind !== "no_amount").map(entryOf);
  const all = entries.filter((entry) => entry !== undefined);
  if (all.length === 0 || all.length < entries.length) return undefined;
  const ordered = [all, all.toReversed()].find(follows);
  const [first, last] = [ordered?.[0], ordered?.at(-1)];
  if (!first || !last) return undefined;
  return {
    from: first.on,
    to: last.on,
    openingPaise: first.balance - first.moved,
    closingPaise: last.balance,
  };
}

interface Entry {
  readonly on: string;
  readonly moved: bigint;
  readonly balance: bigint;
}

function entryOf({ kind, bookedOn, paise, balancePaise }: StatementLine): Entry | undefined {
  if (bookedOn === null || paise === null || balancePaise === null) return undefined;
  if (kind !== "credit" && kind !== "debit") return undefined;
  return { on: bookedOn, moved: kind === "credit" ? paise : -paise, balance: balancePaise };
}

function follows(entries: readonly Entry[]): boolean {
  return entries.every(({ on, moved, balance }, at) => {
    const before = entries[at - 1];
    return before === undefined || (on >= before.on && balance === before.balance + moved);
  });
}
