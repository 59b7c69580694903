import { dateTimeInIndia, dayInIndia } from "../../kernel/days.ts";
import { foot, letterhead, muted, widePage } from "../../files/pdf/letterhead.ts";
import type { Sheet } from "../../files/pdf/sheet.ts";
import { plainRupees } from "../../kernel/money.ts";
import type { Column, ColumnKind, Row, Table, Value } from "../../files/report-table.ts";

export interface Heading {
  /** The product name in the footer. */
  readonly product: string;
  readonly title: string;
  /** "01/11/2026 to 21/11/2026". */
  readonly period: string;
  readonly createdAt: Date;
}

const rowHeight = 15;
const headHeight = 20;
const textSize = 6.8;
const gap = 8;
const notesSize = 7.4;

/** Draws a table on landscape pages and yields after each page. */
export async function* drawReport(
  sheet: Sheet,
  heading: Heading,
  { columns, rows, notes }: Table,
): AsyncGenerator<void> {
  const boxes = layOutColumns(columns);
  let number = 1;
  let y = firstPage(sheet, heading);
  head(sheet, boxes, y);
  y += headHeight;
  for await (const row of rows) {
    if (y + rowHeight > widePage.bottom) yield* breakPage();
    drawRow(sheet, boxes, row, y);
    y += rowHeight;
  }
  const lines = notes.flatMap((note) => sheet.wrap(note, widePage.width, { size: notesSize }));
  if (y + 20 + lines.length * 11 > widePage.bottom) yield* breakPage();
  lines.forEach((line, at) =>
    sheet.text(line, widePage.left, y + 20 + at * 11, { size: notesSize, colour: muted }),
  );
  foot(sheet, footText(sheet, heading), number, undefined, widePage);
  yield;

  function* breakPage(): Generator<void> {
    foot(sheet, footText(sheet, heading), number, undefined, widePage);
    yield;
    number += 1;
    sheet.addPage();
    head(sheet, boxes, 40);
    y = 40 + headHeight;
  }
}

function firstPage(sheet: Sheet, { title, period, createdAt }: Heading): number {
  sheet.addPage();
  letterhead(sheet, title, widePage);
  sheet.text(period, widePage.left, 86, { size: 9.5, weight: "semibold" });
  const created = `Generated on ${dateTimeInIndia(createdAt)} IST · amounts in rupees`;
  sheet.text(created, widePage.right, 86, { size: 8.5, colour: muted, align: "right" });
  return 98;
}

interface ColumnBox extends Column {
  readonly x: number;
  readonly space: number;
}

/** Divides the page width in proportion to the column widths. */
function layOutColumns(columns: readonly Column[]): ColumnBox[] {
  const totalWidth = columns.reduce((sum, { width }) => sum + width, 0);
  const points = (widePage.width - gap * (columns.length - 1)) / totalWidth;
  let x = widePage.left;
  return columns.map((column) => {
    const box = { ...column, x, space: column.width * points };
    x += box.space + gap;
    return box;
  });
}

function head(sheet: Sheet, boxes: readonly ColumnBox[], y: number): void {
  sheet.box(
    { x: widePage.left - 6, y, width: widePage.width + 12, height: headHeight - 2 },
    { fill: "#f1f3f7", radius: 4 },
  );
  for (const box of boxes) {
    const align = isFigure(box.kind) ? "right" : "left";
    const x = align === "right" ? box.x + box.space : box.x;
    const style = { size: 6.6, weight: "semibold", colour: muted } as const;
    sheet.text(box.title, x, y + 12, { ...style, align, widthMax: box.space });
  }
}

function drawRow(sheet: Sheet, boxes: readonly ColumnBox[], row: Row, y: number): void {
  const weight = row.isTotal ? "semibold" : "regular";
  boxes.forEach((box, at) => {
    const text = cellText(row.values[at] ?? null, box.kind);
    if (!isFigure(box.kind)) {
      sheet.text(text, box.x, y + 10, { size: textSize, weight, widthMax: box.space });
      return;
    }
    // A long figure shrinks instead of being cut.
    const width = sheet.widthOf(text, { size: textSize, weight });
    const size = width > box.space ? (textSize * box.space) / width : textSize;
    sheet.text(text, box.x + box.space, y + 10, { size, weight, align: "right" });
  });
  const colour = row.isTotal ? "#9aa3b5" : "#eceef3";
  sheet.rule(widePage.left, y + rowHeight, widePage.width, colour, row.isTotal ? 0.8 : 0.4);
}

function cellText(value: Value, kind: ColumnKind): string {
  if (value === null) return "";
  if (typeof value === "bigint") {
    return kind === "paise" ? plainRupees(value) : value.toLocaleString("en-IN");
  }
  if (typeof value === "string") return kind === "day" ? dayInIndia(value) : value;
  return dateTimeInIndia(value);
}

function isFigure(kind: ColumnKind): boolean {
  return kind === "paise" || kind === "count";
}

function footText(sheet: Sheet, { title, period }: Heading): string {
  return `${sheet.product} · ${title} · ${period}`;
}
