import { NoAnswerError } from "./api-error.ts";

/** A server that says nothing for so long in the middle of a file has gone away. */
const stallSeconds = 30;

export interface FileProgress {
  /** Rows of a CSV file that have arrived, without its header line. */
  readonly rows: number;
  /** Undefined where the server did not say. */
  readonly rowsTotal: number | undefined;
}

interface ReadOptions {
  rowsTotal?: number | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: FileProgress) => void) | undefined;
}

/**
 * Reads an answer to its end while telling how far it is.
 * @throws {NoAnswerError} when it breaks off or nothing more comes: half a file is no file.
 */
export async function readFile(response: Response, options: ReadOptions = {}): Promise<Blob> {
  const { rowsTotal, signal, onProgress } = options;
  const reader = response.body?.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let lines = 0;
  try {
    for (;;) {
      const part = await nextPart(reader);
      if (part === undefined) break;
      parts.push(part);
      lines += countLines(part);
      const rows = Math.max(Math.min(lines - 1, rowsTotal ?? Infinity), 0);
      onProgress?.({ rows, rowsTotal });
    }
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new NoAnswerError("The file broke off", { cause });
  }
  return new Blob(parts, { type: response.headers.get("content-type") ?? "" });
}

type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;

async function nextPart(reader: Reader | undefined): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!reader) return undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`Nothing came for ${stallSeconds} s`);
      void reader.cancel(error);
      reject(error);
    }, stallSeconds * 1000);
  });
  try {
    return (await Promise.race([reader.read(), stalled])).value;
  } finally {
    clearTimeout(timer);
  }
}

const lineFeed = 10;

/** A line break inside a quoted text counts too: close enough for a bar. */
function countLines(part: Uint8Array): number {
  let lines = 0;
  for (const byte of part) if (byte === lineFeed) lines += 1;
  return lines;
}
