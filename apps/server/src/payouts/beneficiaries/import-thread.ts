import { limits } from "@rokad/contract/limits";
import type { BeneficiaryColumnPlaces } from "@rokad/contract/beneficiary-import";
import { answerFromThread } from "../../files/tables/file-thread.ts";
import { findHeader, headerRowsMax } from "../../files/tables/find-header.ts";
import { parseTable } from "../../files/tables/parse-table.ts";
import type { Table, TableRow } from "../../files/tables/parsed-table.ts";
import { recogniseColumns } from "./import-columns.ts";

/* Reads one file of beneficiaries in a worker thread and ends. */

export interface BeneficiaryTable {
  readonly kind: Table["kind"];
  readonly header: readonly string[];
  readonly guess: BeneficiaryColumnPlaces;
  /** The rows below the header that have something in them. */
  readonly rows: readonly TableRow[];
}

answerFromThread(({ bytes }): BeneficiaryTable => {
  const { kind, rows } = parseTable(bytes, {
    rowsMax: limits.beneficiaryImportRowsMax + headerRowsMax,
    columnsMax: limits.statementColumnsMax,
  });
  const header = findHeader(rows, recogniseColumns);
  return {
    kind,
    header: header.names,
    guess: header.guess,
    rows: rows.slice(header.rowsAbove).filter(({ cells }) => cells.some((cell) => cell !== "")),
  };
});
