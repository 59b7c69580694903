import type { ApiError } from "../../kernel/errors.ts";
import type { FileOrder } from "./file-process.ts";
import type { Remedy } from "./parsed-table.ts";
import { runInProcess } from "./run-in-process.ts";
import { waitForTurn } from "./wait-for-turn.ts";

interface FileReader {
  /** The module that exports `read`, which reads a `FileOrder`. */
  readonly module: URL;
  /** A sentence for each remedy, in the words of what is imported. */
  readonly remedies: Readonly<Record<Remedy, string>>;
  readonly unreadable: (message: string) => ApiError;
  /** While other files wait to be read. */
  readonly busy: () => ApiError;
}

/**
 * A function that reads one file in a process with limits on time and memory, so that no file can block
 * the server, whatever is in it. The files of a business are read one after the other.
 * @throws `unreadable` with the fault of the file and its remedy; `busy`.
 */
export function openFileReader<Result>({ module, remedies, unreadable, busy }: FileReader) {
  const unreadableFor = (fault: string, remedy: Remedy | undefined) =>
    unreadable(remedy ? `${fault} ${remedies[remedy]}` : fault);

  return async function readFile(requesterId: string, order: FileOrder): Promise<Result> {
    const turn = waitForTurn(requesterId);
    if (!turn) throw busy();
    const endTurn = await turn;
    try {
      const answer = await runInProcess<Result>({ ...order, module: module.href });
      if (answer === "time") throw unreadableFor("This file takes too long to read.", "smaller");
      if (answer === "memory") throw unreadableFor("This file is too large to read.", "smaller");
      if ("error" in answer) throw answer.error;
      if ("fault" in answer) throw unreadableFor(answer.fault, answer.remedy);
      return answer.result;
    } finally {
      endTurn();
    }
  };
}
