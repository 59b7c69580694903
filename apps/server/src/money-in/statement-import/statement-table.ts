import { limits } from "@rokad/contract/limits";
import type { ColumnPlaces } from "@rokad/contract/statement-import";
import { describeTable } from "../../files/tables/describe-table.ts";
import { parseTable } from "../../files/tables/parse-table.ts";
import type { Table, TableRow } from "../../files/tables/parsed-table.ts";
import type { FileOrder } from "../../files/tables/file-process.ts";
import { findAccountNumbers } from "./find-account-numbers.ts";
import { findOpeningBalance } from "./find-opening-balance.ts";
import { countColumns, findHeader, type Header } from "./find-header.ts";
import type { StatementLine } from "./read-line.ts";
import { readLines } from "./read-lines.ts";
import { transactionRows } from "./transaction-rows.ts";

/** What the server needs of a file. Everything that reads its text has run in the other process. */
export interface StatementTable {
  readonly kind: Table["kind"];
  readonly header: Omit<Header, "fingerprint"> & { readonly fingerprint: Uint8Array };
  /** The account numbers above the header. */
  readonly accountNumbers: readonly string[];
  /** What of the file a person may not see, as sentences. */
  readonly notes: readonly string[];
  /** The rows below the header. */
  readonly rowCount: number;
  /** The first rows with more than one filled cell. */
  readonly sample: readonly TableRow[];
  readonly lines: readonly StatementLine[];
}

const sampleRows = 5;
/** The bank's address lines above the header, and the header. */
const preambleLinesMax = 200;

export const read = ({ bytes, columns }: FileOrder) => readStatementTable(bytes, columns);

/**
 * Reads a CSV or XLSX file: its header, and with `columns` its lines too. It can take seconds: call it
 * in another process.
 * @throws {UnreadableFile} with the reason.
 */
export function readStatementTable(bytes: Uint8Array, columns?: ColumnPlaces): StatementTable {
  const table = parseTable(bytes, {
    rowsMax: limits.statementLinesMax + preambleLinesMax,
    columnsMax: limits.statementColumnsMax,
    countNames: countColumns,
    rateSheet: (rows) =>
      Math.max(...rows.slice(0, preambleLinesMax).map(({ cells }) => countColumns(cells))),
  });
  const { rowsAbove, ...header } = findHeader(table);
  const letterhead = table.rows.slice(0, Math.max(0, rowsAbove - 1));
  const below = table.rows.slice(rowsAbove);
  const rows = transactionRows(below, (columns ?? header.guess).date);
  // A workbook's cells can't move, and without a header there is nothing to compare.
  const width =
    table.kind === "csv" && rowsAbove > 0 ? header.names.length : Number.POSITIVE_INFINITY;
  return {
    kind: table.kind,
    header: { rowsAbove, ...header },
    accountNumbers: findAccountNumbers(letterhead),
    notes: describeTable(
      table,
      { ...header, rows },
      {
        hiddenRows: "Credits in hidden rows are approved one by one.",
        formulas: "Formulas are not read. Use the file as the bank sent it.",
      },
    ),
    rowCount: rows.length,
    sample: rows
      .filter(({ cells }) => cells.filter((cell) => cell !== "").length > 1)
      .slice(0, sampleRows)
      .map(({ line, cells }) => ({ line, cells })),
    lines: columns
      ? readLines(below, columns, { width, opening: findOpeningBalance(letterhead) })
      : [],
  };
}
