import { now } from "./clock.ts";
import { addDays } from "@rokad/contract/days";
import { todayInIndia } from "@rokad/contract/fields";

/** Asia/Kolkata has no daylight saving: a day there always starts at 18:30 UTC the day before. */
const offset = "+05:30";

/** The first instant of a day in Asia/Kolkata, given as `YYYY-MM-DD`. */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00${offset}`);
}

/** The first instant after a day in Asia/Kolkata: filters include their last day whole. */
export function endOfDay(day: string): Date {
  return new Date(startOfDay(day).getTime() + 24 * 60 * 60 * 1000);
}

/** Today in Asia/Kolkata by the product's clock. */
export function today(): string {
  return todayInIndia(now());
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

/** `21/11/2026 14:05:09` in Asia/Kolkata, as files show it. */
export function dateTimeInIndia(at: Date): string {
  return dateTime.format(at).replace(",", "");
}

/** `21/11/2026` for a day given as `YYYY-MM-DD`. */
export function dayInIndia(day: string): string {
  return day.split("-").toReversed().join("/");
}

/**
 * This month so far and the month before up to the same time, in Asia/Kolkata, so that a month's
 * first days are not held against a whole one: the 31st is compared with all of a shorter month.
 */
export function monthsSoFar() {
  const thisMonth = `${today().slice(0, 7)}-01`;
  const start = startOfDay(thisMonth);
  const startBefore = startOfDay(`${addDays(thisMonth, -1).slice(0, 7)}-01`);
  const soFarMs = now().getTime() - start.getTime();
  const endBefore = new Date(Math.min(startBefore.getTime() + soFarMs, start.getTime()));
  return { start, previous: { start: startBefore, end: endBefore } };
}
