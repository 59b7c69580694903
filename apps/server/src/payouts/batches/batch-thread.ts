import type { BatchColumns } from "@rokad/contract/batch-columns";
import { limits } from "@rokad/contract/limits";
import { answerFromThread } from "../../files/tables/file-thread.ts";
import { findHeader, headerRowsMax } from "../../files/tables/find-header.ts";
import { parseTable } from "../../files/tables/parse-table.ts";
import { UnreadableFile, type Table, type TableRow } from "../../files/tables/parsed-table.ts";
import { checkBatchRow, readBatchCells, type CheckedRow } from "./check-batch-row.ts";
import { recogniseBatchColumns } from "./recognise-batch-columns.ts";

/* Reads one file of payouts in a worker thread, checks its rows there, and ends. */

export interface BatchTable {
  readonly kind: Table["kind"];
  readonly header: readonly string[];
  readonly guess: BatchColumns;
  readonly rowCount: number;
  /** The first rows below the header. */
  readonly sample: readonly TableRow[];
  /** Null without columns in the order. */
  readonly rows: readonly CheckedRow[] | null;
}

const sampleRows = 5;

answerFromThread(({ bytes, columns }): BatchTable => {
  const table = parseTable(bytes, {
    rowsMax: limits.batchRowsMax + headerRowsMax,
    columnsMax: limits.statementColumnsMax,
  });
  const header = findHeader(table.rows, recogniseBatchColumns);
  const rows = table.rows
    .slice(header.rowsAbove)
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  if (rows.length === 0) throw new UnreadableFile("The file has a header and no rows below it.");
  if (rows.length > limits.batchRowsMax)
    throw new UnreadableFile(
      `The file has ${rows.length.toLocaleString("en-IN")} rows; a batch has at most ${limits.batchRowsMax.toLocaleString("en-IN")}.`,
      "smaller",
    );
  return {
    kind: table.kind,
    header: header.names,
    guess: header.guess,
    rowCount: rows.length,
    sample: rows.slice(0, sampleRows),
    rows: columns ? rows.map((row) => check(row, columns, header.cellCount)) : null,
  };
});

function check(row: TableRow, columns: BatchColumns, cellCount: number): CheckedRow {
  const checked = { number: row.line, ...checkBatchRow(readBatchCells(row, columns)) };
  if (row.cells.findLastIndex((cell) => cell !== "") < cellCount) return checked;
  // Without quotes, the comma of an amount moves it and all cells after it.
  return {
    ...checked,
    problem:
      "It has more cells than the header. Put amounts with commas in quotes, or mend the row.",
    problemFields: ["amount"],
    payout: null,
  };
}
