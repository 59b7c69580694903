import type { TableRow } from "./parsed-table.ts";
import { readDate } from "./read-date.ts";

/** A cell of a column with dates: its day, and the same with day and month swapped. */
interface DateCell {
  readonly row: number;
  /** Null for a text, whose day is certain. */
  readonly swapped: string | null;
  readonly day: string;
}

/**
 * Corrects a column that a spreadsheet with American dates converted by half: `03/11/2026` became a
 * date cell of 11 March, and `20/11/2026` stayed text, because no month is the 20th. All texts then
 * have a day above 12, no date cell has, and the days are closer together with day and month swapped.
 * @param dates the columns that are date cells in each row.
 */
export function correctSwappedDays(
  rows: readonly TableRow[],
  dates: ReadonlyMap<TableRow, ReadonlySet<number>>,
): readonly TableRow[] {
  const columns = new Set([...dates.values()].flatMap((each) => [...each]));
  const corrections = [...columns].map((at) => [at, findSwapped(rows, dates, at)] as const);
  if (corrections.every(([, swapped]) => swapped.size === 0)) return rows;
  return rows.map((row, index) => {
    const cells = [...row.cells];
    for (const [at, swapped] of corrections) cells[at] = swapped.get(index) ?? cells[at] ?? "";
    return { ...row, cells };
  });
}

function findSwapped(
  rows: readonly TableRow[],
  dates: ReadonlyMap<TableRow, ReadonlySet<number>>,
  at: number,
): ReadonlyMap<number, string> {
  const found = rows.flatMap((row, index): DateCell[] => {
    const text = row.cells[at] ?? "";
    const day = readDate(text);
    if (day === undefined) return [];
    const isCell = dates.get(row)?.has(at) ?? false;
    return [{ row: index, day, swapped: isCell ? swap(day) : null }];
  });
  const converted = found.filter(({ swapped }) => swapped !== null);
  const texts = found.filter(({ swapped }) => swapped === null);
  const isHalf =
    converted.length > 0 &&
    texts.length > 0 &&
    texts.every(({ day }) => Number(day.slice(8)) > 12) &&
    converted.every(({ day }) => Number(day.slice(8)) <= 12);
  const isCloser =
    spanOf(found.map(({ day, swapped }) => swapped ?? day)) < spanOf(found.map(({ day }) => day));
  if (!isHalf || !isCloser) return new Map();
  return new Map(converted.map(({ row, swapped, day }) => [row, swapped ?? day]));
}

const swap = (day: string) => `${day.slice(0, 4)}-${day.slice(8)}-${day.slice(5, 7)}`;

function spanOf(days: readonly string[]): number {
  const times = days.map((day) => Date.parse(day));
  return (
    times.reduce((max, time) => Math.max(max, time), -Infinity) -
    times.reduce((min, time) => Math.min(min, time), Infinity)
  );
}
