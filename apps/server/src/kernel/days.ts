import { now } from "./clock.ts";
import { addDays } from "@rokad/contract/days";
import { todayInIndia } from "@rokad/contract/fields";

/** Asia/Kolkata has no daylight saving, so a day always starts at 18:30 UTC the day before. */
const indiaOffset = "+05:30";

/** @param day `YYYY-MM-DD`. @returns its first instant in Asia/Kolkata. */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00${indiaOffset}`);
}

/** The first instant after a day in Asia/Kolkata, so that a filter includes its whole last day. */
export function endOfDay(day: string): Date {
  return new Date(startOfDay(day).getTime() + 24 * 60 * 60 * 1000);
}

/** Today in Asia/Kolkata, as `YYYY-MM-DD`. */
export function today(): string {
  return todayInIndia();
}

const dateTime = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Asia/Kolkata",
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

/** `21/11/2026 14:05:09` in Asia/Kolkata, for files. */
export function dateTimeInIndia(at: Date): string {
  return dateTime.format(at).replace(",", "");
}

/** `21/11/2026` for a day given as `YYYY-MM-DD`. */
export function dayInIndia(day: string): string {
  return day.split("-").toReversed().join("/");
}

/**
 * This month until now, and the previous month up to the same point, in Asia/Kolkata: part of a
 * month is never compared with a whole one. Past its end a shorter previous month counts whole.
 */
export function monthsToDate() {
  const thisMonth = `${today().slice(0, 7)}-01`;
  const start = startOfDay(thisMonth);
  const startBefore = startOfDay(`${addDays(thisMonth, -1).slice(0, 7)}-01`);
  const soFarMs = now().getTime() - start.getTime();
  const endBefore = new Date(Math.min(startBefore.getTime() + soFarMs, start.getTime()));
  return { start, previous: { start: startBefore, end: endBefore } };
}
