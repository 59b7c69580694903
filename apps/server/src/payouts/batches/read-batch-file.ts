import { openFileReader } from "../../files/tables/open-file-reader.ts";
import { tooManyRequests } from "../../kernel/errors.ts";
import { fileUnreadable } from "../beneficiaries/read-import-file.ts";
import type { BatchTable } from "./read-batch-table.ts";

/**
 * Reads a CSV or XLSX file of payouts, and checks its rows if the columns are known.
 * @throws 422 `FILE_UNREADABLE` with the fault of the file; 429 `FILES_BUSY`.
 */
export const readBatchFile = openFileReader<BatchTable>({
  module: new URL("read-batch-table.ts", import.meta.url),
  remedies: {
    format: "Save it as CSV or XLSX instead.",
    again: "Save it again and retry.",
    smaller: "Split it into several files.",
  },
  unreadable: fileUnreadable,
  busy: () => tooManyRequests("FILES_BUSY", "Other files are being read. Please try again.", 5),
});
