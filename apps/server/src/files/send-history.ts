import { limits } from "@rokad/contract/limits";
import { copyCsv, type HistoryFile } from "./csv-copy.ts";
import type { StreamedFile } from "./send-file.ts";
import { streamFile } from "./stream-file.ts";

/**
 * A history as a file that is sent while PostgreSQL writes it.
 * @throws 429 `EXPORTS_BUSY` while too many exports are in progress.
 */
export async function sendHistory({
  db,
  fileName,
  count,
  csv,
}: HistoryFile): Promise<StreamedFile> {
  const rowCount = await count();
  const content = copyCsv(db, csv, limits.directExportSecondsMax);
  return { ...streamFile("csv", fileName, content), rowCount };
}
