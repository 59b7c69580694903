import { providerLabel, type ReconciliationRun } from "@rokad/contract/reconciliation";
import { formatMoney } from "@rokad/money/format";
import { formatDayOfMonth } from "../ui/dates.ts";

/** "RazorpayX, 21 Nov". */
export function runName({ adapter, day }: Pick<ReconciliationRun, "adapter" | "day">): string {
  return `${providerLabel(adapter)}, ${formatDayOfMonth(day)}`;
}

/** "1 difference", "1,234 differences". */
export function formatDifferenceCount(count: number): string {
  return count === 1 ? "1 difference" : `${count.toLocaleString("en-IN")} differences`;
}

/** "−₹4,000.00 unexplained"; undefined when the balance is explained or was not compared. */
export function describeUnexplained(
  run: Pick<ReconciliationRun, "balance"> | null,
): string | undefined {
  const amount = run?.balance?.since?.unexplained;
  return amount && amount.amount !== 0 ? `${formatMoney(amount)} unexplained` : undefined;
}

const stateLabels: Readonly<Record<string, string>> = {
  pending: "Pending",
  processing: "Processing",
  success: "Success",
  failed: "Failed",
  reversed: "Returned",
};

export function stateLabel(state: string | null): string {
  return state === null ? "" : (stateLabels[state] ?? state);
}
