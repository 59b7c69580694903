import { limits } from "@rokad/contract/limits";
import { copiedCsv, type HistoryFile } from "./copied-csv.ts";
import type { MadeFile } from "./send-file.ts";
import { streamedFile } from "./streamed-file.ts";

/**
 * A history as a file that is sent while PostgreSQL writes it.
 * @throws 429 `EXPORTS_BUSY` when too many are under way.
 */
export async function sendHistory({ db, fileName, count, csv }: HistoryFile): Promise<MadeFile> {
  const rowCount = await count();
  const content = copiedCsv(db, csv, limits.exportAtOnceSecondsMax);
  return { ...streamedFile("csv", fileName, content), rowCount };
}
