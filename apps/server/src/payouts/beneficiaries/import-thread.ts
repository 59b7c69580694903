import { limits } from "@rokad/contract/limits";
import {
  missingBeneficiaryColumns,
  type BeneficiaryColumn,
} from "@rokad/contract/beneficiary-import";
import { describeTable } from "../../files/tables/describe-table.ts";
import { answerFromThread } from "../../files/tables/file-thread.ts";
import { findHeader, headerRowsMax, rateHeader } from "../../files/tables/find-header.ts";
import { parseTable } from "../../files/tables/parse-table.ts";
import type { Table, TableRow } from "../../files/tables/parsed-table.ts";
import { countRecognised, type RecognisedColumns } from "../../files/tables/recognise-columns.ts";
import { recogniseImportColumns } from "./import-columns.ts";

/* Reads one file of beneficiaries in a worker thread and ends. */

export interface BeneficiaryTable {
  readonly kind: Table["kind"];
  readonly header: readonly string[];
  readonly guess: RecognisedColumns<BeneficiaryColumn>;
  readonly notes: readonly string[];
  /** The rows below the header that have something in them. */
  readonly rows: readonly TableRow[];
}

answerFromThread(({ bytes }): BeneficiaryTable => {
  const table = parseTable(bytes, {
    rowsMax: limits.beneficiaryImportRowsMax + headerRowsMax,
    columnsMax: limits.statementColumnsMax,
    readsFormulas: true,
    countNames: (cells) => countRecognised(recogniseImportColumns(cells)),
    rateSheet: (rows) =>
      rateHeader(findHeader(rows, recogniseImportColumns), missingBeneficiaryColumns),
  });
  const header = findHeader(table.rows, recogniseImportColumns);
  const rows = table.rows
    .slice(header.rowsAbove)
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  return {
    kind: table.kind,
    header: header.names,
    guess: header.guess,
    notes: describeTable(table, { ...header, rows }, "These rows are not saved."),
    rows,
  };
});
