import { Worker } from "node:worker_threads";
import { ApiError, tooManyRequests } from "../../kernel/errors.ts";
import type { StatementTable, TableAnswer, WorkerOrder } from "./table-worker.ts";

/** 10 MB take about two seconds. */
const readSecondsMax = 20;
const heapMegabytesMax = 400;
const concurrencyMax = 2;

let activeReads = 0;

/**
 * Reads a CSV or XLSX file in a worker thread with limits on time and memory: its header, and with
 * `columns` its lines too.
 * @throws 422 `STATEMENT_UNREADABLE` with the fault of the file; 429 `STATEMENTS_BUSY`.
 */
export async function readTable(order: WorkerOrder): Promise<StatementTable> {
  if (activeReads >= concurrencyMax) {
    throw tooManyRequests(
      "STATEMENTS_BUSY",
      "Other statements are being read. Please try again.",
      5,
    );
  }
  activeReads += 1;
  try {
    const answer = await readInWorker(order);
    if ("fault" in answer) throw unreadable(answer.fault);
    return answer.table;
  } finally {
    activeReads -= 1;
  }
}

export function unreadable(message: string): ApiError {
  return new ApiError(422, "STATEMENT_UNREADABLE", message);
}

function readInWorker(order: WorkerOrder): Promise<TableAnswer> {
  const worker = new Worker(new URL("table-worker.ts", import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax },
  });
  return new Promise<TableAnswer>((resolve, reject) => {
    const timeout = setTimeout(
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
    worker.once("exit", () => clearTimeout(timeout));
  }).finally(() => void worker.terminate());
}
