import type { BankAccountFloat, BankItems, ProviderFloat } from "@rokad/contract/float";
import { formatMoney } from "@rokad/money/format";
import type { Money } from "@rokad/money/money";
import { t } from "../super-admin-language.ts";
import { formatDay } from "../ui/dates.ts";

type Reconciliation<Float extends { readonly reconciliation: unknown }> = NonNullable<
  Float["reconciliation"]
>;

/** What a statement and our books don't share, each with its side; empty when everything agrees. */
export function bankGaps(of: Reconciliation<BankAccountFloat>): string[] {
  return [
    ...itemsGap(of.statement_only, t`only on the statement`, "line"),
    ...itemsGap(of.books_only, t`only in our books`, "entry"),
    ...unexplainedGap(of.unexplained, t`at the bank`),
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
      : t`${formatDay(range.from)} to ${formatDay(range.to)}`,
  );
  if (from !== null && gaps.length > 0) days.unshift(t`before ${formatDay(from)}`);
  return days.length > 0 ? days.join("; ") : undefined;
}

/**
 * What a provider's balance and our books don't share, each with its side. Payouts in flight and
 * charges that are not booked yet are known to both.
 */
export function providerGaps({ parts, unexplained }: Reconciliation<ProviderFloat>): string[] {
  return [
    ...gap(parts.unrecorded, t`received by the provider, and not in our books`),
    ...gap(parts.on_the_way, t`in our books, and not yet received by the provider`),
    ...unexplainedGap(unexplained, t`at the provider`),
  ];
}

/** Balances are read every minute, and compared while no payout moves. */
const comparisonMsMax = 60 * 60 * 1_000;

/** Whether nothing differed, but so long ago that something may since. */
export function isOutdated(of: Reconciliation<ProviderFloat> | null, asOf: string): boolean {
  if (!of || providerGaps(of).length > 0) return false;
  return Date.parse(asOf) - Date.parse(of.read_at) > comparisonMsMax;
}

const countOf = {
  line: (count: number) => (count === 1 ? t`${count} line` : t`${count} lines`),
  entry: (count: number) => (count === 1 ? t`${count} entry` : t`${count} entries`),
};

/** Credits and debits may cancel each other out, so the count decides. */
function itemsGap({ count, total }: BankItems, where: string, one: "line" | "entry"): string[] {
  if (count === 0) return [];
  return [`${formatMoney(total)} ${where} (${countOf[one](count)})`];
}

function unexplainedGap(money: Money, where: string): string[] {
  return gap(
    money,
    money.amount > 0
      ? t`more ${where} than our books explain`
      : t`less ${where} than our books explain`,
  );
}

function gap(money: Money, text: string): string[] {
  if (money.amount === 0) return [];
  return [`${formatMoney({ ...money, amount: Math.abs(money.amount) })} ${text}`];
}
