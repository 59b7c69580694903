import { batchFieldTitles, type BatchField } from "@rokad/contract/batch-columns";
import type { BatchRow } from "@rokad/contract/payout-batch";
import { t } from "../language.ts";
import { nameNote, repairNote } from "./row-notes.ts";

/** A cell of the grid: the position of its row in the list, and its column. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** A rectangle of cells, both ends included. */
export interface CellRange {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

interface GridColumn {
  readonly id: "line" | "state" | "details" | BatchField;
  readonly title: string;
  readonly width: number;
}

const field = (id: BatchField, width: number): GridColumn => ({
  id,
  title: batchFieldTitles[id],
  width,
});

/** The columns in their order. What is not a field of the file can't be edited. */
export const gridColumns: readonly GridColumn[] = [
  { id: "line", title: t`Line`, width: 64 },
  { id: "state", title: t`Status`, width: 184 },
  { id: "details", title: t`Details`, width: 288 },
  field("beneficiary_name", 192),
  field("amount", 120),
  field("account_number", 176),
  field("ifsc_code", 128),
  field("upi_id", 176),
  field("purpose", 128),
  field("remarks", 176),
  field("beneficiary_email", 208),
  field("beneficiary_phone", 128),
  field("beneficiary_address", 208),
  field("repeat_reason", 176),
];

/** The field that a column edits; undefined for line, status and details. */
export function fieldOf(column: number): BatchField | undefined {
  const id = gridColumns[column]?.id;
  return id === "line" || id === "state" || id === "details" ? undefined : id;
}

/** What deserves a look in a row, the worst first; undefined if nothing does. */
export function notesOf(row: BatchRow) {
  const { state, problem, warnings, method_reason: why } = row;
  const notes = [
    ...(state !== "removed" && problem !== null ? [problem] : []),
    ...warnings,
    ...[nameNote(row), repairNote(row)].filter((note) => note !== undefined),
    ...(why === null ? [] : [why]),
  ];
  return notes.length > 0 ? notes.join(" · ") : undefined;
}

export function rangeOf(one: Cell, other: Cell): CellRange {
  return {
    top: Math.min(one.row, other.row),
    bottom: Math.max(one.row, other.row),
    left: Math.min(one.column, other.column),
    right: Math.max(one.column, other.column),
  };
}

/**
 * The position of a row after its list changed: that of its line, or of the next line if it left.
 * @param before the lines of the list, ascending, as `after`.
 */
export function rowAfter(row: number, before: readonly number[], after: readonly number[]): number {
  const line = before[row];
  if (before === after || line === undefined) return row;
  const next = after.findIndex((number) => number >= line);
  return next >= 0 ? next : Math.max(after.length - 1, 0);
}

interface Key {
  readonly key: string;
  readonly isControl: boolean;
}

interface Extent {
  readonly rows: number;
  /** How many rows are in sight. */
  readonly page: number;
}

/** Where a key leads, as in a spreadsheet; undefined for a key that moves nothing. */
export function moveCell(cell: Cell, { key, isControl }: Key, extent: Extent): Cell | undefined {
  const last = { row: Math.max(extent.rows - 1, 0), column: gridColumns.length - 1 };
  const target = targetOf(cell, { key, isControl }, extent.page, last);
  return (
    target && {
      row: Math.min(Math.max(target.row, 0), last.row),
      column: Math.min(Math.max(target.column, 0), last.column),
    }
  );
}

function targetOf(
  { row, column }: Cell,
  { key, isControl }: Key,
  page: number,
  last: Cell,
): Cell | undefined {
  switch (key) {
    case "ArrowUp":
      return { row: isControl ? 0 : row - 1, column };
    case "ArrowDown":
      return { row: isControl ? last.row : row + 1, column };
    case "ArrowLeft":
      return { row, column: isControl ? 0 : column - 1 };
    case "ArrowRight":
      return { row, column: isControl ? last.column : column + 1 };
    case "PageUp":
      return { row: row - page, column };
    case "PageDown":
      return { row: row + page, column };
    case "Home":
      return { row: isControl ? 0 : row, column: 0 };
    case "End":
      return { row: isControl ? last.row : row, column: last.column };
    default:
      return undefined;
  }
}

/** Cells as a spreadsheet copies them: tabs between columns, a line for each row. */
export function writeCells(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map(quoted).join("\t")).join("\n");
}

const quoted = (text: string) =>
  /["\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Reads what a spreadsheet copied, quoted cells with line breaks included. */
export function readCells(text: string): string[][] {
  const rows: string[][] = [[]];
  const pattern = /("(?:[^"]|"")*"|[^\t\r\n]*)(\t|\r\n|\r|\n|$)/gy;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [, cell = "", end = ""] = match;
    rows.at(-1)?.push(cell.startsWith('"') ? unquoted(cell) : cell);
    if (end === "") break;
    if (end !== "\t") rows.push([]);
  }
  // The line break at the end of a copy starts no row.
  const last = rows.at(-1);
  if (rows.length > 1 && last?.length === 1 && last[0] === "") rows.pop();
  return rows;
}

const unquoted = (cell: string) =>
  cell.length > 1 && cell.endsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
