import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { UsageError } from "./exit-codes.ts";

/** A file as the API takes it. @throws {UsageError} if it can't be read. */
export async function readUpload(path: string) {
  const bytes = await readFile(path).catch((error: Error) => {
    throw new UsageError(`${path} can't be read: ${error.message}`);
  });
  return { bytes, file: { file_name: basename(path), content: bytes.toString("base64") } };
}
