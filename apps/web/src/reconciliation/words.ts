import { providerLabel, type ReconciliationRun } from "@rokad/contract/reconciliation";
import { formatDayOfMonth, formatWeekday } from "../ui/dates.ts";

/** "Sat, 21 Nov 2026" of the day that was compared. */
export const dayWord = formatWeekday;

/** "RazorpayX, 21 Nov". */
export function runName({ adapter, day }: Pick<ReconciliationRun, "adapter" | "day">): string {
  return `${providerLabel(adapter)}, ${formatDayOfMonth(day)}`;
}

/** "1 difference", "1,234 differences". */
export function differencesWord(count: number): string {
  return count === 1 ? "1 difference" : `${count.toLocaleString("en-IN")} differences`;
}

const stateWords: Readonly<Record<string, string>> = {
  pending: "Pending",
  processing: "Processing",
  success: "Success",
  failed: "Failed",
  reversed: "Returned",
};

export function stateWord(state: string | null): string {
  return state === null ? "" : (stateWords[state] ?? state);
}
