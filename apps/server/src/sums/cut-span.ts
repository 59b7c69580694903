/** From an instant until before another; without one of them from the beginning, or to the end. */
export interface Span {
  readonly start?: Date;
  readonly end?: Date;
}

/** A part of a span: whole days, whole hours, or some minutes of which only the rows tell. */
export interface Piece extends Span {
  readonly grain: "day" | "hour" | "row";
}

const hourMs = 60 * 60 * 1000;
// The sums' days begin at 18:30 UTC, and their hours at half past.
const indiaMs = 5.5 * hourMs;
const grains = [
  { grain: "day", ms: 24 * hourMs },
  { grain: "hour", ms: hourMs },
] as const;

/**
 * Cuts a span into what sums are kept of: as many whole days in Asia/Kolkata as there are, whole
 * hours beside them, and less than an hour of rows at either end. Nothing is left out, nothing
 * is in two pieces.
 */
export function cutSpan({ start, end }: Span): Piece[] {
  return cut(start?.getTime() ?? -Infinity, end?.getTime() ?? Infinity, grains);
}

function cut(start: number, end: number, [largest, ...smaller]: readonly Grain[]): Piece[] {
  if (start >= end) return [];
  if (!largest) return [pieceOf("row", start, end)];
  const { grain, ms } = largest;
  const first = Math.ceil((start + indiaMs) / ms) * ms - indiaMs;
  const last = Math.floor((end + indiaMs) / ms) * ms - indiaMs;
  if (first >= last) return cut(start, end, smaller);
  return [...cut(start, first, smaller), pieceOf(grain, first, last), ...cut(last, end, smaller)];
}

type Grain = (typeof grains)[number];

function pieceOf(grain: Piece["grain"], start: number, end: number): Piece {
  return {
    grain,
    ...(Number.isFinite(start) && { start: new Date(start) }),
    ...(Number.isFinite(end) && { end: new Date(end) }),
  };
}
