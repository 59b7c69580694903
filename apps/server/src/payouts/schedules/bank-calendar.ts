import { readdirSync, readFileSync } from "node:fs";
import { digest } from "../../kernel/ids.ts";

/** The bank holidays of a year, as its file lists them. */
export interface HolidayList {
  readonly year: number;
  /** Holidays differ by place: a list is the one of the Reserve Bank's office there. */
  readonly place: string;
  /** Who published it, and where. */
  readonly source: string;
  readonly holidays: readonly { readonly day: string; readonly name: string }[];
}

/** On which days banks work, as far as it is known. */
export interface BankCalendar {
  /** Changes with any list. */
  readonly id: string;
  readonly hasYear: (year: number) => boolean;
  /** The holiday's name, or undefined. */
  readonly holidayOn: (day: string) => string | undefined;
}

/** @throws for a list with a day of another year. */
export function calendarOf(lists: readonly HolidayList[]): BankCalendar {
  const years = new Set(lists.map(({ year }) => year));
  const names = new Map<string, string>();
  for (const { year, holidays } of lists) {
    for (const { day, name } of holidays) {
      if (!day.startsWith(`${year}-`)) throw new Error(`${day} is no day of ${year}`);
      names.set(day, name);
    }
  }
  return {
    id: digest(lists).toString("hex").slice(0, 16),
    hasYear: (year) => years.has(year),
    holidayOn: (day) => names.get(day),
  };
}

let loaded: BankCalendar | undefined;

/** The calendar of the lists in `bank-holidays`, read once: a new list counts after a restart. */
export function bankCalendar(): BankCalendar {
  loaded ??= calendarOf(readLists());
  return loaded;
}

function readLists(): HolidayList[] {
  const folder = new URL("bank-holidays/", import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .toSorted()
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as HolidayList);
}

/** Lets tests choose the lists. @returns what undoes it. */
export function useCalendar(calendar: BankCalendar): () => void {
  const previous = loaded;
  loaded = calendar;
  return () => {
    loaded = previous;
  };
}

/**
 * Why banks are closed on a day: `Sunday`, `Second Saturday`, or the holiday's name.
 * @returns null on a working day, and undefined where only a missing list could say so.
 */
export function whyClosed(calendar: BankCalendar, day: string): string | null | undefined {
  const weekday = weekdayOf(day);
  if (weekday === 7) return "Sunday";
  const week = Math.ceil(Number(day.slice(8)) / 7);
  if (weekday === 6 && week === 2) return "Second Saturday";
  if (weekday === 6 && week === 4) return "Fourth Saturday";
  const name = calendar.holidayOn(day);
  if (name !== undefined) return name;
  return calendar.hasYear(Number(day.slice(0, 4))) ? null : undefined;
}

/** ISO: 1 is Monday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}
