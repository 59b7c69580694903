import { language, locale } from "../locale.ts";
/** The console shows all dates and times in India's time zone. */
const timeZone = "Asia/Kolkata";
// en-IN writes a second comma, before the year.
const dayFirst = language === "hi" ? locale : "en-GB";
const numeric = new Intl.DateTimeFormat("en-GB", {
  timeZone,
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
});
const day = new Intl.DateTimeFormat(locale, {
  timeZone,
  day: "2-digit",
  month: "short",
  year: "numeric",
});
const shortDay = new Intl.DateTimeFormat(locale, { timeZone, day: "2-digit", month: "short" });
const dayOfMonth = new Intl.DateTimeFormat(locale, { timeZone, day: "numeric", month: "short" });
const weekday = new Intl.DateTimeFormat(dayFirst, {
  timeZone,
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
});
const time = new Intl.DateTimeFormat(locale, {
  timeZone,
  hour: "2-digit",
  minute: "2-digit",
  hour12: true,
});

const exactTime = new Intl.DateTimeFormat(locale, {
  timeZone,
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hour12: true,
});

/** "20/11/2026". */
export function formatNumericDay(instant: string): string {
  return numeric.format(new Date(instant));
}

/** "20 Nov 2026". */
export function formatDay(instant: string): string {
  return day.format(new Date(instant));
}

/** "20 Nov". */
export function formatShortDay(instant: string): string {
  return shortDay.format(new Date(instant));
}

/** "02:34 pm". */
export function formatTime(instant: string): string {
  return time.format(new Date(instant));
}

/** "02:34:05 pm". */
export function formatExactTime(instant: string): string {
  return exactTime.format(new Date(instant));
}

/** "20 Nov 2026, 02:34 pm". */
export function formatDayAndTime(instant: string): string {
  return `${formatDay(instant)}, ${formatTime(instant)}`;
}

/** "Sat, 21 Nov 2026" for a day given as `YYYY-MM-DD`. */
export function formatWeekday(dayText: string): string {
  return weekday.format(noonOf(dayText));
}

/** "21 Nov" for a day given as `YYYY-MM-DD`. */
export function formatDayOfMonth(dayText: string): string {
  return dayOfMonth.format(noonOf(dayText));
}

function noonOf(dayText: string): Date {
  return new Date(`${dayText}T12:00:00+05:30`);
}
