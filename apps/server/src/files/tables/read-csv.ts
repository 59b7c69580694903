import { decodeText } from "./decode-text.ts";
import {
  tidyCell,
  tooManyLines,
  UnreadableFile,
  type TableLimits,
  type TableRow,
} from "./parsed-table.ts";
import { splitRecord } from "./split-record.ts";

type CountNames = NonNullable<TableLimits["countNames"]>;

/** In front of a header or a first row. */
const sampleLines = 200;
/** Of a cell with line breaks. */
const linesPerRecordMax = 20;
const lineCharsMax = 100_000;

/**
 * Parses a CSV file. Lines above the header may have fewer columns. A quotation mark that does not
 * quote a whole cell is literal, and no cell contains lines that have all columns themselves.
 * @throws {UnreadableFile} with the reason.
 */
export function readCsv(
  bytes: Buffer,
  { rowsMax, columnsMax, countNames = countWords }: TableLimits,
): TableRow[] {
  const lines = decodeText(bytes).split(/\r\n|\n|\r/);
  const { delimiter, width } = layoutOf(lines.slice(0, sampleLines), countNames);
  const rows: TableRow[] = [];
  for (const { line, cells, unquoted } of readRecords(lines, delimiter, width)) {
    if (rows.length === rowsMax) throw tooManyLines(rowsMax);
    const tidied = cells.slice(0, columnsMax).map(tidyFormula);
    rows.push({ line, cells: tidied, unquoted, delimiter });
  }
  return rows;
}

/**
 * A cell of `="0042"`, with which programs keep zeros from spreadsheets, is its text. Any other
 * formula, such as `="00"&"42"`, stays as it is written.
 */
export function tidyFormula(text: string): string {
  const tidy = tidyCell(text);
  const [, inner] = /^="((?:[^"]|"")*)"$/.exec(tidy) ?? [];
  return inner === undefined ? tidy : inner.replaceAll('""', '"').trim();
}

/** Without known names, the header is the first row with two cells of letters without digits. */
const countWords: CountNames = (cells) =>
  Math.min(2, cells.filter((cell) => /\p{L}/u.test(cell) && !/\d/.test(cell)).length);

/** The comma is the last choice, because amounts of other formats contain commas too. */
const delimiters = ["\t", ";", "|", ","] as const;

/**
 * The delimiter under which most columns of the header are recognised and most rows agree with its
 * width. A header may contain line breaks, or an open quotation mark above it may contain the header.
 */
function layoutOf(lines: readonly string[], countNames: CountNames) {
  const layouts = delimiters.flatMap((delimiter) =>
    [Number.POSITIVE_INFINITY, 0].map((width) => {
      const rows = [...readRecords(lines, delimiter, width)].map(({ cells }) => cells);
      return { delimiter, ...headerOf(rows, countNames) };
    }),
  );
  const [best] = layouts
    .filter(({ agreeing }) => agreeing > 0)
    .toSorted((a, b) => b.names - a.names || b.agreeing - a.agreeing || b.width - a.width);
  return best ?? { delimiter: ",", width: Number.POSITIVE_INFINITY };
}

function headerOf(rows: readonly (readonly string[])[], countNames: CountNames) {
  const counts = rows.map((cells) => countNames(cells));
  const names = Math.max(0, ...counts);
  const isNamed = names > 1;
  const below = isNamed ? rows.slice(counts.indexOf(names)) : rows;
  const width = isNamed ? (below[0]?.length ?? 0) : mostCommon(below.map(({ length }) => length));
  const agreeing = width > 1 ? below.filter(({ length }) => length === width).length : 0;
  return { names: isNamed ? names : 0, width, agreeing };
}

function mostCommon(widths: readonly number[]): number {
  const times = new Map<number, number>();
  for (const width of widths) if (width > 1) times.set(width, (times.get(width) ?? 0) + 1);
  return [...times].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}

interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
  readonly unquoted: readonly string[] | undefined;
}

/** @param width of a record: a line with as many cells is not part of the cell of another line. */
function* readRecords(
  lines: readonly string[],
  delimiter: string,
  width: number,
): Generator<CsvRecord> {
  for (let at = 0; at < lines.length; at += 1) {
    const text = lines[at] ?? "";
    if (text.trim() === "") continue;
    if (text.length > lineCharsMax) {
      throw new UnreadableFile("This file is not a readable CSV file.");
    }
    const { cells, isOpen } = splitRecord(text, delimiter);
    const joined = isOpen ? joinLines(lines, at, delimiter, width) : undefined;
    const line = at + 1;
    if (joined) {
      at = joined.last;
      yield { line, cells: joined.cells, unquoted: undefined };
    } else yield { line, cells, unquoted: text.includes('"') ? text.split(delimiter) : cells };
  }
}

/** A record with line breaks in a cell; undefined if its quotation mark is literal. */
function joinLines(lines: readonly string[], first: number, delimiter: string, width: number) {
  let text = lines[first] ?? "";
  for (let last = first + 1; last < Math.min(lines.length, first + linesPerRecordMax); last += 1) {
    const next = lines[last] ?? "";
    if (splitRecord(next, delimiter).cells.length >= Math.max(width, 1)) return undefined;
    text += `\n${next}`;
    if (text.length > lineCharsMax) return undefined;
    if (!next.includes('"')) continue;
    const { cells, isOpen, isLiteral } = splitRecord(text, delimiter);
    if (!isOpen) return isLiteral ? undefined : { cells, last };
  }
  return undefined;
}
