import { columnName } from "./guess-columns.ts";
import type { TableRow } from "./parsed-table.ts";
import { countRecognised, type RecognisedColumns } from "./recognise-columns.ts";

/** A title and a date may stand above the header. */
export const headerRowsMax = 20;

export interface Header<Guess> {
  /** The rows up to and with the header; 0 without one. */
  readonly rowsAbove: number;
  readonly guess: Guess;
  /** One for each column. */
  readonly names: readonly string[];
  /** Its own cells; without a header, any row may have any number. */
  readonly cellCount: number;
}

/**
 * The row with the most known column names; without one, the columns have numbers as names.
 * @param recognise the columns that a row's cells name.
 */
export function findHeader<Guess extends RecognisedColumns<string>>(
  rows: readonly TableRow[],
  recognise: (cells: readonly string[]) => Guess,
): Header<Guess> {
  let best = { rowsAbove: 0, score: 1, guess: recognise([]) };
  for (const [at, { cells }] of rows.slice(0, headerRowsMax).entries()) {
    const guess = recognise(cells);
    const score = countRecognised(guess);
    if (score > best.score) best = { rowsAbove: at + 1, score, guess };
  }
  const { rowsAbove, guess } = best;
  const named = rowsAbove > 0 ? (rows[rowsAbove - 1]?.cells ?? []) : [];
  const widest = Math.max(0, ...rows.slice(0, headerRowsMax).map(({ cells }) => cells.length));
  return {
    rowsAbove,
    guess,
    names: Array.from({ length: widest }, (_, at) => named[at] || columnName(at)),
    cellCount: rowsAbove > 0 ? named.length : Number.POSITIVE_INFINITY,
  };
}

/** How well a sheet fits: 2 with the columns that a file needs, 1 with some of them, 0 without. */
export function rateHeader<Field extends string>(
  { rowsAbove, guess: { places, unclear } }: Header<RecognisedColumns<Field>>,
  missing: (places: Partial<Record<Field, number>>) => Partial<Record<Field, string>>,
): number {
  if (rowsAbove === 0) return 0;
  return Object.keys(missing(places)).every((field) => field in unclear) ? 2 : 1;
}
