import { missingBatchColumns, type BatchField } from "@rokad/contract/batch-columns";
import { limits } from "@rokad/contract/limits";
import { describeTable } from "../../files/tables/describe-table.ts";
import type { FileOrder } from "../../files/tables/file-process.ts";
import { findHeader, headerRowsMax, rateHeader } from "../../files/tables/find-header.ts";
import { parseTable } from "../../files/tables/parse-table.ts";
import { UnreadableFile, type Table, type TableRow } from "../../files/tables/parsed-table.ts";
import { countRecognised } from "../../files/tables/recognise-columns.ts";
import type { RecognisedHeader } from "../bulk-templates.ts";
import { checkFileRow, type CheckedRow } from "./check-file-row.ts";
import { recogniseBatchColumns } from "./recognise-batch-columns.ts";

export interface BatchTable {
  readonly kind: Table["kind"];
  readonly header: readonly string[];
  readonly guess: RecognisedHeader<BatchField>;
  readonly notes: readonly string[];
  readonly rowCount: number;
  /** The first rows below the header. */
  readonly sample: readonly TableRow[];
  /** Null without columns in the order. */
  readonly rows: readonly CheckedRow[] | null;
}

const sampleRows = 5;

/** Reads a file of payouts and checks its rows. @throws {UnreadableFile} with the reason. */
export function read({ bytes, columns }: FileOrder): BatchTable {
  const table = parseTable(bytes, {
    rowsMax: limits.batchRowsMax + headerRowsMax,
    columnsMax: limits.statementColumnsMax,
    readsFormulas: true,
    countNames: (cells) => countRecognised(recogniseBatchColumns(cells)),
    rateSheet: (rows) => rateHeader(findHeader(rows, recogniseBatchColumns), missingBatchColumns),
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
    notes: describeTable(
      table,
      { ...header, rows },
      { hiddenRows: "These rows start as removed." },
    ),
    rowCount: rows.length,
    sample: rows.slice(0, sampleRows),
    rows: columns ? rows.map((row) => checkFileRow(row, columns, header.cellCount)) : null,
  };
}
