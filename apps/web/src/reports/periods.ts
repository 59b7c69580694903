import { financialYearOf } from "@rokad/contract/reports";

/** Days as `YYYY-MM-DD`, both included. */
export interface Period {
  from: string;
  to: string;
}

export type Preset = "this-month" | "last-month" | "this-year" | "last-year";

export const presets = [
  { value: "this-month", label: "This month" },
  { value: "last-month", label: "Last month" },
  { value: "this-year", label: "This financial year" },
  { value: "last-year", label: "Last financial year" },
] as const satisfies readonly { value: Preset; label: string }[];

/** The days of a preset, by today's day in India; what still runs ends today. */
export function periodOf(preset: Preset, today: string): Period {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const yearStart = financialYearOf(today);
  switch (preset) {
    case "this-month":
      return { from: day(year, month, 1), to: today };
    case "last-month":
      return { from: day(year, month - 1, 1), to: day(year, month, 0) };
    case "this-year":
      return { from: day(yearStart, 4, 1), to: today };
    case "last-year":
      return { from: day(yearStart - 1, 4, 1), to: day(yearStart, 4, 0) };
  }
}

/** The preset that these days are, if they are one. */
export function presetOf({ from, to }: Period, today: string): Preset | undefined {
  return presets.find(({ value }) => {
    const period = periodOf(value, today);
    return period.from === from && period.to === to;
  })?.value;
}

/** Month 0 is last December, day 0 the last of the month before. */
function day(year: number, month: number, date: number): string {
  return new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);
}
