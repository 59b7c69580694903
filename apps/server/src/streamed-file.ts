import { Readable } from "node:stream";
import type { FileKind } from "@rokad/contract/call";
import { tooMany } from "./errors.ts";
import type { MadeFile } from "./send-file.ts";

/**
 * Of each kind, how many are sent at once: a CSV may keep a database connection while it runs, a
 * PDF or a workbook that is made keeps the processor busy, and the rest is for everybody else.
 */
const atOnceMax = { csv: 4, xlsx: 2, pdf: 2 } satisfies Record<FileKind, number>;
/** A reader that takes nothing for so long loses its download, and with it the place. */
const readerStallSeconds = 60;

const underWay = { csv: 0, xlsx: 0, pdf: 0 } satisfies Record<FileKind, number>;

/**
 * A file that is sent while it is made. A download that is broken off stops the making, and a
 * making that fails half-way breaks the download off, so that nobody takes half a file for a
 * whole one.
 * @throws 429 `EXPORTS_BUSY` when too many are under way.
 */
export function streamedFile(
  kind: FileKind,
  fileName: string,
  chunks: AsyncIterable<string | Uint8Array>,
): MadeFile {
  if (underWay[kind] >= atOnceMax[kind]) {
    throw tooMany("EXPORTS_BUSY", "Many exports are being made just now. Please try again.", 5);
  }
  underWay[kind] += 1;
  const content = Readable.from(watched(), { objectMode: false });
  content.once("close", () => (underWay[kind] -= 1));
  return { fileName, content };

  async function* watched(): AsyncGenerator<string | Uint8Array> {
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
