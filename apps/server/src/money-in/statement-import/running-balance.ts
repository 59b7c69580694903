import { rupees } from "../../kernel/money.ts";
import type { StatementLine } from "./read-line.ts";

/** What a line does to the balance. */
export interface BalanceEntry {
  /** `YYYY-MM-DD`; null if it can't be read. */
  readonly on: string | null;
  /** Positive for a credit; null if it can't be read. */
  readonly moved: bigint | null;
  /** After the line; null without one. */
  readonly balance: bigint | null;
}

/** A balance that does not follow from the lines before it. */
export interface BalanceFault {
  readonly expected: bigint;
  readonly shown: bigint;
}

export function entryOf({ kind, bookedOn: on, paise, balancePaise }: StatementLine): BalanceEntry {
  const moved = {
    credit: paise,
    debit: paise === null ? null : -paise,
    no_amount: 0n,
    unreadable: null,
  };
  return { on, moved: moved[kind], balance: balancePaise };
}

/** Why a line is not proven, for the reviewer. */
export function describeFault({ expected, shown }: BalanceFault): string {
  return `The balance after it is ${rupees(shown)}, but ${rupees(expected)} follows from the balance before. Check it with the bank.`;
}

/**
 * The positions of the entries in the order in which the bank booked them. Banks list the oldest
 * line first or last, and some the newest day first and each day in its order.
 */
export function bookingOrder(entries: readonly BalanceEntry[], opening?: bigint): number[] {
  const forward = entries.map((_, at) => at);
  const backward = forward.toReversed();
  const trend = dayTrend(entries);
  const byDay = (order: readonly number[]) =>
    order.toSorted((a, b) => (entries[a]?.on ?? "").localeCompare(entries[b]?.on ?? ""));
  const dated = entries.every(({ on }) => on !== null);
  const ordered = trend > 0 ? [forward] : trend < 0 ? [backward] : [forward, backward];
  const candidates = dated && trend !== 0 ? [...ordered, byDay(forward), byDay(backward)] : ordered;
  const faults = candidates.map((order) => findFaults(entries, order, opening).size);
  return candidates[faults.indexOf(Math.min(...faults))] ?? forward;
}

/** Above 0 if the days rise from line to line, below 0 if they fall. */
function dayTrend(entries: readonly BalanceEntry[]): number {
  const days = entries.flatMap(({ on }) => on ?? []);
  return days.reduce((trend, day, at) => {
    const before = days[at - 1] ?? day;
    return trend + (day > before ? 1 : day < before ? -1 : 0);
  }, 0);
}

/**
 * The entries whose balance does not follow from the last balance before them and what moved since.
 * Without balances in between, all entries since then are doubtful.
 * @param opening the balance before the first entry, if it is known.
 * @returns by position.
 */
export function findFaults(
  entries: readonly BalanceEntry[],
  order: readonly number[],
  opening?: bigint,
): Map<number, BalanceFault> {
  const faults = new Map<number, BalanceFault>();
  let known = opening ?? null;
  let since: number[] = [];
  for (const at of order) {
    const { moved = null, balance = null } = entries[at] ?? {};
    since.push(at);
    if (known !== null) known = moved === null ? null : known + moved;
    if (balance === null) continue;
    if (known !== null && known !== balance) {
      for (const each of since) faults.set(each, { expected: known, shown: balance });
    }
    known = balance;
    since = [];
  }
  return faults;
}

/**
 * Whether an entry follows from the balance before it and leads to the one behind it.
 * @returns undefined if neither neighbour has a balance.
 */
export function fits(
  entry: BalanceEntry,
  before: BalanceEntry | undefined,
  after: BalanceEntry | undefined,
): boolean | undefined {
  const { moved, balance } = entry;
  if (moved === null || balance === null) return false;
  const opening = before?.balance ?? null;
  const closing =
    after?.balance == null || after.moved === null ? null : after.balance - after.moved;
  if (opening === null && closing === null) return undefined;
  return (
    (opening === null || opening + moved === balance) && (closing === null || closing === balance)
  );
}
