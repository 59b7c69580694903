import type { BatchRow } from "@rokad/contract/payout-batch";
import { t } from "../language.ts";
import { rowsText } from "./batch-labels.ts";
import {
  fieldOf,
  gridColumns,
  notesOf,
  readCells,
  writeCells,
  type CellRange,
} from "./grid-cells.ts";
import type { GridStep } from "./grid-steps.ts";

/** What one paste takes; more rows belong into a file. */
const pasteRowsMax = 2_000;

/** The cells of a range as a spreadsheet takes them. */
export function copyRange({ left, right }: CellRange, rows: readonly BatchRow[]): string {
  return writeCells(
    rows.map((row) =>
      gridColumns.slice(left, right + 1).map(({ id }) => {
        if (id === "line") return String(row.number);
        if (id === "state") return row.state;
        return id === "details" ? (notesOf(row) ?? "") : (row.fields[id] ?? "");
      }),
    ),
  );
}

/** Empties the cells of a range; on the lines alone it removes the rows, or restores them. */
export function clearRange(range: CellRange, rows: readonly BatchRow[]): GridStep {
  if (range.left === 0 && range.right === 0) {
    const isRemoved = rows.some(({ state }) => state !== "removed");
    const removals = rows
      .filter(({ state }) => (state === "removed") !== isRemoved)
      .map(({ number }) => ({ number, isRemoved }));
    return { edits: [], removals };
  }
  const empty = Array.from({ length: range.right - range.left + 1 }, () => "");
  return putCells(
    range.left,
    rows,
    rows.map(() => empty),
  );
}

/** What a paste puts into a range: one copied row fills all of its rows, as in a spreadsheet. */
export function pastedCells(text: string, { top, bottom }: CellRange): readonly string[][] {
  const cells = readCells(text);
  const single = cells.length === 1 ? cells[0] : undefined;
  return single ? Array.from({ length: bottom - top + 1 }, () => single) : cells;
}

/**
 * Why a paste is refused, for the person; undefined if each of its cells has a place.
 * @param rows of the list.
 */
export function whyNotPasted(
  cells: readonly (readonly string[])[],
  { top, left }: CellRange,
  rows: number,
): string | undefined {
  if (cells.length > pasteRowsMax)
    return t`Paste at most ${rowsText(pasteRowsMax)}, or upload a file.`;
  if (cells.length > rows - top)
    return t`Paste at most ${rowsText(rows - top)} from here. Upload a file to add rows.`;
  const columns = gridColumns.length - left;
  return cells.some(({ length }) => length > columns)
    ? columns === 1
      ? t`Paste at most ${columns} column from here.`
      : t`Paste at most ${columns} columns from here.`
    : undefined;
}

/** Puts texts into rows from a column on. Removed rows, and columns that are no field, stay. */
export function putCells(
  left: number,
  rows: readonly BatchRow[],
  texts: readonly (readonly string[])[],
): GridStep {
  const edits = rows.flatMap((row, at): GridStep["edits"] =>
    row.state === "removed"
      ? []
      : (texts[at] ?? []).flatMap((after, offset) => {
          const field = fieldOf(left + offset);
          const before = field === undefined ? "" : (row.fields[field] ?? "");
          return field === undefined || before === after
            ? []
            : [{ number: row.number, field, before, after }];
        }),
  );
  return { edits, removals: [] };
}
