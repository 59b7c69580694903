import { providerLabel, type ReconciliationRun } from "@rokad/contract/reconciliation";
import { formatMoney } from "@rokad/money/format";
import type { Money } from "@rokad/money/money";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { formatDayOfMonth } from "../ui/dates.ts";

/** "RazorpayX, 21 Nov". */
export function runName({ adapter, day }: Pick<ReconciliationRun, "adapter" | "day">): string {
  return `${translateText(providerLabel(adapter))}, ${formatDayOfMonth(day)}`;
}

/** "1 difference", "1,234 differences". */
function formatDifferenceCount(count: number): string {
  return count === 1 ? t`1 difference` : t`${count.toLocaleString("en-IN")} differences`;
}

/** "Payouts match; balance off by ₹4,000.00", "3 differences", "No differences". */
export function describeDifferences(openCount: number, balanceOff: Money | null): string {
  const off =
    balanceOff && balanceOff.amount !== 0
      ? t`balance off by ${formatMoney({ ...balanceOff, amount: Math.abs(balanceOff.amount) })}`
      : undefined;
  if (openCount === 0) return off ? t`Payouts match; ${off}` : t`No differences`;
  return [formatDifferenceCount(openCount), off].filter(Boolean).join("; ");
}

const stateLabels: Readonly<Record<string, string>> = {
  pending: t`Pending`,
  processing: t`Processing`,
  success: t`Success`,
  failed: t`Failed`,
  reversed: t`Returned`,
};

export function stateLabel(state: string | null): string {
  return state === null ? "" : (stateLabels[state] ?? state);
}
