import { t } from "../language.ts";
import { NoAnswerError } from "./api-error.ts";

/** A download without new data for this long has failed. */
const stallTimeoutSeconds = 30;

export interface FileProgress {
  /** Rows of a CSV file received so far, without the header line. */
  readonly rows: number;
  /** Undefined where the server did not say. */
  readonly rowsTotal: number | undefined;
}

interface ReadOptions {
  rowsTotal?: number | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: FileProgress) => void) | undefined;
  /** Requests the rest of an interrupted file, where the server supports it. */
  resume?: ((fromByte: number) => Promise<Response>) | undefined;
}

/** An interrupted file is resumed this often, as long as each attempt brings data. */
const resumesMax = 5;
const resumeDelaySeconds = 1;

/**
 * Reads a response to its end and reports progress.
 * @throws {NoAnswerError} when the file stays incomplete.
 */
export async function readFile(response: Response, options: ReadOptions = {}): Promise<Blob> {
  const { signal, resume } = options;
  const type = response.headers.get("content-type") ?? "";
  const received: ReceivedFile = { parts: [], bytes: 0, lines: 0 };
  let answer = response;
  for (let left = resumesMax; ; left -= 1) {
    const before = received.bytes;
    try {
      await readInto(received, answer, options);
      return new Blob(received.parts, { type });
    } catch (cause) {
      if (signal?.aborted) throw cause;
      if (!resume || left === 0 || received.bytes === before) {
        throw new NoAnswerError(t`The download was interrupted`, { cause });
      }
    }
    await new Promise((resolve) => setTimeout(resolve, resumeDelaySeconds * 1000));
    answer = await resume(received.bytes);
    // Any other status sends the whole file again: it changed meanwhile.
    if (answer.status !== 206) Object.assign(received, { parts: [], bytes: 0, lines: 0 });
  }
}

interface ReceivedFile {
  parts: Uint8Array<ArrayBuffer>[];
  bytes: number;
  lines: number;
}

async function readInto(
  received: ReceivedFile,
  answer: Response,
  options: ReadOptions,
): Promise<void> {
  const { rowsTotal, onProgress } = options;
  const reader = answer.body?.getReader();
  for (;;) {
    const part = await nextPart(reader);
    if (part === undefined) return;
    received.parts.push(part);
    received.bytes += part.length;
    received.lines += countLines(part);
    const rows = Math.max(Math.min(received.lines - 1, rowsTotal ?? Infinity), 0);
    onProgress?.({ rows, rowsTotal });
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;

async function nextPart(reader: Reader | undefined): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!reader) return undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stallTimeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`No data for ${stallTimeoutSeconds} s`);
      void reader.cancel(error);
      reject(error);
    }, stallTimeoutSeconds * 1000);
  });
  try {
    return (await Promise.race([reader.read(), stallTimeout])).value;
  } finally {
    clearTimeout(timer);
  }
}

const lineFeed = 10;

/** Counts line breaks inside quoted text too: close enough for a progress bar. */
function countLines(part: Uint8Array): number {
  let lines = 0;
  for (const byte of part) if (byte === lineFeed) lines += 1;
  return lines;
}
