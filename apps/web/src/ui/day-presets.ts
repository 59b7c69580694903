import { t } from "../language.ts";

/** A period including both days; each is `YYYY-MM-DD`, or typed text that is not a date yet. */
export interface DayRange {
  from?: string | undefined;
  to?: string | undefined;
}

export interface DayPreset {
  readonly label: string;
  readonly from: string;
  readonly to: string;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Common periods, ending at `today` (`YYYY-MM-DD`) or earlier. */
export function dayPresets(today: string): DayPreset[] {
  const yesterday = dayBefore(today, 1);
  const thisMonth = `${today.slice(0, 7)}-01`;
  const lastMonthEnd = dayBefore(thisMonth, 1);
  return [
    { label: t`Today`, from: today, to: today },
    { label: t`Yesterday`, from: yesterday, to: yesterday },
    { label: t`Last 7 days`, from: dayBefore(today, 6), to: today },
    { label: t`Last 30 days`, from: dayBefore(today, 29), to: today },
    { label: t`This month`, from: thisMonth, to: today },
    { label: t`Last month`, from: `${lastMonthEnd.slice(0, 7)}-01`, to: lastMonthEnd },
    { label: t`This financial year`, from: financialYearStart(today), to: today },
  ];
}

function dayBefore(day: string, days: number): string {
  const noon = new Date(`${day}T12:00:00Z`).getTime();
  return new Date(noon - days * dayMs).toISOString().slice(0, 10);
}

/** The Indian financial year starts on 1 April. */
function financialYearStart(today: string): string {
  const year = Number(today.slice(0, 4));
  return `${today.slice(5) < "04-01" ? year - 1 : year}-04-01`;
}
