import { Readable } from "node:stream";
import { tooManyRequests } from "../kernel/errors.ts";
import type { StreamedFile } from "./send-file.ts";

/**
 * Limits of concurrent files by kind: a CSV or XML may hold a database connection, and a PDF or a
 * workbook keeps the processor busy.
 */
const concurrentMax = { csv: 4, xml: 4, xlsx: 2, pdf: 2 };
type GeneratedKind = keyof typeof concurrentMax;
/** A download whose reader takes nothing for this long is ended, which frees its slot. */
const readerStallSeconds = 60;

const inProgress: Record<GeneratedKind, number> = { csv: 0, xml: 0, xlsx: 0, pdf: 0 };

/**
 * A file that is sent while it is created. If the reader disconnects, the creation stops. If the
 * creation fails, the connection is cut, so that the reader sees an error and not a short file.
 * @throws 429 `EXPORTS_BUSY` while too many files of the kind are in progress.
 */
export function streamFile(
  kind: GeneratedKind,
  fileName: string,
  chunks: AsyncIterable<string | Uint8Array>,
): StreamedFile {
  if (inProgress[kind] >= concurrentMax[kind]) {
    throw tooManyRequests("EXPORTS_BUSY", "Many exports are in progress. Please try again.", 5);
  }
  inProgress[kind] += 1;
  const content = Readable.from(limited(), { objectMode: false });
  content.once("close", () => (inProgress[kind] -= 1));
  return { fileName, content };

  async function* limited(): AsyncGenerator<string | Uint8Array> {
    for await (const chunk of chunks) yield* unlessStalled(chunk);
  }

  function* unlessStalled(chunk: string | Uint8Array) {
    const stalled = setTimeout(
      () => content.destroy(new Error(`${fileName} was not read for ${readerStallSeconds} s`)),
      readerStallSeconds * 1000,
    );
    try {
      yield chunk;
    } finally {
      clearTimeout(stalled);
    }
  }
}
