/** From `start` to before `end`; unbounded where one is missing. */
export interface TimeRange {
  readonly start?: Date;
  readonly end?: Date;
}

/** A part of a range: whole months, days or hours, or less than an hour, for which rows are read. */
export interface RangePart extends TimeRange {
  readonly grain: Grain | "row";
}

type Grain = "month" | "day" | "hour";

const hourMs = 60 * 60 * 1000;
// Months and days of rollups start at 18:30 UTC, and their hours at half past.
const indiaOffsetMs = 5.5 * hourMs;

/**
 * Splits a range into parts that have rollups: whole months in Asia/Kolkata, whole days and hours
 * around them, and less than an hour of rows at each end. The parts cover the range exactly.
 */
export function splitRange({ start, end }: TimeRange): RangePart[] {
  const [from, to] = [start?.getTime() ?? -Infinity, end?.getTime() ?? Infinity];
  return split(from, to, ["month", "day", "hour"]);
}

function split(start: number, end: number, [largest, ...smaller]: readonly Grain[]): RangePart[] {
  if (start >= end) return [];
  if (!largest) return [rangePart("row", start, end)];
  const last = startOf(largest, end);
  const current = startOf(largest, start);
  const first = current < start ? next(largest, current) : start;
  if (first >= last) return split(start, end, smaller);
  return [
    ...split(start, first, smaller),
    rangePart(largest, first, last),
    ...split(last, end, smaller),
  ];
}

/** The start of the month, day or hour of an instant. */
function startOf(grain: Grain, at: number): number {
  if (!Number.isFinite(at)) return at;
  if (grain === "month") return monthsLater(at, 0);
  const ms = grain === "day" ? 24 * hourMs : hourMs;
  return Math.floor((at + indiaOffsetMs) / ms) * ms - indiaOffsetMs;
}

function next(grain: Grain, start: number): number {
  if (grain === "month") return monthsLater(start, 1);
  return start + (grain === "day" ? 24 * hourMs : hourMs);
}

/** The start of the month that is some months after that of an instant. */
function monthsLater(at: number, months: number): number {
  const inIndia = new Date(at + indiaOffsetMs);
  // Not `Date.UTC`, which reads the years 0 to 99 as 1900 to 1999.
  inIndia.setUTCMonth(inIndia.getUTCMonth() + months, 1);
  return inIndia.setUTCHours(0, 0, 0, 0) - indiaOffsetMs;
}

function rangePart(grain: RangePart["grain"], start: number, end: number): RangePart {
  return {
    grain,
    ...(Number.isFinite(start) && { start: new Date(start) }),
    ...(Number.isFinite(end) && { end: new Date(end) }),
  };
}
