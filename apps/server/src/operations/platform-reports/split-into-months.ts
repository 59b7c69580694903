import { addDays, listDays } from "@rokad/contract/days";
import type { Period } from "../../files/report-table.ts";

/** Splits a period into calendar months, each cut to the days of the period. */
export function splitIntoMonths({ from, to }: Period): (Period & { readonly month: string })[] {
  const months = [...new Set(listDays(from, to).map((day) => day.slice(0, 7)))];
  return months.map((month) => {
    const first = `${month}-01`;
    const last = addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1);
    return { month, from: first > from ? first : from, to: last < to ? last : to };
  });
}
