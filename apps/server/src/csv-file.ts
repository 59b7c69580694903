import { money, toDecimal } from "@rokad/money/money";
import { stringify } from "csv-stringify/sync";
import { dateTimeInIndia } from "./days.ts";
import type { MadeFile } from "./send-file.ts";
import { streamedFile } from "./streamed-file.ts";

/** Text, an instant, or paise as a bigint: each is written so that a spreadsheet reads it right. */
export type Cell = string | Date | bigint | null;

const rowsPerChunk = 200;

/**
 * A CSV file that is written while its rows arrive, in constant memory.
 * @param rowCount how many rows will come, for the reader's progress bar.
 * @throws 429 `EXPORTS_BUSY` when too many are under way.
 */
export function csvFile(
  fileName: string,
  titles: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
  rowCount?: bigint,
): MadeFile {
  return { ...streamedFile("csv", fileName, csvText(titles, rows)), rowCount };
}

/** The text of a CSV file, some rows at a time. */
export async function* csvText(
  titles: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
): AsyncGenerator<string> {
  let lines: (readonly Cell[])[] = [titles];
  // Excel reads names and signs as UTF-8 only behind a byte order mark.
  let start = "\uFEFF";
  for await (const row of rows) {
    if (lines.push(row) < rowsPerChunk) continue;
    yield start + written(lines);
    lines = [];
    start = "";
  }
  yield start + written(lines);
}

function written(lines: readonly (readonly Cell[])[]): string {
  return stringify([...lines], {
    record_delimiter: "windows",
    // Otherwise a line break inside a text would begin a row, and that row a formula.
    quote_record_delimiter: true,
    // Text that starts with =, +, - or @ would run as a formula; an apostrophe keeps it text.
    // An amount is a number to this library, so a negative one stays as it is.
    escape_formulas: true,
    cast: {
      bigint: (paise) => toDecimal(money(Number(paise))),
      date: dateTimeInIndia,
    },
  });
}
