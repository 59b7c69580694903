import { money, toDecimal } from "@rokad/money/money";
import { stringify } from "csv-stringify/sync";
import { dateTimeInIndia } from "../kernel/days.ts";
import type { StreamedFile } from "./send-file.ts";
import { streamFile } from "./stream-file.ts";

/** Text, an instant, or paise as a bigint, each written as a spreadsheet reads it. */
export type Cell = string | Date | bigint | null;

const rowsPerChunk = 200;

/**
 * A CSV file that is written while its rows arrive, in constant memory.
 * @param rowCount the number of rows, for a progress bar.
 * @throws 429 `EXPORTS_BUSY` while too many exports are in progress.
 */
export function csvFile(
  fileName: string,
  titles: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
  rowCount?: bigint,
): StreamedFile {
  return { ...streamFile("csv", fileName, csvText(titles, rows)), rowCount };
}

/** The text of a CSV file in chunks of rows. */
export async function* csvText(
  titles: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
): AsyncGenerator<string> {
  let lines: (readonly Cell[])[] = [titles];
  // Excel reads UTF-8 only after a byte order mark.
  let start = "\uFEFF";
  for await (const row of rows) {
    if (lines.push(row) < rowsPerChunk) continue;
    yield start + toCsv(lines);
    lines = [];
    start = "";
  }
  yield start + toCsv(lines);
}

function toCsv(lines: readonly (readonly Cell[])[]): string {
  return stringify([...lines], {
    record_delimiter: "windows",
    // An unquoted line break in a text would start a row, which could be a formula.
    quote_record_delimiter: true,
    // Puts an apostrophe before text that starts with =, +, - or @, which would run as a formula.
    // Amounts are numbers to this library, so negative ones stay unchanged.
    escape_formulas: true,
    cast: {
      bigint: (paise) => toDecimal(money(Number(paise))),
      date: dateTimeInIndia,
    },
  });
}
