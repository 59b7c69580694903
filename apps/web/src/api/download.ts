import { rowCountHeader, type Call, type FileKind, type Input } from "@rokad/contract/call";
import { sendRaw } from "./client.ts";
import { readFile, type FileProgress } from "./read-file.ts";

type FileCall = Call & { readonly answer: FileKind | "file" | "document" };

export interface DownloadOptions {
  /** Cancels the download; nothing is saved. */
  signal?: AbortSignal;
  onProgress?: (progress: FileProgress) => void;
}

/**
 * Fetches a file of the contract and saves it as `fileName` once it is complete. An incomplete file
 * is an error and is not saved.
 */
export async function download<const C extends FileCall>(
  call: C,
  input: Input<C>,
  fileName: string,
  { signal, onProgress }: DownloadOptions = {},
): Promise<void> {
  const options = signal ? { signal } : {};
  const response = await sendRaw(call, input, options);
  const etag = response.headers.get("etag");
  const rows = Number(response.headers.get(rowCountHeader) ?? undefined);
  const file = await readFile(response, {
    rowsTotal: Number.isInteger(rows) ? rows : undefined,
    signal,
    onProgress,
    resume: etag
      ? (from) => sendRaw(call, input, { ...options, resumeFrom: { from, etag } })
      : undefined,
  });
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // Some browsers read the URL only after the click handler returns.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
