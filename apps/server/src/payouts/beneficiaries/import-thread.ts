import { limits } from "@rokad/contract/limits";
import type { BeneficiaryColumnPlaces } from "@rokad/contract/beneficiary-import";
import { answerFromThread } from "../../files/tables/file-thread.ts";
import { columnName } from "../../files/tables/guess-columns.ts";
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

/** A title and a date may stand above the header. */
const headerRowsMax = 20;

answerFromThread(({ bytes }): BeneficiaryTable => {
  const { kind, rows } = parseTable(bytes, {
    rowsMax: limits.beneficiaryImportRowsMax + headerRowsMax,
    columnsMax: limits.statementColumnsMax,
  });
  const header = findHeader(rows);
  return {
    kind,
    ...header,
    rows: rows.slice(header.rowsAbove).filter(({ cells }) => cells.some((cell) => cell !== "")),
  };
});

/** The row with the most known column names; without one, the columns have numbers as names. */
function findHeader(rows: readonly TableRow[]) {
  let best = { rowsAbove: 0, score: 0, guess: {} as BeneficiaryColumnPlaces };
  for (const [at, { cells }] of rows.slice(0, headerRowsMax).entries()) {
    const guess = recogniseColumns(cells);
    const score = Object.keys(guess).length;
    if (score > Math.max(best.score, 1)) best = { rowsAbove: at + 1, score, guess };
  }
  const named = best.rowsAbove > 0 ? (rows[best.rowsAbove - 1]?.cells ?? []) : [];
  const widest = Math.max(0, ...rows.slice(0, headerRowsMax).map(({ cells }) => cells.length));
  const header = Array.from({ length: widest }, (_, at) => named[at] || columnName(at));
  return { rowsAbove: best.rowsAbove, guess: best.guess, header };
}
