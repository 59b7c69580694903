import { Worker } from "node:worker_threads";
import type { ApiError } from "../../kernel/errors.ts";
import type { FileOrder, ThreadAnswer } from "./file-thread.ts";
import type { Remedy } from "./parsed-table.ts";

/** 10 MB take about two seconds. */
const readSecondsMax = 20;
const heapMegabytesMax = 400;
const concurrencyMax = 2;

interface FileReader {
  /** The module that calls `answerFromThread`. */
  readonly thread: URL;
  /** A sentence for each remedy, in the words of what is imported. */
  readonly remedies: Readonly<Record<Remedy, string>>;
  readonly unreadable: (message: string) => ApiError;
  /** While other files are being read. */
  readonly busy: () => ApiError;
}

/**
 * A function that reads one file in a worker thread with limits on time and memory, so that no file
 * can block the server, whatever is in it.
 * @throws `unreadable` with the fault of the file and its remedy; `busy`.
 */
export function openFileReader<Result>(reader: FileReader) {
  const { thread, remedies, unreadable, busy } = reader;
  let activeReads = 0;
  const unreadableFor = (fault: string, remedy: Remedy | undefined) =>
    unreadable(remedy ? `${fault} ${remedies[remedy]}` : fault);

  return async function readFile(order: FileOrder): Promise<Result> {
    if (activeReads >= concurrencyMax) throw busy();
    activeReads += 1;
    try {
      const answer = await readInThread(order);
      if ("fault" in answer) throw unreadableFor(answer.fault, answer.remedy);
      return answer.result;
    } finally {
      activeReads -= 1;
    }
  };

  function readInThread(order: FileOrder): Promise<ThreadAnswer<Result>> {
    const worker = new Worker(thread, {
      workerData: order,
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax },
    });
    return new Promise<ThreadAnswer<Result>>((resolve, reject) => {
      const timeout = setTimeout(
        () => reject(unreadableFor("This file takes too long to read.", "smaller")),
        readSecondsMax * 1000,
      );
      worker.once("message", (answer: ThreadAnswer<Result>) => resolve(answer));
      worker.once("error", (error: Error & { code?: string }) => {
        const isTooLarge = error.code === "ERR_WORKER_OUT_OF_MEMORY";
        reject(isTooLarge ? unreadableFor("This file is too large to read.", "smaller") : error);
      });
      worker.once("exit", () => clearTimeout(timeout));
    }).finally(() => void worker.terminate());
  }
}
