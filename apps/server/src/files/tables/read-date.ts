import { isRealDay } from "@rokad/contract/fields";

/** The order of day and month in an all-numeric date. */
export type DayOrder = "day_first" | "month_first";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * Parses a bank's date: `21/11/2026`, `21-Nov-26`, `2026-11-21`, each with or without a time, or a
 * spreadsheet's serial number.
 * @returns `YYYY-MM-DD`; undefined unless it is a calendar day from 2000 to 2099.
 */
export function readDate(text: string, order: DayOrder = "day_first"): string | undefined {
  const day = text
    .replace(/^'/, "")
    .replace(/[T ] ?\d{1,2}:\d{2}.*$/i, "")
    .replaceAll(",", " ")
    .trim();
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(day);
  if (iso) return isoDate(iso[1], iso[2], iso[3]);
  const named = /^(\d{1,2})[-/. ]*([a-z]{3,9})[-/. ]*(\d{2}|\d{4})$/i.exec(day);
  if (named) return isoDate(named[3], monthOf(named[2]), named[1]);
  const monthNamed = /^([a-z]{3,9})[-/. ]+(\d{1,2})[-/. ]+(\d{2}|\d{4})$/i.exec(day);
  if (monthNamed) return isoDate(monthNamed[3], monthOf(monthNamed[1]), monthNamed[2]);
  const numbers = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{2}|\d{4})$/.exec(day);
  if (numbers && order === "day_first") return isoDate(numbers[3], numbers[2], numbers[1]);
  if (numbers) return isoDate(numbers[3], numbers[1], numbers[2]);
  return /^\d{5}(?:\.\d+)?$/.test(day) ? isoDay(Number(day)) : undefined;
}

/** Indian banks write the day first; only a date like `11/21/2026` proves the other order. */
export function dayOrderOf(texts: Iterable<string>): DayOrder {
  let monthFirst = false;
  for (const text of texts) {
    const match = /^(\d{1,2})[-/. ](\d{1,2})[-/. ]\d{2,4}/.exec(text);
    if (Number(match?.[1]) > 12) return "day_first";
    if (Number(match?.[2]) > 12) monthFirst = true;
  }
  return monthFirst ? "month_first" : "day_first";
}

/** A spreadsheet's day: 1 is 1 January 1900, with a nonexistent 29 February 1900. */
export function isoDay(serial: number): string | undefined {
  const date = new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * 86_400_000);
  return Number.isNaN(date.getTime()) ? undefined : inRange(date.toISOString().slice(0, 10));
}

function monthOf(name: string | undefined): string | undefined {
  const at = months.indexOf((name ?? "").slice(0, 3).toLowerCase());
  return at < 0 ? undefined : String(at + 1);
}

function isoDate(year = "", month = "", day = ""): string | undefined {
  const whole = year.length === 2 ? `20${year}` : year;
  const iso = `${whole}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isRealDay(iso) ? inRange(iso) : undefined;
}

function inRange(iso: string): string | undefined {
  return iso >= "2000-01-01" && iso <= "2099-12-31" ? iso : undefined;
}
