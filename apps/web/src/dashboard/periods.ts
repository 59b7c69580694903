import { addDays } from "@rokad/contract/days";

/** The periods of the analytics; each is compared with the same number of days before it. */
export const periodNames = ["7 days", "30 days", "90 days", "This month", "Last month"] as const;
export type PeriodName = (typeof periodNames)[number];

/** A period's first and last day, relative to `today` (`YYYY-MM-DD`, in India). */
export function periodOf(name: PeriodName, today: string): { from: string; to: string } {
  const firstOfMonth = `${today.slice(0, 7)}-01`;
  if (name === "This month") return { from: firstOfMonth, to: today };
  if (name === "Last month") {
    const to = addDays(firstOfMonth, -1);
    return { from: `${to.slice(0, 7)}-01`, to };
  }
  return { from: addDays(today, 1 - Number.parseInt(name, 10)), to: today };
}
