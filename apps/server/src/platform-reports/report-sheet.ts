import { dateTimeInIndia, dayInIndia } from "../days.ts";
import { foot, letterhead, muted, widePage } from "../pdf/letterhead.ts";
import type { Sheet } from "../pdf/sheet.ts";
import { plainRupees } from "../money.ts";
import type { Column, ColumnKind, Row, Table, Value } from "./table.ts";

export interface Heading {
  /** Who made it. */
  readonly product: string;
  readonly title: string;
  /** "01/11/2026 to 21/11/2026". */
  readonly period: string;
  readonly madeAt: Date;
}

const rowHeight = 15;
const headHeight = 20;
const textSize = 6.8;
const gap = 8;
const notesSize = 7.4;

/** Draws a table on wide pages, and yields after each. */
export async function* drawReport(
  sheet: Sheet,
  heading: Heading,
  { columns, rows, notes }: Table,
): AsyncGenerator<void> {
  const places = placesOf(columns);
  let number = 1;
  let y = firstPage(sheet, heading);
  head(sheet, places, y);
  y += headHeight;
  for await (const row of rows) {
    if (y + rowHeight > widePage.bottom) yield* turn();
    drawRow(sheet, places, row, y);
    y += rowHeight;
  }
  const lines = notes.flatMap((note) => sheet.wrap(note, widePage.width, { size: notesSize }));
  if (y + 20 + lines.length * 11 > widePage.bottom) yield* turn();
  lines.forEach((line, at) =>
    sheet.text(line, widePage.left, y + 20 + at * 11, { size: notesSize, colour: muted }),
  );
  foot(sheet, footWords(sheet, heading), number, undefined, widePage);
  yield;

  function* turn(): Generator<void> {
    foot(sheet, footWords(sheet, heading), number, undefined, widePage);
    yield;
    number += 1;
    sheet.addPage();
    head(sheet, places, 40);
    y = 40 + headHeight;
  }
}

function firstPage(sheet: Sheet, { title, period, madeAt }: Heading): number {
  sheet.addPage();
  letterhead(sheet, title, widePage);
  sheet.text(period, widePage.left, 86, { size: 9.5, weight: "semibold" });
  const made = `Made on ${dateTimeInIndia(madeAt)} IST · amounts in rupees`;
  sheet.text(made, widePage.right, 86, { size: 8.5, colour: muted, align: "right" });
  return 98;
}

interface Place extends Column {
  readonly x: number;
  readonly space: number;
}

/** The page's width, shared out as the columns ask for. */
function placesOf(columns: readonly Column[]): Place[] {
  const asked = columns.reduce((sum, { width }) => sum + width, 0);
  const points = (widePage.width - gap * (columns.length - 1)) / asked;
  let x = widePage.left;
  return columns.map((column) => {
    const place = { ...column, x, space: column.width * points };
    x += place.space + gap;
    return place;
  });
}

function head(sheet: Sheet, places: readonly Place[], y: number): void {
  sheet.box(
    { x: widePage.left - 6, y, width: widePage.width + 12, height: headHeight - 2 },
    { fill: "#f1f3f7", radius: 4 },
  );
  for (const place of places) {
    const align = isFigure(place.kind) ? "right" : "left";
    const x = align === "right" ? place.x + place.space : place.x;
    const style = { size: 6.6, weight: "semibold", colour: muted } as const;
    sheet.text(place.title, x, y + 12, { ...style, align, widthMax: place.space });
  }
}

function drawRow(sheet: Sheet, places: readonly Place[], row: Row, y: number): void {
  const weight = row.isTotal ? "semibold" : "regular";
  places.forEach((place, at) => {
    const text = wordsOf(row.values[at] ?? null, place.kind);
    if (!isFigure(place.kind)) {
      sheet.text(text, place.x, y + 10, { size: textSize, weight, widthMax: place.space });
      return;
    }
    // A figure is never cut: it is written smaller.
    const width = sheet.widthOf(text, { size: textSize, weight });
    const size = width > place.space ? (textSize * place.space) / width : textSize;
    sheet.text(text, place.x + place.space, y + 10, { size, weight, align: "right" });
  });
  const colour = row.isTotal ? "#9aa3b5" : "#eceef3";
  sheet.rule(widePage.left, y + rowHeight, widePage.width, colour, row.isTotal ? 0.8 : 0.4);
}

function wordsOf(value: Value, kind: ColumnKind): string {
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

function footWords(sheet: Sheet, { title, period }: Heading): string {
  return `${sheet.product} · ${title} · ${period}`;
}
