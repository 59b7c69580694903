import { Worker } from "node:worker_threads";
import { Refusal, tooMany } from "../errors.ts";
import type { TableAnswer } from "./table-worker.ts";
import type { Table } from "./table.ts";

/** 10 MB take about two seconds. */
const readSecondsMax = 20;
const heapMegabytesMax = 400;
const atOnceMax = 2;

let underWay = 0;

/**
 * Reads a CSV or XLSX file in a thread of its own with a limit on its time and memory.
 * @throws 422 `STATEMENT_UNREADABLE` with what is wrong with the file, 429 `STATEMENTS_BUSY`.
 */
export async function readTable(bytes: Buffer): Promise<Table> {
  if (underWay >= atOnceMax) {
    throw tooMany("STATEMENTS_BUSY", "Other statements are being read. Please try again.", 5);
  }
  underWay += 1;
  try {
    const answer = await ask(bytes);
    if ("fault" in answer) throw unreadable(answer.fault);
    if (answer.table.rows.length === 0) throw unreadable("The file has no lines.");
    return answer.table;
  } finally {
    underWay -= 1;
  }
}

export function unreadable(sentence: string): Refusal {
  return new Refusal(422, "STATEMENT_UNREADABLE", sentence);
}

function ask(bytes: Buffer): Promise<TableAnswer> {
  const worker = new Worker(new URL("table-worker.ts", import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax },
  });
  return new Promise<TableAnswer>((resolve, reject) => {
    const tooLong = setTimeout(
      () => reject(unreadable("This file takes too long to read. Import a shorter period.")),
      readSecondsMax * 1000,
    );
    worker.once("message", (answer: TableAnswer) => resolve(answer));
    worker.once("error", (error: Error & { code?: string }) => {
      const isTooLarge = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      reject(
        isTooLarge ? unreadable("This file is too large to read. Import a shorter period.") : error,
      );
    });
    worker.once("exit", () => clearTimeout(tooLong));
  }).finally(() => void worker.terminate());
}
