import { parentPort, workerData } from "node:worker_threads";
import { UnreadableFile, type Remedy } from "./parsed-table.ts";

/** The file to read, with the columns if they are known. */
export interface FileOrder {
  readonly bytes: Uint8Array;
  readonly columns?: Readonly<Record<string, number | undefined>> | undefined;
}

/** What the thread of `openFileReader` answers. */
export type ThreadAnswer<Result> =
  | { readonly result: Result }
  | { readonly fault: string; readonly remedy: Remedy | undefined };

/** Reads the one file that a worker thread got, and answers; the thread ends with it. */
export function answerFromThread(read: (order: FileOrder) => unknown): void {
  const post = parentPort?.postMessage.bind(parentPort);
  post?.(answerTo(read));
}

function answerTo(read: (order: FileOrder) => unknown): ThreadAnswer<unknown> {
  try {
    return { result: read(workerData as FileOrder) };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { fault: error.message, remedy: error.remedy };
  }
}
