import { strFromU8, unzipSync } from "fflate";
import { cellText, dateStyles, type CellKind } from "./spreadsheet-cell.ts";
import {
  tidyCell,
  tooManyLines,
  UnreadableFile,
  type TableLimits,
  type TableRow,
} from "./parsed-table.ts";
import { walkXml } from "./walk-xml.ts";

/** A sheet of 50,000 lines unpacks to about 25 MB, a zip bomb to gigabytes. */
const unpackedBytesMax = 80_000_000;
const partsMax = 2_000;

/**
 * Parses the first visible sheet with rows. Only the needed parts are unpacked, and their declared
 * sizes are added up before: the unpacker never exceeds a declared size.
 * @throws {UnreadableFile} with the reason.
 */
export function readXlsx(bytes: Buffer, limits: TableLimits): TableRow[] {
  const parts = unpack(bytes);
  const text = (name: string) => {
    const part = parts[name];
    return part ? strFromU8(part) : undefined;
  };
  const workbook = text("xl/workbook.xml");
  if (workbook === undefined) throw new UnreadableFile("This archive is not an XLSX workbook.");
  const book = readWorkbook(workbook, text("xl/_rels/workbook.xml.rels") ?? "");
  const strings = readSharedStrings(text("xl/sharedStrings.xml"));
  const isDateStyle = dateStyles(text("xl/styles.xml"));
  for (const name of book.sheets) {
    const sheet = text(name);
    if (sheet === undefined) continue;
    const rows = readSheet(sheet, { strings, isDateStyle, is1904: book.is1904, ...limits });
    if (rows.length > 0) return rows;
  }
  return [];
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
  /** The part names of the visible sheets, in order. */
  readonly sheets: readonly string[];
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
  const sheets: string[] = [];
  let is1904 = false;
  walkXml(workbook, {
    open: (name, attributes) => {
      if (name === "workbookPr") is1904 = /^(?:1|true)$/.test(attributes["date1904"] ?? "");
      if (name !== "sheet" || (attributes["state"] ?? "visible") !== "visible") return;
      sheets.push(targets.get(attributes["id"] ?? "") ?? "");
    },
  });
  return { sheets, is1904 };
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
      if (name === "si") strings.push(current);
      if (name === "rPh") phonetic = false;
    },
  });
  return strings;
}

interface SheetContext extends TableLimits {
  readonly strings: readonly string[];
  readonly isDateStyle: (style: number) => boolean;
  readonly is1904: boolean;
}

function readSheet(xml: string, context: SheetContext): TableRow[] {
  const { strings, isDateStyle, is1904, rowsMax, columnsMax } = context;
  const rows: TableRow[] = [];
  let line = 0;
  let cells: string[] = [];
  let at = 0;
  let cell = { kind: "n" as CellKind, style: 0, value: "", formula: false };
  walkXml(xml, {
    open: (name, attributes) => {
      if (name === "row") {
        line = Number(attributes["r"] ?? line + 1);
        cells = [];
        at = 0;
      } else if (name === "c") {
        at = columnOf(attributes["r"]) ?? at;
        const kind = (attributes["t"] ?? "n") as CellKind;
        cell = { kind, style: Number(attributes["s"] ?? 0), value: "", formula: false };
      } else if (name === "f") cell.formula = true;
    },
    text: (text, inside) => {
      if (inside === "v" || (inside === "t" && cell.kind === "inlineStr")) cell.value += text;
    },
    close: (name) => {
      if (name === "c") {
        const isDate = isDateStyle(cell.style);
        const text = tidyCell(cellText(cell, { strings, isDate, is1904 }));
        if (text !== "" && at < columnsMax) {
          while (cells.length < at) cells.push("");
          cells[at] = text;
        }
        at += 1;
      }
      if (name === "row" && cells.length > 0) {
        rows.push({ line, cells });
        if (rows.length > rowsMax) throw tooManyLines(rowsMax);
      }
    },
  });
  return rows;
}

/** "C7" is column 2; undefined without a reference. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? "")?.[0];
  if (!letters) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
