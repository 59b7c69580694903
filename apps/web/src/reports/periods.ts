import { financialYearOf } from "@rokad/contract/days";
import { t } from "../language.ts";
import { dayPresets, type DayPreset } from "../ui/day-presets.ts";

/** Days as `YYYY-MM-DD`, both included. */
export interface Period {
  from: string;
  to: string;
}

const offeredLabels = new Set([t`This month`, t`Last month`, t`This financial year`]);

/** The usual accounting periods for a day in India; a current period ends on that day. */
export function periodPresets(today: string): DayPreset[] {
  const year = financialYearOf(today);
  return [
    ...dayPresets(today).filter(({ label }) => offeredLabels.has(label)),
    { label: t`Last financial year`, from: `${year - 1}-04-01`, to: `${year}-03-31` },
  ];
}

/** The default period: this month up to today. */
export function thisMonth(today: string): Period {
  return { from: `${today.slice(0, 7)}-01`, to: today };
}

/** The label of the preset with exactly these days; undefined if there is none. */
export function findPresetLabel({ from, to }: Period, today: string): string | undefined {
  return periodPresets(today).find((preset) => preset.from === from && preset.to === to)?.label;
}
