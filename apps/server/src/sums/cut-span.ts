/** From an instant until before another; without one of them from the beginning, or to the end. */
export interface Span {
  readonly start?: Date;
  readonly end?: Date;
}

/** A part of a span: whole months, days or hours, or some minutes of which only the rows tell. */
export interface Piece extends Span {
  readonly grain: Grain | "row";
}

type Grain = "month" | "day" | "hour";

const hourMs = 60 * 60 * 1000;
// The sums' months and days begin at 18:30 UTC, and their hours at half past.
const indiaMs = 5.5 * hourMs;

/**
 * Cuts a span into what sums are kept of: as many whole months in Asia/Kolkata as there are, whole
 * days and hours beside them, and less than an hour of rows at either end. Nothing is left out,
 * nothing is in two pieces.
 */
export function cutSpan({ start, end }: Span): Piece[] {
  const [from, to] = [start?.getTime() ?? -Infinity, end?.getTime() ?? Infinity];
  return cut(from, to, ["month", "day", "hour"]);
}

function cut(start: number, end: number, [largest, ...smaller]: readonly Grain[]): Piece[] {
  if (start >= end) return [];
  if (!largest) return [pieceOf("row", start, end)];
  const last = beginning(largest, end);
  const begun = beginning(largest, start);
  const first = begun < start ? next(largest, begun) : start;
  if (first >= last) return cut(start, end, smaller);
  return [...cut(start, first, smaller), pieceOf(largest, first, last), ...cut(last, end, smaller)];
}

/** When the month, day or hour began in which an instant lies. */
function beginning(grain: Grain, at: number): number {
  if (!Number.isFinite(at)) return at;
  if (grain === "month") return monthsLater(at, 0);
  const ms = grain === "day" ? 24 * hourMs : hourMs;
  return Math.floor((at + indiaMs) / ms) * ms - indiaMs;
}

function next(grain: Grain, begun: number): number {
  if (grain === "month") return monthsLater(begun, 1);
  return begun + (grain === "day" ? 24 * hourMs : hourMs);
}

/** The beginning of the month in which an instant lies, or of one after it. */
function monthsLater(at: number, months: number): number {
  const inIndia = new Date(at + indiaMs);
  // Not `Date.UTC`, which takes the years before 100 for those of the last century.
  inIndia.setUTCMonth(inIndia.getUTCMonth() + months, 1);
  return inIndia.setUTCHours(0, 0, 0, 0) - indiaMs;
}

function pieceOf(grain: Piece["grain"], start: number, end: number): Piece {
  return {
    grain,
    ...(Number.isFinite(start) && { start: new Date(start) }),
    ...(Number.isFinite(end) && { end: new Date(end) }),
  };
}
