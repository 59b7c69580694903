import type { ReviewFlag, StatementLine } from "./read-line.ts";
import { bookingOrder, entryOf, findFaults, type BalanceEntry } from "./running-balance.ts";

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
  const entries = lines.map(entryOf);
  const order = bookingOrder(entries);
  if (findFaults(entries, order).size > 0) return undefined;
  // The first balance does not follow from the opening balance above it.
  if (lines.some(({ flags = [] }) => flags.some(isBalanceFlag))) return undefined;
  const moving = order.filter((at) => lines[at]?.kind !== "no_amount");
  const all = moving.flatMap((at) => completeEntry(entries[at]) ?? []);
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last || all.length < moving.length) return undefined;
  return {
    from: first.on,
    to: last.on,
    openingPaise: first.balance - first.moved,
    closingPaise: last.balance,
  };
}

const isBalanceFlag = ({ outcome }: ReviewFlag) => outcome === "balance_differs";

function completeEntry(entry: BalanceEntry | undefined) {
  const { on = null, moved = null, balance = null } = entry ?? {};
  return on === null || moved === null || balance === null ? undefined : { on, moved, balance };
}
