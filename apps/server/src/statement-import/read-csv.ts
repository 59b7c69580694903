import { limits } from "@rokad/contract/limits";
import { CsvError, parse } from "csv-parse/sync";
import { decodeText } from "./decode-text.ts";
import { tidyCell, UnreadableFile, type TableRow } from "./table.ts";

/** Lines of a bank's address above the header, and a header. */
const preambleLinesMax = 200;

/**
 * The lines of a CSV file. Lines above the header may have fewer columns, and a quote in the
 * middle of a narration stands for itself.
 * @throws {UnreadableFile} with why.
 */
export function readCsv(bytes: Buffer): TableRow[] {
  const text = decodeText(bytes);
  try {
    return rowsOf(text, delimiterOf(text), limits.statementLinesMax + preambleLinesMax);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableFile(
      error.code === "CSV_QUOTE_NOT_CLOSED"
        ? "A quote in this file is opened and never closed, so its lines can't be told apart."
        : "This file is not a CSV file that can be read.",
    );
  }
}

/**
 * What parts the columns on most of the first lines. Commas also stand inside the amounts and
 * narrations of a file whose columns are parted otherwise, so they come last.
 */
function delimiterOf(text: string): string {
  const unquoted = text.slice(0, 50_000).replaceAll(/"(?:[^"]|"")*"/g, "");
  const lines = unquoted.split(/\r\n|\n|\r/).slice(0, 100);
  const partedBy = (delimiter: string) =>
    lines.filter((line) => line.split(delimiter).length > 2).length;
  const [best = ","] = [";", "\t", "|"].toSorted((a, b) => partedBy(b) - partedBy(a));
  return partedBy(best) >= Math.max(partedBy(",") / 2, 1) ? best : ",";
}

interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

function rowsOf(text: string, delimiter: string, linesMax: number): TableRow[] {
  const parsed = parse(text, {
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: 100_000,
    to: linesMax + 1,
  }) as unknown as Parsed[];
  if (parsed.length > linesMax) throw new UnreadableFile(tooManyLines);
  return parsed.map(({ record, info }) => ({
    line: info.lines,
    cells: record.slice(0, limits.statementColumnsMax).map(tidyCell),
  }));
}

export const tooManyLines = `The file has more than ${limits.statementLinesMax.toLocaleString("en-IN")} lines. Import a shorter period.`;
