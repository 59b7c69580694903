import type { Readable } from "node:stream";
import { rowCountHeader, type Call, type FileKind } from "@rokad/contract/call";
import type { FastifyReply, FastifyRequest } from "fastify";
import { rangeNotSatisfiable } from "./errors.ts";
import { readRange } from "./read-range.ts";

/** A file that is sent while it is made. */
export interface MadeFile {
  readonly fileName: string;
  readonly content: Readable;
  /** Of a call that answers any `file`: which kind this one is. */
  readonly kind?: FileKind | undefined;
  /** How many rows are to come, where that is known before they are read. */
  readonly rowCount?: bigint | undefined;
}

/** A file that is whole already, so that a download that broke off can go on where it was. */
export interface KeptFile {
  readonly fileName: string;
  readonly kind: FileKind;
  readonly byteCount: number;
  /** In quotes: another file under the same address has another. */
  readonly etag: string;
  /** From a byte until before another; begun only here, so that nothing is open before. */
  readonly read: (start: number, end: number) => Readable;
}

export type File = MadeFile | KeptFile;

const mediaTypes: Record<FileKind, string> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pdf: "application/pdf",
};

/** Answers a call with a file: one that is kept also in part, by `Range` and `If-Range`. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, call: Call, file: File) {
  const kind = call.answer === "file" ? file.kind : (call.answer as FileKind);
  if (!kind) throw new Error(`${call.name} made a file of no kind`);
  const content = "read" in file ? partOf(request, reply, file) : file.content;
  if ("rowCount" in file && file.rowCount !== undefined) {
    reply.header(rowCountHeader, String(file.rowCount));
  }
  return reply
    .header("content-type", mediaTypes[kind])
    .header("content-disposition", `attachment; filename="${file.fileName}"`)
    .header("cache-control", "no-store")
    .send(content);
}

function partOf({ headers }: FastifyRequest, reply: FastifyReply, file: KeptFile): Readable {
  const { byteCount, etag, read } = file;
  // The part of another file than the one that was begun is no use: that one is sent whole.
  const isSame = headers["if-range"] === undefined || headers["if-range"] === etag;
  const range = isSame ? readRange(headers.range, byteCount) : undefined;
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
