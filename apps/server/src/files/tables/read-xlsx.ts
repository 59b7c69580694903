import { strFromU8, unzipSync } from "fflate";
import { correctSwappedDays } from "./correct-swapped-days.ts";
import { cellText, readStyles, withoutEscapes, type CellKind } from "./spreadsheet-cell.ts";
import {
  quoteCell,
  tidyCell,
  tooManyLines,
  UnreadableFile,
  type Table,
  type TableLimits,
  type TableRow,
} from "./parsed-table.ts";
import { walkXml } from "./walk-xml.ts";

/** A sheet of 50,000 lines unpacks to about 25 MB, a zip bomb to gigabytes. */
const unpackedBytesMax = 80_000_000;
const partsMax = 2_000;
const sharedStringsMax = 3_000_000;

/**
 * Parses one visible sheet: the first of those whose rows fit best. Only the needed parts are
 * unpacked, and their declared sizes are added up before: the unpacker never exceeds a declared size.
 * @throws {UnreadableFile} with the reason.
 */
export function readXlsx(bytes: Buffer, limits: TableLimits): Omit<Table, "kind"> {
  const parts = unpack(bytes);
  const text = (name: string) => {
    const part = parts[name];
    return part ? strFromU8(part) : undefined;
  };
  const workbook = text("xl/workbook.xml");
  if (workbook === undefined) throw new UnreadableFile("This archive is not an XLSX workbook.");
  const book = readWorkbook(workbook, text("xl/_rels/workbook.xml.rels") ?? "");
  const context = {
    strings: readSharedStrings(text("xl/sharedStrings.xml")),
    styleOf: readStyles(text("xl/styles.xml")),
    is1904: book.is1904,
    ...limits,
  };
  const sheets = book.sheets.flatMap(({ name, part }) => {
    const xml = text(part);
    const read = xml === undefined ? { rows: [] } : tryRead(xml, context);
    return read instanceof Error || read.rows.length > 0 ? [{ name, read }] : [];
  });
  const ratings = sheets.map(({ read }) => ("rows" in read && limits.rateSheet?.(read.rows)) || 0);
  // Without a header that fits, the first sheet is read, whatever is wrong with it.
  const chosen = sheets[ratings.indexOf(Math.max(...ratings))];
  if (!chosen) return { rows: [] };
  if (chosen.read instanceof Error) throw chosen.read;
  const { rows, hiddenColumns = [] } = chosen.read;
  const others = sheets.flatMap((sheet) => (sheet === chosen ? [] : [sheet.name]));
  return { rows, sheet: { name: chosen.name, others, hiddenColumns } };
}

interface SheetRows {
  readonly rows: readonly TableRow[];
  readonly hiddenColumns?: readonly number[];
}

/** A sheet that is not chosen may be damaged or too long. */
function tryRead(xml: string, context: SheetContext): SheetRows | UnreadableFile {
  try {
    return readSheet(xml, context);
  } catch (error) {
    if (error instanceof UnreadableFile) return error;
    throw error;
  }
}

function unpack(bytes: Buffer): Record<string, Uint8Array> {
  let total = 0;
  let count = 0;
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        count += 1;
        if (count > partsMax) throw tooLarge();
        if (!isNeeded.test(name)) return false;
        total += originalSize;
        if (total > unpackedBytesMax) throw tooLarge();
        return true;
      },
    });
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile("This workbook is damaged.", "again");
  }
}

const isNeeded =
  /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/;

const tooLarge = () =>
  new UnreadableFile("This workbook is far too large when unpacked.", "smaller");

interface Workbook {
  /** The visible sheets in order, each with the name of its part. */
  readonly sheets: readonly { readonly name: string; readonly part: string }[];
  /** Workbooks of old Mac versions count days from 1904. */
  readonly is1904: boolean;
}

function readWorkbook(workbook: string, relations: string): Workbook {
  const targets = new Map<string, string>();
  walkXml(relations, {
    open: (name, { Id, Target }) => {
      if (name === "Relationship" && Id && Target) targets.set(Id, partName(Target));
    },
  });
  const sheets = new Map<string, Workbook["sheets"][number]>();
  let is1904 = false;
  walkXml(workbook, {
    open: (name, attributes) => {
      if (name === "workbookPr") is1904 = /^(?:1|true)$/.test(attributes["date1904"] ?? "");
      if (name !== "sheet" || (attributes["state"] ?? "visible") !== "visible") return;
      const part = targets.get(attributes["id"] ?? "") ?? "";
      const sheet = { name: tidyCell(withoutEscapes(attributes["name"] ?? "")), part };
      // A million sheets of one part would be read a million times.
      if (!sheets.has(part)) sheets.set(part, sheet);
    },
  });
  return { sheets: [...sheets.values()], is1904 };
}

/** A target is relative to `xl/`, unless it starts with a slash. */
function partName(target: string): string {
  return target.startsWith("/") ? target.slice(1) : `xl/${target}`;
}

function readSharedStrings(xml: string | undefined): string[] {
  const strings: string[] = [];
  let current = "";
  let phonetic = false;
  if (xml === undefined) return strings;
  walkXml(xml, {
    open: (name) => {
      if (name === "si") current = "";
      if (name === "rPh") phonetic = true;
    },
    text: (text, inside) => {
      if (inside === "t" && !phonetic) current += text;
    },
    close: (name) => {
      if (name === "si" && strings.push(withoutEscapes(current)) > sharedStringsMax)
        throw tooLarge();
      if (name === "rPh") phonetic = false;
    },
  });
  return strings;
}

interface SheetContext extends TableLimits {
  readonly strings: readonly string[];
  readonly styleOf: ReturnType<typeof readStyles>;
  readonly is1904: boolean;
}

function readSheet(xml: string, context: SheetContext): SheetRows {
  const { rowsMax, columnsMax, styleOf } = context;
  const rows: TableRow[] = [];
  const hiddenColumns = new Set<number>();
  const dates = new Map<TableRow, Set<number>>();
  let row: ReadRow = { line: 0, cells: [] };
  let at = 0;
  let cell = { kind: "n" as CellKind, style: 0, value: "", formula: false };
  walkXml(xml, {
    open: (name, attributes) => {
      if (name === "row") {
        row = startOfRow(row.line, attributes);
        at = 0;
      } else if (name === "c") {
        at = columnOf(attributes["r"]) ?? at;
        const kind = (attributes["t"] ?? "n") as CellKind;
        cell = { kind, style: Number(attributes["s"] ?? 0), value: "", formula: false };
      } else if (name === "f") cell.formula = true;
      else if (name === "col" && isHidden(attributes)) {
        const first = Math.max(Number(attributes["min"] ?? 1), 1);
        const last = Math.min(Number(attributes["max"] ?? 0), columnsMax);
        for (let column = first; column <= last; column += 1) hiddenColumns.add(column - 1);
      }
    },
    text: (text, inside) => {
      if (inside === "v" || (inside === "t" && cell.kind === "inlineStr")) cell.value += text;
    },
    close: (name) => {
      if (name === "c") {
        const style = styleOf(cell.style);
        const text = tidyCell(cellText(cell, { ...context, ...style }));
        if (at < columnsMax) {
          put(row, at, text, cell.formula);
          if (style.isDate && cell.kind === "n" && text !== "")
            dates.set(row, (dates.get(row) ?? new Set()).add(at));
        }
        at += 1;
      }
      if (name !== "row" || row.cells.length === 0) return;
      rows.push(row);
      if (rows.length > rowsMax) throw tooManyLines(rowsMax);
    },
  });
  return { rows: correctSwappedDays(rows, dates), hiddenColumns: [...hiddenColumns] };
}

interface ReadRow extends TableRow {
  readonly cells: string[];
  computed?: number[];
}

/** The last row that a spreadsheet has. */
const lineMax = 1_048_576;

/** @param before the number of the row above. */
function startOfRow(before: number, attributes: Readonly<Record<string, string>>): ReadRow {
  const { r: number = String(before + 1) } = attributes;
  const line = /^\d{1,7}$/.test(number) ? Number(number) : 0;
  if (line <= before || line > lineMax)
    throw new UnreadableFile(
      `A row of this workbook has the number ${quoteCell(number)}.`,
      "again",
    );
  return { line, cells: [], ...(isHidden(attributes) && { isHidden: true }) };
}

/** A row or column of no size is as invisible as a hidden one. */
function isHidden({ hidden, ht, width }: Readonly<Record<string, string>>): boolean {
  return hidden === "1" || hidden === "true" || Number(ht ?? 1) === 0 || Number(width ?? 1) === 0;
}

function put(row: ReadRow, at: number, text: string, isComputed: boolean): void {
  if (isComputed && !row.computed?.includes(at)) (row.computed ??= []).push(at);
  if (text === "") return;
  while (row.cells.length < at) row.cells.push("");
  row.cells[at] = text;
}

/** "C7" is column 2; undefined without a reference. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? "")?.[0];
  if (!letters) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
