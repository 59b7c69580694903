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
  /** Asks for the rest of a file that broke off, where the server has it whole. */
  goOn?: ((fromByte: number) => Promise<Response>) | undefined;
}

/** How often a file that breaks off is gone on with, while each time something of it comes. */
const goesOnMax = 5;
const pauseSeconds = 1;

/**
 * Reads an answer to its end while telling how far it is.
 * @throws {NoAnswerError} when it breaks off or nothing more comes: half a file is no file.
 */
export async function readFile(response: Response, options: ReadOptions = {}): Promise<Blob> {
  const { signal, goOn } = options;
  const type = response.headers.get("content-type") ?? "";
  const read: Read = { parts: [], bytes: 0, lines: 0 };
  let answer = response;
  for (let left = goesOnMax; ; left -= 1) {
    const before = read.bytes;
    try {
      await readInto(read, answer, options);
      return new Blob(read.parts, { type });
    } catch (cause) {
      if (signal?.aborted) throw cause;
      if (!goOn || left === 0 || read.bytes === before) {
        throw new NoAnswerError("The file broke off", { cause });
      }
    }
    await new Promise((resolve) => setTimeout(resolve, pauseSeconds * 1000));
    answer = await goOn(read.bytes);
    // It is another file by now.
    if (answer.status !== 206) Object.assign(read, { parts: [], bytes: 0, lines: 0 });
  }
}

interface Read {
  parts: Uint8Array<ArrayBuffer>[];
  bytes: number;
  lines: number;
}

async function readInto(read: Read, answer: Response, options: ReadOptions): Promise<void> {
  const { rowsTotal, onProgress } = options;
  const reader = answer.body?.getReader();
  for (;;) {
    const part = await nextPart(reader);
    if (part === undefined) return;
    read.parts.push(part);
    read.bytes += part.length;
    read.lines += countLines(part);
    const rows = Math.max(Math.min(read.lines - 1, rowsTotal ?? Infinity), 0);
    onProgress?.({ rows, rowsTotal });
  }
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
