import { limits } from "@rokad/contract/limits";
import { ApiError, tooManyRequests } from "../../kernel/errors.ts";
import { openFileReader } from "../../files/tables/open-file-reader.ts";
import { tooManyLines } from "../../files/tables/parsed-table.ts";
import type { StatementTable } from "./statement-table.ts";

const remedies = {
  format: "Download the statement as CSV or XLSX instead.",
  again: "Download it from the bank again.",
  smaller: "Import a shorter period.",
};

/**
 * Reads a CSV or XLSX file: its header, and with `columns` its lines too.
 * @throws 422 `STATEMENT_UNREADABLE` with the fault of the file; 429 `STATEMENTS_BUSY`.
 */
export const readTable = openFileReader<StatementTable>({
  module: new URL("statement-table.ts", import.meta.url),
  remedies,
  unreadable,
  busy: () =>
    tooManyRequests("STATEMENTS_BUSY", "Other statements are being read. Please try again.", 5),
});

export function tooManyTransactions(): ApiError {
  const { message } = tooManyLines(limits.statementLinesMax);
  return unreadable(`${message} ${remedies.smaller}`);
}

export function unreadable(message: string): ApiError {
  return new ApiError(422, "STATEMENT_UNREADABLE", message);
}
