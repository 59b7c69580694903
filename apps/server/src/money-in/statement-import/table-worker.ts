import { parentPort, workerData } from "node:worker_threads";
import type { ColumnPlaces } from "@rokad/contract/statement-import";
import { findAccountNumbers } from "./find-account-numbers.ts";
import { findHeader, type Header } from "./find-header.ts";
import { UnreadableFile, type Table, type TableRow } from "./parsed-table.ts";
import { readCsv } from "./read-csv.ts";
import { readLines, type StatementLine } from "./read-lines.ts";
import { readXlsx } from "./read-xlsx.ts";
import { recogniseFile } from "./recognise-file.ts";

/* Reads one file in a worker thread and ends, so that no file can block the server. */

export interface WorkerOrder {
  readonly bytes: Uint8Array;
  /** Reads the lines with these columns; without them only the table, for a preview. */
  readonly columns?: ColumnPlaces | undefined;
}

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

export type TableAnswer = { readonly table: StatementTable } | { readonly fault: string };

const sampleRows = 5;

const post = parentPort?.postMessage.bind(parentPort);
post?.(answerTo(workerData as WorkerOrder));

function answerTo({ bytes, columns }: WorkerOrder): TableAnswer {
  try {
    return { table: readStatement(parse(Buffer.from(bytes)), columns) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { fault: error.message };
    throw error;
  }
}

function parse(bytes: Buffer): Table {
  const kind = recogniseFile(bytes);
  const rows = kind === "xlsx" ? readXlsx(bytes) : readCsv(bytes);
  if (rows.length === 0) throw new UnreadableFile("The file has no lines.");
  return { kind, rows };
}

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
