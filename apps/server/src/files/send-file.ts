import { Socket } from "node:net";
import type { Readable } from "node:stream";
import { rowCountHeader, type Call, type FileKind } from "@rokad/contract/call";
import type { FastifyReply, FastifyRequest } from "fastify";
import { rangeNotSatisfiable } from "../kernel/errors.ts";
import { parseRangeHeader } from "./parse-range-header.ts";

/** A file that is sent while it is created. */
export interface StreamedFile {
  readonly fileName: string;
  readonly content: Readable;
  /** Required for a call whose answer is any `file` or `document`. */
  readonly kind?: FileKind | undefined;
  /** The number of rows, if known in advance. */
  readonly rowCount?: bigint | undefined;
}

/** A complete file, so that an interrupted download can be resumed. */
export interface StoredFileContent {
  readonly fileName: string;
  readonly kind: FileKind;
  readonly byteCount: number;
  /** In quotes. Differs for another file at the same address. */
  readonly etag: string;
  /** Reads from a byte to before another. Opens the source only when it is called. */
  readonly read: (start: number, end: number) => Readable;
}

export type File = StreamedFile | StoredFileContent;

const mediaTypes: Record<FileKind, string> = {
  csv: "text/csv; charset=utf-8",
  xml: "text/xml; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pdf: "application/pdf",
  png: "image/png",
  jpeg: "image/jpeg",
};

/**
 * Answers a call with a file. A stored file supports `Range` and `If-Range`. A file that fails before
 * its first byte is answered as an error; one that fails later resets the connection.
 */
export function sendFile(request: FastifyRequest, reply: FastifyReply, call: Call, file: File) {
  const isAnyKind = call.answer === "file" || call.answer === "document";
  const kind = isAnyKind ? file.kind : (call.answer as FileKind);
  if (!kind) throw new Error(`${call.name} returned a file without a kind`);
  const content = "read" in file ? contentOf(request, reply, file) : file.content;
  if ("rowCount" in file && file.rowCount !== undefined) {
    reply.header(rowCountHeader, String(file.rowCount));
  }
  content.once("error", () => resetIfStarted(reply));
  return reply
    .header("content-type", mediaTypes[kind])
    .header("content-disposition", `attachment; filename="${file.fileName}"`)
    .header("cache-control", "no-store")
    .send(content);
}

/** To a client of HTTP/1.0, an orderly end of the connection is the end of a whole file. */
function resetIfStarted({ raw }: FastifyReply): void {
  if (raw.headersSent && raw.socket instanceof Socket) raw.socket.resetAndDestroy();
}

function contentOf(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  file: StoredFileContent,
): Readable {
  const { byteCount, etag, read } = file;
  // If the file changed since the download started, all of it is sent.
  const isUnchanged = headers["if-range"] === undefined || headers["if-range"] === etag;
  const range = isUnchanged ? parseRangeHeader(headers.range, byteCount) : undefined;
  if (range === null) {
    reply.header("content-range", `bytes */${byteCount}`);
    throw rangeNotSatisfiable();
  }
  const { start, end } = range ?? { start: 0, end: byteCount };
  const content = read(start, end);
  reply
    .header("accept-ranges", "bytes")
    .header("etag", etag)
    .header("content-length", end - start);
  if (range) {
    reply.code(206).header("content-range", `bytes ${start}-${end - 1}/${byteCount}`);
  }
  return content;
}
