import type { AccountCheck } from "@rokad/contract/account-check";
import {
  batchFields,
  batchFieldTitles,
  type BatchColumns,
  type BatchField,
} from "@rokad/contract/batch-columns";
import type { BatchRowFields } from "@rokad/contract/payout-batch";
import { tidyCell, type TableRow } from "../../files/tables/parsed-table.ts";
import { readAmount } from "../../files/tables/read-amount.ts";
import { rupees } from "../../kernel/money.ts";
import { checkBatchRow, type RowCheck } from "./check-batch-row.ts";
import { contentOf, type FileProblem, type StoredRow } from "./stored-batch.ts";

export interface CheckedRow extends RowCheck {
  /** The line in the file. */
  readonly number: number;
  /** What the file says of it beyond its cells, in sentences; kept with the row. */
  readonly notes: readonly string[];
  /** What is wrong beyond its cells, until a person changes one of its fields; kept with the row. */
  readonly fileProblem?: FileProblem | undefined;
  /** It is not paid until a person restores it. */
  readonly isRemoved: boolean;
  /** What the bank said of the same row before. */
  readonly accountCheck?: AccountCheck | undefined;
}

/** Checks a row of a file. A row that the spreadsheet hides starts as removed. */
export function checkFileRow(row: TableRow, columns: BatchColumns, cellCount: number): CheckedRow {
  const isRemoved = row.isHidden ?? false;
  const computed = batchFields.filter((field) => row.computed?.includes(columns[field] ?? -1));
  const titles = computed.map((field) => batchFieldTitles[field]).join(", ");
  const cells = readCells(row, columns);
  const splitPaise = findSplitAmount(row, columns.amount);
  const fileProblem = findFileProblem(row, cells, { computed, cellCount, splitPaise });
  const notes = [
    ...(isRemoved ? ["This row is hidden in the spreadsheet"] : []),
    ...(computed.length > 0 ? [`Computed by formulas: ${titles}`] : []),
    ...(splitPaise === undefined || fileProblem
      ? []
      : [`${describeSplit(splitPaise)}, split at its commas. Check.`]),
  ];
  const checked = { ...checkBatchRow(cells), ...fileProblem };
  return { number: row.line, ...checked, notes, fileProblem, isRemoved };
}

/**
 * Checks a stored row again. Unchanged, it keeps its repairs and the bank's answer.
 * @param change the fields that a person changed.
 */
export function checkStoredRow(row: StoredRow, change?: BatchRowFields): CheckedRow {
  const { fields, notes: before = [], fileProblem: found, check, written = {} } = contentOf(row);
  const isChanged = (field: BatchField) => change?.[field] !== undefined;
  const fileProblem = found?.problemFields.some(isChanged) ? undefined : found;
  const notes = isChanged("amount")
    ? before.filter((note) => !note.startsWith(splitStart))
    : before;
  const checked = { ...checkBatchRow({ ...fields, ...change }), ...fileProblem };
  const common = { number: row.number, notes, fileProblem, isRemoved: row.state === "removed" };
  if (change) return { ...checked, ...common };
  return { ...checked, ...common, repairs: row.repairs, written, accountCheck: check };
}

/** The text of each field in a row of a file. */
function readCells({ cells }: TableRow, columns: BatchColumns): BatchRowFields {
  const written: BatchRowFields = {};
  for (const field of batchFields) {
    const cell = cells[columns[field] ?? -1];
    if (cell) written[field] = cell;
  }
  return written;
}

function findFileProblem(
  row: TableRow,
  cells: BatchRowFields,
  {
    computed,
    cellCount,
    splitPaise,
  }: {
    readonly computed: readonly BatchField[];
    readonly cellCount: number;
    readonly splitPaise: bigint | undefined;
  },
): FileProblem | undefined {
  if (splitPaise !== undefined && row.cells.length > cellCount)
    return {
      problem: `${describeSplit(splitPaise)}. Put it in quotes, or write it without commas.`,
      problemFields: ["amount"],
    };
  if (row.cells.findLastIndex((cell) => cell !== "") >= cellCount)
    return {
      problem:
        "It has more cells than the header. Put amounts with commas in quotes, or correct the row.",
      problemFields: ["amount"],
    };
  // A blank account means the saved payee of the name, which no formula without a result means.
  const blank = destinationFields.filter((field) => computed.includes(field) && !cells[field]);
  if (blank.length > 0 && !cells.account_number && !cells.upi_id)
    return { problem: "The formula gives no account. Enter it.", problemFields: blank };
  return undefined;
}

const destinationFields = ["account_number", "ifsc_code", "upi_id"] as const;

/** A number has up to 13 digits, and each of its groups 2 or 3. */
const groupsMax = 6;

/**
 * The amount that this cell and those after it give together: without quotes, a CSV file splits
 * `1,50,000` into three cells.
 */
function findSplitAmount(
  { cells, unquoted = cells, delimiter }: TableRow,
  at: number | undefined,
): bigint | undefined {
  if (at === undefined || delimiter !== ",") return undefined;
  const isInFile = (split: readonly string[]) =>
    unquoted.some((_, from) =>
      split.every((cell, index) => tidyCell(unquoted[from + index] ?? "") === cell),
    );
  for (let count = groupsMax; count > 1; count -= 1) {
    const split = cells.slice(at, at + count);
    const read = split.some((cell) => cell.includes(",")) ? undefined : readAmount(split.join(","));
    if (read && split.length === count && isInFile(split)) return read.paise;
  }
  return undefined;
}

const splitStart = "The amount may be ";
const describeSplit = (paise: bigint) => `${splitStart}${rupees(paise)}`;
