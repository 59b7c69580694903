import { stringify } from "csv-stringify/sync";
import { sql, type CompiledQuery, type RawBuilder } from "kysely";
import pg from "pg";
import type { CellSql } from "./csv-cells.ts";
import { CopyOutStream, type RowWriter } from "../database/copy-stream.ts";
import { poolOf, type Db } from "../database/db.ts";

/** A CSV file whose rows PostgreSQL writes. */
export interface CsvCopy {
  /** Title and SQL of each column. */
  readonly columns: readonly (readonly [string, CellSql])[];
  /** The text after `from`, with `order by`. */
  readonly from: RawBuilder<unknown>;
  /** A column that PostgreSQL leaves empty and Rokad fills, because PostgreSQL can't decrypt it. */
  readonly encrypted?: EncryptedCsvColumn;
}

export interface EncryptedCsvColumn {
  readonly title: string;
  /** The encrypted value; null in rows without one. */
  readonly bytes: RawBuilder<Buffer | null>;
  readonly rowId: RawBuilder<unknown>;
  readonly decrypt: (rowId: string, bytes: Buffer) => string;
}

/** A history as a file: all rows of a filter. */
export interface HistoryFile {
  /** The database to read from. */
  readonly db: Db;
  readonly fileName: string;
  /** The number of rows, from the totals of the list. */
  readonly count: () => Promise<bigint>;
  readonly csv: CsvCopy;
}

/** The bytes of the file. `rows` is the number of rows so far. */
export interface CsvStream extends AsyncIterable<Buffer> {
  readonly rows: () => bigint;
}

const comma = 44;
const quote = 34;

/**
 * The file from one `COPY … TO STDOUT`, so of one snapshot, in the format of `csv-file.ts`, byte for
 * byte. If the reader or the time limit ends it early, its connection is closed, which ends the
 * statement.
 * @param secondsMax limit of the statement, the reader's pauses included.
 */
export function copyCsv(db: Db, csv: CsvCopy, secondsMax: number): CsvStream {
  const copy = new CopyOutStream(copyStatement(db, csv), rowWriter(csv));
  return {
    rows: () => copy.rows,
    [Symbol.asyncIterator]: async function* () {
      const client = await poolOf(db).connect();
      let isReleased = false;
      const release = (isWhole: boolean) => {
        if (!isReleased) client.release(!isWhole);
        isReleased = true;
      };
      // A timer, because a slow reader may not take the next piece for a while.
      const tooLong = setTimeout(() => {
        copy.handleError(new Error(`The file took more than ${secondsMax} s`));
        release(false);
      }, secondsMax * 1_000);
      let isWhole = false;
      try {
        client.query(copy);
        const pieces = copy[Symbol.asyncIterator]();
        // A query that fails must do so before the first byte, to be answered with an error.
        const first = await pieces.next();
        yield header(csv);
        if (!first.done) yield first.value;
        yield* pieces;
        isWhole = true;
      } finally {
        clearTimeout(tooLong);
        release(isWhole);
      }
    },
  };
}

/** Excel reads UTF-8 only after a byte order mark. */
function header({ columns }: CsvCopy): Buffer {
  return Buffer.from(`\uFEFF${columns.map(([title]) => title).join(",")}\r\n`);
}

/** The COPY statement, which writes the rows without the header. */
export function copyStatement(db: Db, { columns, from, encrypted }: CsvCopy): string {
  const cells = sql.join(columns.map(([, cell]) => cell));
  const encryptedCells = encrypted
    ? sql`${encrypted.bytes}, case when ${encrypted.bytes} is not null then ${encrypted.rowId} end, `
    : sql``;
  const select = sql`select ${encryptedCells}${cells} from ${from}`;
  return `copy (${inlineParameters(select.compile(db))}) to stdout (format csv)`;
}

/** COPY takes no parameters, so each value is inlined, escaped by pg. */
function inlineParameters({ sql: text, parameters }: CompiledQuery): string {
  return text.replaceAll(/\$(\d+)/g, (_, number: string) =>
    literal(parameters[Number(number) - 1]),
  );
}

function literal(value: unknown): string {
  if (typeof value === "string") return pg.escapeLiteral(value);
  if (value instanceof Date) return pg.escapeLiteral(instant(value));
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  throw new Error(`A ${typeof value} can't be inlined in a COPY`);
}

/** PostgreSQL has no year 0, so an earlier instant becomes -infinity. */
function instant(at: Date): string {
  return at.getUTCFullYear() < 1 ? "-infinity" : at.toISOString();
}

function rowWriter({ columns, encrypted }: CsvCopy): RowWriter {
  if (!encrypted) return (row, into, at) => endRow(into, at + row.copy(into, at));
  const before = columns.findIndex(([title]) => title === encrypted.title);
  return (row, into, at) => {
    const bytesEnd = row.indexOf(comma);
    if (bytesEnd === 0) return endRow(into, at + row.copy(into, at, 2));
    // A `\x…` value and a UUID, neither of which COPY quotes.
    const idEnd = bytesEnd + 37;
    const bytes = Buffer.from(row.toString("latin1", 2, bytesEnd), "hex");
    const decrypted = encrypted.decrypt(row.toString("latin1", bytesEnd + 1, idEnd), bytes);
    const position = startOfCell(row, idEnd + 1, before);
    let end = at + row.copy(into, at, idEnd + 1, position);
    end += into.write(asCell(decrypted), end);
    return endRow(into, end + row.copy(into, end, position));
  };
}

function endRow(into: Buffer, at: number): number {
  into[at] = 13;
  into[at + 1] = 10;
  return at + 2;
}

/** The start of the cell that has `before` cells before it. Commas in quotes are text. */
function startOfCell(row: Buffer, from: number, before: number): number {
  let at = from;
  let isQuoted = false;
  for (let left = before; left > 0; at += 1) {
    if (row[at] === quote) isQuoted = !isQuoted;
    else if (row[at] === comma && !isQuoted) left -= 1;
  }
  return at;
}

/** Most UPI ids need no quoting; others are written by the library that writes all other files. */
function asCell(text: string): string {
  if (/^[\w.][\w.@-]*$/.test(text)) return text;
  return stringify([[text]], {
    record_delimiter: "windows",
    quote_record_delimiter: true,
    escape_formulas: true,
  }).slice(0, -2);
}
