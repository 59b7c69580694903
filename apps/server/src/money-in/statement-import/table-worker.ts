import { limits } from "@rokad/contract/limits";
import type { ColumnPlaces } from "@rokad/contract/statement-import";
import { answerFromThread } from "../../files/tables/file-thread.ts";
import { parseTable } from "../../files/tables/parse-table.ts";
import type { Table, TableRow } from "../../files/tables/parsed-table.ts";
import { findAccountNumbers } from "./find-account-numbers.ts";
import { findHeader, type Header } from "./find-header.ts";
import { readLines, type StatementLine } from "./read-lines.ts";

/* Reads one file in a worker thread and ends, so that no file can block the server. */

/** What the server needs of a file. Everything that reads its text has run in the thread. */
export interface StatementTable {
  readonly kind: Table["kind"];
  readonly header: Omit<Header, "fingerprint"> & { readonly fingerprint: Uint8Array };
  /** The account numbers above the header. */
  readonly accountNumbers: readonly string[];
  /** The rows below the header. */
  readonly rowCount: number;
  /** The first rows with more than one filled cell. */
  readonly sample: readonly TableRow[];
  readonly lines: readonly StatementLine[];
}

const sampleRows = 5;
/** The bank's address lines above the header, and the header. */
const preambleLinesMax = 200;

// Reads the lines if it gets their columns; without them only the table, for a preview.
answerFromThread(({ bytes, columns }) => {
  const table = parseTable(bytes, {
    rowsMax: limits.statementLinesMax + preambleLinesMax,
    columnsMax: limits.statementColumnsMax,
  });
  return readStatement(table, columns);
});

function readStatement(table: Table, columns: ColumnPlaces | undefined): StatementTable {
  const header = findHeader(table);
  const rows = table.rows.slice(header.rowsAbove);
  return {
    kind: table.kind,
    header,
    accountNumbers: findAccountNumbers(table.rows.slice(0, Math.max(0, header.rowsAbove - 1))),
    rowCount: rows.length,
    sample: rows
      .filter(({ cells }) => cells.filter((cell) => cell !== "").length > 1)
      .slice(0, sampleRows),
    lines: columns ? readLines(rows, columns) : [],
  };
}
