import { readDate } from "../../files/tables/read-date.ts";
import type { TableRow } from "../../files/tables/parsed-table.ts";

/**
 * Leaves out what banks write between and below the transactions: rulers of asterisks or dashes,
 * repeated headers, totals, and a summary with its figures.
 * @param dateAt the date column.
 */
export function transactionRows<Row extends TableRow>(
  rows: readonly Row[],
  dateAt: number | undefined,
): Row[] {
  const dateOf = ({ cells }: Row) => (dateAt === undefined ? "" : (cells[dateAt] ?? ""));
  // A figure of a summary can look like a spreadsheet's day, so that only a written date ends it.
  const isWritten = rows.some((row) => isWrittenDate.test(dateOf(row)));
  const isDay = (text: string) =>
    isWritten ? isWrittenDate.test(text) : readDate(text) !== undefined;
  let isSummary = false;
  return rows.filter((row) => {
    const { cells } = row;
    const date = dateOf(row);
    if (isDay(date)) {
      isSummary = false;
      return true;
    }
    const first = cells.find((cell) => cell !== "") ?? "";
    const isLabel = isSummaryLabel.test(first) || isSummaryLabel.test(date);
    if (isLabel) isSummary = true;
    return !isLabel && !isSummary && cells.some((cell) => /\d/.test(cell));
  });
}

const isWrittenDate =
  /^'?(?:\d{1,4}[-/. ]\d{1,2}[-/. ]\d{1,4}|\d{1,2}[-/. ]?[a-z]{3,9}[-/. ]?\d{2}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}[-/. ]\d)/i;

const isSummaryLabel =
  /\b(?:totals?|opening bal|opening balance|closing bal|closing balance|summary|brought|carried|(?:dr|cr|debit|credit) count)\b|\b[bc]\/f\b/i;
