const dayMs = 24 * 60 * 60 * 1000;

/**
 * Adds days to a day.
 * @param day `YYYY-MM-DD`; so is the result.
 * @param days negative for an earlier day.
 */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** The number of days in a period, both ends included; below 1 if `to` is before `from`. */
export function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
}

/** Every day of a period, both ends included, oldest first. */
export function listDays(from: string, to: string): string[] {
  return Array.from({ length: Math.max(countDays(from, to), 0) }, (_, nth) => addDays(from, nth));
}

/** The financial year of a day (`YYYY-MM-DD`), as the calendar year in which it begins. */
export function financialYearOf(day: string): number {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  return month >= 4 ? year : year - 1;
}
