import { addDays } from "@rokad/contract/days";

/** @param month `YYYY-MM`. @returns its first and last day. */
export function daysOfMonth(month: string): { from: string; to: string } {
  return { from: `${month}-01`, to: addDays(`${monthAfter(month)}-01`, -1) };
}

export function monthAfter(month: string): string {
  return addDays(`${month}-01`, 31).slice(0, 7);
}
