import { parentPort, workerData } from "node:worker_threads";
import { readCsv } from "./read-csv.ts";
import { readXlsx } from "./read-xlsx.ts";
import { recogniseFile } from "./recognise-file.ts";
import { UnreadableFile, type Table } from "./table.ts";

/* Reads one file and ends. In a thread of its own, so that no file can hold the server up. */

export type TableAnswer = { readonly table: Table } | { readonly fault: string };

const tell = parentPort?.postMessage.bind(parentPort);
tell?.(answer(Buffer.from(workerData as Uint8Array)));

function answer(bytes: Buffer): TableAnswer {
  try {
    const kind = recogniseFile(bytes);
    const rows = kind === "xlsx" ? readXlsx(bytes) : readCsv(bytes);
    return { table: { kind, rows } };
  } catch (error) {
    if (error instanceof UnreadableFile) return { fault: error.message };
    throw error;
  }
}
