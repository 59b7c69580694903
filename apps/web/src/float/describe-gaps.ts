import type { BankAccountFloat, BankItems, ProviderFloat } from "@rokad/contract/float";
import { formatMoney } from "@rokad/money/format";
import type { Money } from "@rokad/money/money";
import { formatDay } from "../ui/dates.ts";

type Reconciliation<Float extends { readonly reconciliation: unknown }> = NonNullable<
  Float["reconciliation"]
>;

/** What a statement and our books don't share, each with its side; empty when everything agrees. */
export function bankGaps(of: Reconciliation<BankAccountFloat>): string[] {
  return [
    ...itemsGap(of.statement_only, "only on the statement", "line"),
    ...itemsGap(of.books_only, "only in our books", "entry"),
    ...unexplainedGap(of.unexplained, "at the bank"),
  ];
}

/**
 * The days that no statement covers. Those before the first statement matter only while something
 * differs. @returns undefined for none.
 */
export function uncoveredDays(
  { covered_from: from, uncovered }: Pick<BankAccountFloat, "covered_from" | "uncovered">,
  gaps: readonly string[],
): string | undefined {
  const days = uncovered.map((range) =>
    range.from === range.to
      ? formatDay(range.from)
      : `${formatDay(range.from)} to ${formatDay(range.to)}`,
  );
  if (from !== null && gaps.length > 0) days.unshift(`before ${formatDay(from)}`);
  return days.length > 0 ? days.join("; ") : undefined;
}

/**
 * What a provider's balance and our books don't share, each with its side. Payouts in flight and
 * charges that are not booked yet are known to both.
 */
export function providerGaps({ parts, unexplained }: Reconciliation<ProviderFloat>): string[] {
  return [
    ...gap(parts.unrecorded, "received by the provider, and not in our books"),
    ...gap(parts.on_the_way, "in our books, and not yet received by the provider"),
    ...unexplainedGap(unexplained, "at the provider"),
  ];
}

/** Balances are read every minute, and compared while no payout moves. */
const comparisonMsMax = 60 * 60 * 1_000;

/** Whether nothing differed, but so long ago that something may since. */
export function isOutdated(of: Reconciliation<ProviderFloat> | null, asOf: string): boolean {
  if (!of || providerGaps(of).length > 0) return false;
  return Date.parse(asOf) - Date.parse(of.read_at) > comparisonMsMax;
}

/** Credits and debits may cancel each other out, so the count decides. */
function itemsGap({ count, total }: BankItems, where: string, one: "line" | "entry"): string[] {
  if (count === 0) return [];
  const many = one === "line" ? "lines" : "entries";
  return [`${formatMoney(total)} ${where} (${count} ${count === 1 ? one : many})`];
}

function unexplainedGap(money: Money, where: string): string[] {
  return gap(money, `${money.amount > 0 ? "more" : "less"} ${where} than our books explain`);
}

function gap(money: Money, text: string): string[] {
  if (money.amount === 0) return [];
  return [`${formatMoney({ ...money, amount: Math.abs(money.amount) })} ${text}`];
}
