import type { ColumnPlaces } from "@rokad/contract/statement-import";
import type { TableRow } from "../../files/tables/parsed-table.ts";
import { tidyFormula } from "../../files/tables/read-csv.ts";
import { readDate } from "../../files/tables/read-date.ts";

/** The ways in which the cells of a row can be read. */
export interface RowReadings {
  readonly row: TableRow;
  /** The reading that the header's width allows; undefined if it allows none, or more than one. */
  readonly likely: TableRow | undefined;
  /** Readings that only the running balance can prove; undefined without any. */
  readonly others: (() => readonly TableRow[]) | undefined;
}

/** Each extra cell multiplies the ways to join the others. */
const extraCellsMax = 6;
const joiningsMax = 400;

/**
 * Reads each row with and without its quotation marks. A row with more cells than the header has a
 * delimiter in a cell without quotation marks, so its cells are joined in every possible way.
 * @param width of the header.
 */
export function readingsOf(
  rows: readonly TableRow[],
  columns: ColumnPlaces,
  width: number,
): RowReadings[] {
  const usual = usualWidth(rows, width);
  const fixed = fixedColumns(
    rows.filter(({ cells }) => cells.length === usual),
    columns,
    usual,
  );
  return rows.map((row) => {
    const readings = [row.cells, row.unquoted?.map(tidyFormula)].filter(
      (cells, at, [first]) =>
        cells !== undefined &&
        cells.findLastIndex((cell) => cell !== "") < width &&
        (at === 0 || !isSame(cells, first)),
    ) as (readonly string[])[];
    const asRow = (cells: readonly string[]) => ({ line: row.line, cells });
    const isLikely = readings[0]?.length === usual || readings.length === 1;
    const [first, ...others] = readings.map(asRow);
    if (isLikely)
      return { row, likely: first, others: others.length > 0 ? () => others : undefined };
    if (first) return { row, likely: undefined, others: () => [first, ...others] };
    // A file may have 50,000 such rows, so that nothing is joined before a balance can prove it.
    return { row, likely: undefined, others: () => joinings(row, width, fixed).map(asRow) };
  });
}

function isSame(cells: readonly string[], others: readonly string[] = []): boolean {
  return cells.length === others.length && cells.every((cell, at) => cell === others[at]);
}

/** Rows may leave out the header's last columns. */
function usualWidth(rows: readonly TableRow[], width: number): number {
  const times = new Map<number, number>();
  for (const { cells } of rows) times.set(cells.length, (times.get(cells.length) ?? 0) + 1);
  if (times.has(width)) return width;
  const narrower = [...times].filter(([length]) => length <= width);
  return narrower.toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? width;
}

/** Columns whose cells have no delimiter in them: words of one kind, and days. */
function fixedColumns(
  rows: readonly TableRow[],
  columns: ColumnPlaces,
  width: number,
): ReadonlySet<number> {
  const { date, reference, direction, narration, sender, ...money } = columns;
  const assigned = new Set(Object.values({ narration, sender, ...money }));
  const fixed = new Set([date, reference, direction].filter((at) => at !== undefined));
  for (let at = 0; at < width && Number.isFinite(width); at += 1) {
    const texts = rows.flatMap(({ cells }) => cells[at] || []);
    const areDays = texts.length > 0 && texts.every((text) => readDate(text) !== undefined);
    if (areDays && !assigned.has(at)) fixed.add(at);
  }
  return fixed;
}

/** The rows of the header's width into which neighbouring cells can be joined. */
function joinings(
  { cells, unquoted, delimiter = "," }: TableRow,
  width: number,
  fixed: ReadonlySet<number>,
): string[][] {
  const written = [...(unquoted ?? cells)];
  while (written.length > width && written.at(-1)?.trim() === "") written.pop();
  const extra = written.length - width;
  if (extra > extraCellsMax || extra <= 0) return [];
  // The header may not name a column behind the others.
  const found: string[][] = [written.slice(0, width)];
  const join = (done: readonly string[], from: number, left: number) => {
    if (found.length > joiningsMax) return;
    if (done.length === width) {
      if (left === 0) found.push([...done]);
      return;
    }
    const most = fixed.has(done.length) ? 0 : left;
    for (let more = 0; more <= most; more += 1) {
      const next = from + 1 + more;
      join([...done, written.slice(from, next).join(delimiter)], next, left - more);
    }
  };
  join([], 0, extra);
  return found.length > joiningsMax ? [] : found.map((each) => each.map(tidyFormula));
}
