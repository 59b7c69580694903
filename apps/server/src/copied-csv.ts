import { stringify } from "csv-stringify/sync";
import { sql, type CompiledQuery, type RawBuilder } from "kysely";
import pg from "pg";
import type { CellSql } from "./csv-cells.ts";
import { CopyOut, type RowWriter } from "./copy-out.ts";
import { poolOf, type Db } from "./db.ts";

/** A CSV file that PostgreSQL writes. */
export interface CopiedCsv {
  /** Title and cell of each column. */
  readonly columns: readonly (readonly [string, CellSql])[];
  /** What stands behind `from`, with its order. */
  readonly from: RawBuilder<unknown>;
  /** A column that PostgreSQL leaves empty where it is sealed, because only we can open it. */
  readonly sealed?: SealedColumn;
}

export interface SealedColumn {
  readonly title: string;
  /** Null in rows that have nothing to open. */
  readonly bytes: RawBuilder<Buffer | null>;
  readonly rowId: RawBuilder<unknown>;
  readonly open: (rowId: string, bytes: Buffer) => string;
}

/** A history as a file: all of a filter. */
export interface HistoryFile {
  /** Where all of it is read. */
  readonly db: Db;
  readonly fileName: string;
  /** How many rows the filter has, from the list's own totals. */
  readonly count: () => Promise<bigint>;
  readonly csv: CopiedCsv;
}

/** The bytes of the file, and how many rows of it there are so far. */
export interface Copying extends AsyncIterable<Buffer> {
  readonly rows: () => bigint;
}

const comma = 44;
const quote = 34;

/**
 * The whole file from one statement, which sees one moment: `COPY … TO STDOUT` in the format of
 * `csv-file.ts`, byte for byte. Broken off, by its reader or by time, it ends the connection that
 * it had, and with it the statement.
 * @param secondsMax how long the statement may take with all its reader's pauses.
 */
export function copiedCsv(db: Db, csv: CopiedCsv, secondsMax: number): Copying {
  const copy = new CopyOut(statementOf(db, csv), writerOf(csv));
  return {
    rows: () => copy.rows,
    [Symbol.asyncIterator]: async function* () {
      yield head(csv);
      const client = await poolOf(db).connect();
      let isReleased = false;
      const release = (isWhole: boolean) => {
        if (!isReleased) client.release(!isWhole);
        isReleased = true;
      };
      // Not only when its reader takes the next piece: that one may take none for a while.
      const tooLong = setTimeout(() => {
        copy.handleError(new Error(`The file took more than ${secondsMax} s`));
        release(false);
      }, secondsMax * 1_000);
      let isWhole = false;
      try {
        client.query(copy);
        yield* copy;
        isWhole = true;
      } finally {
        clearTimeout(tooLong);
        release(isWhole);
      }
    },
  };
}

/** Excel reads names and signs as UTF-8 only behind a byte order mark. */
function head({ columns }: CopiedCsv): Buffer {
  return Buffer.from(`\uFEFF${columns.map(([title]) => title).join(",")}\r\n`);
}

/** The statement that writes the rows, without their head. */
export function statementOf(db: Db, { columns, from, sealed }: CopiedCsv): string {
  const cells = sql.join(columns.map(([, cell]) => cell));
  const first = sealed
    ? sql`${sealed.bytes}, case when ${sealed.bytes} is not null then ${sealed.rowId} end, `
    : sql``;
  const select = sql`select ${first}${cells} from ${from}`;
  return `copy (${inlined(select.compile(db))}) to stdout (format csv)`;
}

/** COPY takes no parameters: each value stands in the statement, escaped by pg itself. */
function inlined({ sql: text, parameters }: CompiledQuery): string {
  return text.replaceAll(/\$(\d+)/g, (_, number: string) =>
    literal(parameters[Number(number) - 1]),
  );
}

function literal(value: unknown): string {
  if (typeof value === "string") return pg.escapeLiteral(value);
  if (value instanceof Date) return pg.escapeLiteral(instant(value));
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  throw new Error(`A ${typeof value} can't stand in a COPY`);
}

/** PostgreSQL has no year 0: what lies before the first one is before everything. */
function instant(at: Date): string {
  return at.getUTCFullYear() < 1 ? "-infinity" : at.toISOString();
}

function writerOf({ columns, sealed }: CopiedCsv): RowWriter {
  if (!sealed) return (row, into, at) => ended(into, at + row.copy(into, at));
  const before = columns.findIndex(([title]) => title === sealed.title);
  return (row, into, at) => {
    const bytesEnd = row.indexOf(comma);
    if (bytesEnd === 0) return ended(into, at + row.copy(into, at, 2));
    // `\x…` and a UUID, neither of which COPY quotes.
    const idEnd = bytesEnd + 37;
    const bytes = Buffer.from(row.toString("latin1", 2, bytesEnd), "hex");
    const opened = sealed.open(row.toString("latin1", bytesEnd + 1, idEnd), bytes);
    const place = startOfCell(row, idEnd + 1, before);
    let end = at + row.copy(into, at, idEnd + 1, place);
    end += into.write(asCell(opened), end);
    return ended(into, end + row.copy(into, end, place));
  };
}

function ended(into: Buffer, at: number): number {
  into[at] = 13;
  into[at + 1] = 10;
  return at + 2;
}

/** Where the cell begins that has so many before it: commas in quotes are text. */
function startOfCell(row: Buffer, from: number, before: number): number {
  let at = from;
  let isQuoted = false;
  for (let left = before; left > 0; at += 1) {
    if (row[at] === quote) isQuoted = !isQuoted;
    else if (row[at] === comma && !isQuoted) left -= 1;
  }
  return at;
}

/** Most UPI ids are plain; what is not is written by the library that writes all other files. */
function asCell(text: string): string {
  if (/^[\w.][\w.@-]*$/.test(text)) return text;
  return stringify([[text]], {
    record_delimiter: "windows",
    quote_record_delimiter: true,
    escape_formulas: true,
  }).slice(0, -2);
}
