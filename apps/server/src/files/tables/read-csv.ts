import { CsvError, parse } from "csv-parse/sync";
import { decodeText } from "./decode-text.ts";
import {
  tidyCell,
  tooManyLines,
  UnreadableFile,
  type TableLimits,
  type TableRow,
} from "./parsed-table.ts";

/**
 * Parses a CSV file. Lines above the header may have fewer columns, and a quotation mark inside a
 * narration is literal.
 * @throws {UnreadableFile} with the reason.
 */
export function readCsv(bytes: Buffer, limits: TableLimits): TableRow[] {
  const text = decodeText(bytes);
  try {
    return rowsOf(text, delimiterOf(text), limits);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableFile(
      error.code === "CSV_QUOTE_NOT_CLOSED"
        ? "A quotation mark in this file is never closed, so its lines can't be read."
        : "This file is not a readable CSV file.",
    );
  }
}

/**
 * The delimiter that splits most of the first lines. The comma is the last choice, because amounts
 * and narrations of other formats contain commas too.
 */
function delimiterOf(text: string): string {
  const unquoted = text.slice(0, 50_000).replaceAll(/"(?:[^"]|"")*"/g, "");
  const lines = unquoted.split(/\r\n|\n|\r/).slice(0, 100);
  const linesSplitBy = (delimiter: string) =>
    lines.filter((line) => line.split(delimiter).length > 2).length;
  const [best = ","] = [";", "\t", "|"].toSorted((a, b) => linesSplitBy(b) - linesSplitBy(a));
  return linesSplitBy(best) >= Math.max(linesSplitBy(",") / 2, 1) ? best : ",";
}

interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

function rowsOf(text: string, delimiter: string, { rowsMax, columnsMax }: TableLimits): TableRow[] {
  const parsed = parse(text, {
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: 100_000,
    to: rowsMax + 1,
  }) as unknown as Parsed[];
  if (parsed.length > rowsMax) throw tooManyLines(rowsMax);
  return parsed.map(({ record, info }) => ({
    line: info.lines,
    cells: record.slice(0, columnsMax).map(tidyCell),
  }));
}
