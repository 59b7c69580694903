import { parentPort, workerData } from "node:worker_threads";
import { readCsv } from "./read-csv.ts";
import { readXlsx } from "./read-xlsx.ts";
import { recogniseFile } from "./recognise-file.ts";
import { UnreadableFile, type Table } from "./parsed-table.ts";

/* Parses one file in a worker thread and ends, so that no file can block the server. */

export type TableAnswer = { readonly table: Table } | { readonly fault: string };

const post = parentPort?.postMessage.bind(parentPort);
post?.(parse(Buffer.from(workerData as Uint8Array)));

function parse(bytes: Buffer): TableAnswer {
  try {
    const kind = recogniseFile(bytes);
    const rows = kind === "xlsx" ? readXlsx(bytes) : readCsv(bytes);
    return { table: { kind, rows } };
  } catch (error) {
    if (error instanceof UnreadableFile) return { fault: error.message };
    throw error;
  }
}
