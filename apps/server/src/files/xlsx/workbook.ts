import { Readable, type PassThrough } from "node:stream";
import { money, toDecimal } from "@rokad/money/money";
import { ZipFile } from "yazl";
import { escapeXml } from "../escape-xml.ts";
import type { Column, Row, Value } from "../report-table.ts";
import { reportTooLarge } from "../../kernel/errors.ts";
import { styleOf, stylesXml } from "./cell-styles.ts";

/** Rows of an Excel sheet, the header included. */
const rowsMax = 1_048_576;
const rowsPerChunk = 200;
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const spreadsheet = "application/vnd.openxmlformats-officedocument.spreadsheetml";

export interface Workbook {
  readonly sheetName: string;
  readonly columns: readonly Column[];
  readonly rows: AsyncIterable<Row>;
  /** A second sheet that describes the first. */
  readonly about: readonly (readonly [name: string, value: string])[];
}

/**
 * Streams an Excel workbook: a sheet with a frozen, filtered head and a sheet "About". Amounts are
 * numbers of rupees, exact to the paisa; days are days. Text cells are text, so no formula runs.
 * Memory stays constant: rows are read only as fast as the bytes are consumed.
 * @throws 422 `REPORT_TOO_LARGE` for more rows than Excel can hold, and what reading the rows throws.
 */
export async function* workbook(book: Workbook): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  const rows = Readable.from(sheet(book), { objectMode: false });
  const fail = (error: Error) => output.destroy(error);
  rows.once("error", fail);
  zip.once("error", fail);
  for (const [name, xml] of smallParts(book)) {
    zip.addBuffer(Buffer.from(declaration + xml), name, zipOptions);
  }
  zip.addReadStreamLazy("xl/worksheets/sheet1.xml", zipOptions, (callback) => callback(null, rows));
  zip.end();
  try {
    yield* output as AsyncIterable<Buffer>;
  } finally {
    // Ends the query behind the rows when a download stops half-way.
    rows.destroy();
  }
}

/** A fixed time: workbooks with the same content have the same bytes. */
const zipOptions = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

function smallParts(book: Workbook): (readonly [name: string, xml: string])[] {
  return [
    ["[Content_Types].xml", contentTypes],
    ["_rels/.rels", relationships([["officeDocument", "xl/workbook.xml"]])],
    ["xl/workbook.xml", sheetList(book)],
    [
      "xl/_rels/workbook.xml.rels",
      relationships([
        ["worksheet", "worksheets/sheet1.xml"],
        ["worksheet", "worksheets/sheet2.xml"],
        ["styles", "styles.xml"],
      ]),
    ],
    ["xl/styles.xml", stylesXml],
    ["xl/worksheets/sheet2.xml", aboutSheet(book.about)],
  ];
}

async function* sheet({ columns, rows }: Workbook): AsyncGenerator<string> {
  yield `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`;
  yield columnsXml(columns);
  let lines = `<sheetData><row r="1">${columns.map(({ title }, at) => textCell(title, at, 1, "head")).join("")}</row>`;
  let number = 1;
  for await (const row of rows) {
    number += 1;
    if (number > rowsMax) throw tooManyRows();
    lines += rowXml(row, columns, number);
    if (number % rowsPerChunk > 0) continue;
    yield lines;
    lines = "";
  }
  yield lines;
  yield `</sheetData><autoFilter ref="A1:${letters(columns.length - 1)}${number}"/></worksheet>`;
}

const tooManyRows = () =>
  reportTooLarge("Excel files are limited to 10,48,575 rows. Use CSV or a shorter period.");

function rowXml(row: Row, columns: readonly Column[], number: number): string {
  const cells = columns.map((column, at) =>
    cell(row.values[at] ?? null, column, at, number, row.isTotal === true),
  );
  return `<row r="${number}">${cells.join("")}</row>`;
}

function cell(value: Value, { kind }: Column, at: number, row: number, bold: boolean): string {
  if (value === null) return "";
  if (typeof value === "string" && kind !== "day") {
    return textCell(value, at, row, bold ? "boldText" : "text");
  }
  const style = styleOf(kind, bold);
  return `<c r="${letters(at)}${row}" s="${style}"><v>${numberText(value, kind)}</v></c>`;
}

/** The number as text: paise become rupees by moving the decimal point, never as a float. */
function numberText(value: string | bigint | Date, kind: Column["kind"]): string {
  if (typeof value === "bigint") {
    return kind === "paise" ? toDecimal(money(Number(value))) : String(value);
  }
  return typeof value === "string" ? String(dayNumber(value)) : String(instantNumber(value));
}

const dayMs = 24 * 60 * 60 * 1000;
/** Excel counts days from here and has no time zones, so times are India's. */
const excelEpochMs = Date.UTC(1899, 11, 30);
const indiaAheadMs = 5.5 * 60 * 60 * 1000;

function dayNumber(day: string): number {
  return (Date.parse(`${day}T00:00:00Z`) - excelEpochMs) / dayMs;
}

function instantNumber(at: Date): number {
  return (at.getTime() + indiaAheadMs - excelEpochMs) / dayMs;
}

function aboutSheet(lines: Workbook["about"]): string {
  const rows = lines.map(
    ([name, value], at) =>
      `<row r="${at + 1}">${textCell(name, 0, at + 1, "boldText")}${textCell(value, 1, at + 1, "text")}</row>`,
  );
  return `<worksheet xmlns="${main}">${columnsXml([textColumn(24), textColumn(100)])}<sheetData>${rows.join("")}</sheetData></worksheet>`;
}

function textCell(
  text: string,
  at: number,
  row: number,
  style: "head" | "text" | "boldText",
): string {
  return `<c r="${letters(at)}${row}" s="${styleOf(style, false)}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

const textColumn = (width: number) => ({ kind: "text", width }) as const;

/** The width of each column, and the style of the cells that people fill in. */
function columnsXml(columns: readonly Pick<Column, "kind" | "width">[]): string {
  const each = columns.map(({ kind, width }, at) => {
    const style = styleOf(kind === "text" ? "typed" : kind, false);
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${style}" customWidth="1"/>`;
  });
  return `<cols>${each.join("")}</cols>`;
}

/** The name of a column, A to Z. No report has more columns. */
function letters(at: number): string {
  return String.fromCodePoint(65 + at);
}

/** Escapes a text for XML, and so that Excel does not decode `_x0041_`. */
function escaped(text: string): string {
  return escapeXml(text).replaceAll(/_x(?=[0-9A-Fa-f]{4}_)/g, "_x005F_x");
}

const contentTypes = `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${(
  [
    ["workbook.xml", "sheet.main"],
    ["styles.xml", "styles"],
    ["worksheets/sheet1.xml", "worksheet"],
    ["worksheets/sheet2.xml", "worksheet"],
  ] as const
)
  .map(
    ([name, kind]) => `<Override PartName="/xl/${name}" ContentType="${spreadsheet}.${kind}+xml"/>`,
  )
  .join("")}</Types>`;

function relationships(targets: readonly (readonly [kind: string, target: string])[]): string {
  const lines = targets.map(
    ([kind, target], at) =>
      `<Relationship Id="rId${at + 1}" Type="${relations}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${packages}/relationships">${lines.join("")}</Relationships>`;
}

function sheetList({ sheetName }: Workbook): string {
  const sheets = [sheetName, "About"].map(
    (name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  return `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets.join("")}</sheets></workbook>`;
}
