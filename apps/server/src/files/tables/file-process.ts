import { UnreadableFile, type Remedy } from "./parsed-table.ts";

/* A process that reads one file after the other, so that a file that exceeds its memory ends no server. */

/** The file to read, with the columns if they are known. */
export interface FileOrder {
  readonly bytes: Uint8Array;
  readonly columns?: Readonly<Record<string, number | undefined>> | undefined;
}

/** A module that exports `read`, and the file for it. */
export interface ProcessOrder extends FileOrder {
  readonly module: string;
}

export type ProcessAnswer<Result> =
  | { readonly result: Result }
  | { readonly fault: string; readonly remedy: Remedy | undefined }
  | { readonly error: unknown };

// A service manager or a closed terminal signals all processes; the server ends this one after the last file.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => undefined);

process.on("message", (order: ProcessOrder) => {
  void answerTo(order).then((answer) => process.send?.(answer));
});

async function answerTo(order: ProcessOrder): Promise<ProcessAnswer<unknown>> {
  try {
    const { read } = (await import(order.module)) as { read: (file: FileOrder) => unknown };
    return { result: read(order) };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) return { error };
    return { fault: error.message, remedy: error.remedy };
  }
}
