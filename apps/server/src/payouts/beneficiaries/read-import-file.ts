import { openFileReader } from "../../files/tables/open-file-reader.ts";
import { ApiError, tooManyRequests } from "../../kernel/errors.ts";
import type { BeneficiaryTable } from "./read-beneficiary-table.ts";

/**
 * Reads a CSV or XLSX file of beneficiaries.
 * @throws 422 `FILE_UNREADABLE` with the fault of the file; 429 `FILES_BUSY`.
 */
export const readImportFile = openFileReader<BeneficiaryTable>({
  module: new URL("read-beneficiary-table.ts", import.meta.url),
  remedies: {
    format: "Save it as CSV or XLSX instead.",
    again: "Save it again and retry.",
    smaller: "Split it into several files.",
  },
  unreadable: fileUnreadable,
  busy: () => tooManyRequests("FILES_BUSY", "Other files are being read. Please try again.", 5),
});

export function fileUnreadable(message: string): ApiError {
  return new ApiError(422, "FILE_UNREADABLE", message);
}
