import type { ColumnPlaces } from "@rokad/contract/statement-import";
import { readDate } from "../../files/tables/read-date.ts";
import { tidyCell, type TableRow } from "../../files/tables/parsed-table.ts";
import {
  formatOf,
  readLine,
  type FileFormat,
  type ReviewFlag,
  type StatementLine,
} from "./read-line.ts";
import { readingsOf, type RowReadings } from "./row-readings.ts";
import {
  bookingOrder,
  describeFault,
  entryOf,
  findFaults,
  fits,
  type BalanceEntry,
  type BalanceFault,
} from "./running-balance.ts";
import { transactionRows } from "./transaction-rows.ts";

interface Reading {
  readonly line: StatementLine;
  readonly others: (() => readonly StatementLine[]) | undefined;
  /** Whether the line is used without proof. */
  readonly isLikely: boolean;
}

interface Frame {
  /** The cells of the header; none for a workbook, whose cells can't move. */
  readonly width?: number;
  /** The balance before the first line, in paise, if the bank states it. */
  readonly opening?: bigint | undefined;
}

/**
 * Parses the rows below the header. Rows that are not transactions (a footer, a total, the second
 * line of a narration) are skipped; an unreadable transaction becomes an `unreadable` line. Where the
 * cells of a row are not certain, the running balance proves one reading, or the line is unreadable.
 */
export function readLines(
  rows: readonly TableRow[],
  columns: ColumnPlaces,
  { width = Number.POSITIVE_INFINITY, opening }: Frame = {},
): StatementLine[] {
  const readings = readingsOf(transactionRows(rows, columns.date), columns, width);
  const format = formatOf(
    readings.flatMap(({ likely }) => likely ?? []),
    columns,
  );
  const lines = proveByBalance(
    readings.flatMap((row) => readingOf(row, format, width) ?? []),
    opening,
  );
  const entries = lines.map(entryOf);
  const faults = findFaults(entries, bookingOrder(entries, opening), opening);
  const hiddenLines = new Set(rows.flatMap(({ line, isHidden }) => (isHidden ? [line] : [])));
  return lines.map((line, at) => {
    const flags = flagsOf(line, faults.get(at), hiddenLines.has(line.line));
    return flags.length > 0 ? { ...line, flags } : line;
  });
}

/** @param isHidden a hidden debit credits nobody, so it needs no review. */
function flagsOf(
  { line, kind }: StatementLine,
  fault: BalanceFault | undefined,
  isHidden: boolean,
): ReviewFlag[] {
  const flags: ReviewFlag[] = [];
  if (fault) flags.push({ outcome: "balance_differs", reason: describeFault(fault) });
  if (isHidden && kind === "credit")
    flags.push({
      outcome: "hidden",
      reason: `Line ${line} was hidden in the spreadsheet. Check it with the bank.`,
    });
  return flags;
}

function readingOf(
  { row, likely, others }: RowReadings,
  format: FileFormat,
  width: number,
): Reading | undefined {
  const alternatives = others && (() => others().flatMap((each) => readLine(each, format) ?? []));
  if (likely) {
    const line = readLine(likely, format);
    return line && { line, others: alternatives, isLikely: true };
  }
  const { date: dateAt = 0 } = format.columns;
  // A footer may have any number of cells.
  if (!row.cells.some((cell) => readDate(cell, format.order) !== undefined)) return undefined;
  return {
    line: {
      line: row.line,
      bookedOn: readDate(row.cells[dateAt] ?? "", format.order) ?? null,
      paise: null,
      balancePaise: null,
      reference: null,
      narration: tidyCell(row.cells.join(" ")),
      kind: "unreadable",
      reason: `Line with ${row.cells.length} cells instead of ${width}: a comma or quotation mark in it is not clear.`,
    },
    others: alternatives,
    isLikely: false,
  };
}

/** Replaces what the running balance disproves, or can't prove, if it proves one other reading. */
function proveByBalance(readings: readonly Reading[], opening?: bigint): StatementLine[] {
  const lines = readings.map(({ line }) => line);
  if (readings.every(({ others }) => !others)) return lines;
  const entries = lines.map(entryOf);
  const order = bookingOrder(entries, opening);
  const atStart = { on: null, moved: null, balance: opening ?? null };
  const prove = (at: number, before?: BalanceEntry, after?: BalanceEntry) => {
    const { others, isLikely } = readings[at] ?? { others: undefined, isLikely: true };
    const entry = entries[at];
    if (!others || !entry || fits(entry, before, after)) return;
    if (isLikely && fits(entry, before, after) === undefined) return;
    const proven = others().filter((line) => fits(entryOf(line), before, after));
    const distinct = new Set(proven.map((line) => JSON.stringify(line, asText)));
    const [only] = proven;
    if (!only || distinct.size !== 1) return;
    lines[at] = only;
    entries[at] = entryOf(only);
  };
  // From both ends, so that each line has a proven neighbour if the file has one.
  for (const direction of [order.keys(), [...order.keys()].toReversed()]) {
    for (const position of direction) {
      const neighbours = [order[position - 1], order[position + 1]].map((at) =>
        at === undefined ? undefined : entries[at],
      );
      if (position === 0) neighbours[0] = atStart;
      prove(order[position] ?? -1, ...neighbours);
    }
  }
  return lines;
}

const asText = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
