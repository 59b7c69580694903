import { addDays, listDays } from "@rokad/contract/days";
import type { Period } from "./table.ts";

/** The calendar months that a period touches, each with its days in it. */
export function monthsOf({ from, to }: Period): (Period & { readonly month: string })[] {
  const months = [...new Set(listDays(from, to).map((day) => day.slice(0, 7)))];
  return months.map((month) => {
    const first = `${month}-01`;
    const last = addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1);
    return { month, from: first > from ? first : from, to: last < to ? last : to };
  });
}
