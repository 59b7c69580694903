import type { AccountCheck } from "@rokad/contract/account-check";
import {
  batchFields,
  batchFieldTitles,
  type BatchColumns,
  type BatchField,
} from "@rokad/contract/batch-columns";
import type { BatchRowFields } from "@rokad/contract/payout-batch";
import type { TableRow } from "../../files/tables/parsed-table.ts";
import { checkBatchRow, type RowCheck } from "./check-batch-row.ts";
import { contentOf, type StoredRow } from "./stored-batch.ts";

export interface CheckedRow extends RowCheck {
  /** The line in the file. */
  readonly number: number;
  /** What the file says of it beyond its cells, in sentences; kept with the row. */
  readonly notes: readonly string[];
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
  const notes = [
    ...(isRemoved ? ["This row is hidden in the spreadsheet"] : []),
    ...(computed.length > 0 ? [`Computed by formulas: ${titles}`] : []),
  ];
  const cells = readCells(row, columns);
  const checked = { number: row.line, ...checkBatchRow(cells), notes, isRemoved };
  const problem = findFileProblem(row, cells, { computed, cellCount });
  return problem ? { ...checked, ...problem } : checked;
}

/**
 * Checks a stored row again. Unchanged, it keeps its repairs and the bank's answer.
 * @param change the fields that a person changed.
 */
export function checkStoredRow(row: StoredRow, change?: BatchRowFields): CheckedRow {
  const { fields, notes = [], check, written = {} } = contentOf(row);
  const checked = checkBatchRow({ ...fields, ...change });
  const common = { number: row.number, notes, isRemoved: row.state === "removed" };
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
  { computed, cellCount }: { computed: readonly BatchField[]; cellCount: number },
): Pick<RowCheck, "problem" | "problemFields"> | undefined {
  // Without quotes, the comma of an amount moves it and all cells after it.
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
