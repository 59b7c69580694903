import { Readable } from "node:stream";
import { money, toDecimal } from "@rokad/money/money";
import { stringify } from "csv-stringify/sync";
import { dateTimeInIndia } from "./days.ts";
import { tooMany } from "./errors.ts";
import type { File } from "./serve.ts";

/** Text, an instant, or paise as a bigint: each is written so that a spreadsheet reads it right. */
export type Cell = string | Date | bigint | null;

/** Each export keeps a database connection while it runs; the others are for everybody else. */
const exportsAtOnceMax = 4;
/** A reader that takes nothing for so long loses its download, and with it the connection. */
const readerStallSeconds = 60;
const rowsPerChunk = 200;

let underWay = 0;

/**
 * A CSV file that is written while its rows arrive, in constant memory. A download that is
 * broken off stops the rows, and rows that fail half-way break the download off, so that
 * nobody takes half a file for a whole one.
 * @param rowCount how many rows will come, for the reader's progress bar.
 * @throws 429 `EXPORTS_BUSY` when too many are under way.
 */
export function csvFile(
  fileName: string,
  titles: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
  rowCount?: bigint,
): File {
  if (underWay >= exportsAtOnceMax) {
    throw tooMany("EXPORTS_BUSY", "Many exports are being made just now. Please try again.", 5);
  }
  underWay += 1;
  const content = Readable.from(chunks(), { objectMode: false });
  content.once("close", () => (underWay -= 1));
  return { fileName, content, rowCount };

  async function* chunks(): AsyncGenerator<string> {
    let lines: (readonly Cell[])[] = [titles];
    // Excel reads names and signs as UTF-8 only behind a byte order mark.
    let start = "\uFEFF";
    for await (const row of rows) {
      if (lines.push(row) < rowsPerChunk) continue;
      yield* unlessStalled(start + written(lines));
      lines = [];
      start = "";
    }
    yield start + written(lines);
  }

  function* unlessStalled(chunk: string): Generator<string> {
    const stalled = setTimeout(
      () => content.destroy(new Error(`${fileName} was not read for ${readerStallSeconds} s`)),
      readerStallSeconds * 1000,
    );
    try {
      yield chunk;
    } finally {
      clearTimeout(stalled);
    }
  }
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
