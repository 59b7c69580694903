import { financialYearOf } from "@rokad/contract/days";
import { dayPresets, type DayPreset } from "../ui/day-presets.ts";

/** Days as `YYYY-MM-DD`, both included. */
export interface Period {
  from: string;
  to: string;
}

const offered = new Set(["This month", "Last month", "This financial year"]);

/** The periods that accounts are kept by, at today's day in India; what still runs ends today. */
export function periodPresets(today: string): DayPreset[] {
  const year = financialYearOf(today);
  return [
    ...dayPresets(today).filter(({ label }) => offered.has(label)),
    { label: "Last financial year", from: `${year - 1}-04-01`, to: `${year}-03-31` },
  ];
}

/** What the page shows unless told: this month. */
export function thisMonth(today: string): Period {
  return { from: `${today.slice(0, 7)}-01`, to: today };
}

/** The label of the preset that these days are, if they are one. */
export function presetOf({ from, to }: Period, today: string): string | undefined {
  return periodPresets(today).find((preset) => preset.from === from && preset.to === to)?.label;
}
