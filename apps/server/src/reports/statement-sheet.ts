import { dateTimeInIndia, dayInIndia } from "../days.ts";
import type { StatementFigures } from "../ledger/statement.ts";
import { plainRupees, rupees } from "../money.ts";
import {
  accountHolder,
  factAtRight,
  foot,
  letterhead,
  line,
  muted,
  page,
} from "../pdf/letterhead.ts";
import type { Sheet } from "../pdf/sheet.ts";
import type { Tenant } from "../sign-in/person.ts";
import type { Period } from "./period.ts";
import type { Line } from "./statement-line.ts";

/** What a statement prints besides its lines. */
export interface Heading {
  readonly tenant: Tenant;
  readonly period: Period;
  readonly figures: StatementFigures;
  readonly madeAt: Date;
}

const rowHeight = 25;
const tableTop = { first: 216, next: 84 };
const closingHeight = 92;
/** Where each column begins, or for figures ends. */
const column = { date: 40, particulars: 97, reference: 281, debit: 440, credit: 498, balance: 555 };
/** Crores are written smaller rather than into the column beside. */
const figureWidth = 54;
const small = { size: 6.8, colour: muted } as const;

/** How many pages the lines take: known before the first is drawn, so that each says "of how many". */
export function pagesFor(lines: number): number {
  // The opening balance is a row like the others.
  const rows = lines + 1;
  const [first, next] = [rowsFitting(tableTop.first), rowsFitting(tableTop.next)];
  const further = Math.max(0, Math.ceil((rows - first) / next));
  const end =
    further === 0
      ? tableTop.first + rows * rowHeight
      : tableTop.next + (rows - first - (further - 1) * next) * rowHeight;
  return 1 + further + (end + closingHeight > page.bottom ? 1 : 0);
}

function rowsFitting(top: number): number {
  return Math.floor((page.bottom - top) / rowHeight);
}

/** Draws the whole statement, and yields after each page. */
export async function* drawStatement(
  sheet: Sheet,
  heading: Heading,
  lines: AsyncIterable<readonly Line[]>,
): AsyncGenerator<void> {
  const { creditCount, debitCount } = heading.figures;
  const pages = pagesFor(Number(creditCount + debitCount));
  let number = 1;
  let y = firstPage(sheet, heading);
  y = openingRow(sheet, heading, y);
  for await (const some of lines) {
    for (const each of some) {
      if (y + rowHeight > page.bottom) yield* turn();
      row(sheet, each, y);
      y += rowHeight;
    }
  }
  if (y + closingHeight > page.bottom) yield* turn();
  closing(sheet, heading, y);
  foot(sheet, footWords(sheet, heading), number, pages);
  yield;

  function* turn(): Generator<void> {
    foot(sheet, footWords(sheet, heading), number, pages);
    yield;
    number += 1;
    y = nextPage(sheet, heading);
  }
}

function firstPage(sheet: Sheet, { tenant, period, figures, madeAt }: Heading): number {
  sheet.addPage();
  letterhead(sheet, "Statement of account");
  accountHolder(sheet, tenant, 92);
  factAtRight(sheet, "Period", inWords(period), 92);
  factAtRight(sheet, "Account", "Main wallet, Indian rupees", 107);
  factAtRight(sheet, "Made on", `${dateTimeInIndia(madeAt)} IST`, 122);
  fourFigures(sheet, figures, 140);
  return tableHead(sheet, tableTop.first);
}

function nextPage(sheet: Sheet, { tenant, period }: Heading): number {
  sheet.addPage();
  const y = 50;
  sheet.text(tenant.name, page.left, y, { size: 9, weight: "semibold", widthMax: 280 });
  sheet.text(inWords(period), page.right, y, { size: 8.5, colour: muted, align: "right" });
  return tableHead(sheet, tableTop.next);
}

/** Opening + credits − debits = closing, as one line of boxes. */
function fourFigures(sheet: Sheet, figures: StatementFigures, y: number): void {
  const boxes = [
    ["", "Opening balance", rupees(figures.openingPaise)],
    ["+", counted("Credits", figures.creditCount), rupees(figures.creditsPaise)],
    ["−", counted("Debits", figures.debitCount), rupees(figures.debitsPaise)],
    ["=", "Closing balance", rupees(figures.closingPaise)],
  ] as const;
  const gap = 17;
  const width = (page.width - 3 * gap) / 4;
  boxes.forEach(([sign, label, amount], at) => {
    const x = page.left + at * (width + gap);
    const last = at === 3;
    const colours = last ? { fill: "#eef0ff", line: "#c9cff9" } : { fill: "#f6f7f9", line };
    sheet.box({ x, y, width, height: 46 }, { ...colours, radius: 6 });
    sheet.text(sign, x - 11.5, y + 27, { size: 11, colour: muted });
    sheet.text(label, x + 9, y + 17, { size: 7.5, colour: muted });
    const style = { weight: "semibold", widthMax: width - 14 } as const;
    const size = sheet.widthOf(amount, { ...style, size: 11 }) > width - 14 ? 8.5 : 11;
    sheet.text(amount, x + 9, y + 35, { ...style, size });
  });
}

function tableHead(sheet: Sheet, bottom: number): number {
  const y = bottom - 8;
  sheet.box(
    { x: page.left - 6, y: bottom - 20, width: page.width + 12, height: 20 },
    { fill: "#f1f3f7", radius: 4 },
  );
  const style = { size: 7.2, weight: "semibold", colour: muted } as const;
  sheet.text("Date", column.date, y, style);
  sheet.text("Particulars", column.particulars, y, style);
  sheet.text("Reference / UTR", column.reference, y, style);
  sheet.text("Debit (₹)", column.debit, y, { ...style, align: "right" });
  sheet.text("Credit (₹)", column.credit, y, { ...style, align: "right" });
  sheet.text("Balance (₹)", column.balance, y, { ...style, align: "right" });
  return bottom;
}

function openingRow(sheet: Sheet, { period, figures }: Heading, y: number): number {
  const base = y + 15;
  sheet.text(dayInIndia(period.from), column.date, base, { size: 7.8 });
  sheet.text("Opening balance", column.particulars, base, { size: 7.8, weight: "semibold" });
  figure(sheet, figures.openingPaise, column.balance, base, "semibold");
  sheet.rule(page.left, y + rowHeight, page.width);
  return y + rowHeight;
}

function row(sheet: Sheet, each: Line, y: number): void {
  const [first, second] = [y + 11, y + 20];
  const [day, time] = dateTimeInIndia(each.at).split(" ");
  sheet.text(day ?? "", column.date, first, { size: 7.8 });
  sheet.text(time ?? "", column.date, second, small);
  const wide = { widthMax: column.reference - column.particulars - 8 };
  sheet.text(each.particulars, column.particulars, first, { size: 7.8, ...wide });
  if (each.detail) sheet.text(each.detail, column.particulars, second, { ...small, ...wide });
  const [above, below] = each.reference
    ? [each.reference, each.utr && `UTR ${each.utr}`]
    : [each.utr, null];
  const narrow = { widthMax: 110 };
  if (above) sheet.text(above, column.reference, first, { size: 7, ...narrow });
  if (below) sheet.text(below, column.reference, second, { ...small, size: 6.5, ...narrow });
  if (each.paise < 0n) figure(sheet, -each.paise, column.debit, first);
  else figure(sheet, each.paise, column.credit, first);
  figure(sheet, each.balancePaise, column.balance, first);
  sheet.rule(page.left, y + rowHeight, page.width, "#eceef3", 0.4);
}

function closing(sheet: Sheet, { period, figures }: Heading, y: number): void {
  const base = y + 15;
  sheet.text(dayInIndia(period.to), column.date, base, { size: 7.8 });
  sheet.text("Closing balance", column.particulars, base, { size: 7.8, weight: "semibold" });
  figure(sheet, figures.debitsPaise, column.debit, base, "semibold");
  figure(sheet, figures.creditsPaise, column.credit, base, "semibold");
  figure(sheet, figures.closingPaise, column.balance, base, "semibold");
  sheet.rule(page.left, y + rowHeight, page.width, "#9aa3b5", 0.8);
  notes(sheet.product).forEach((note, at) =>
    sheet.text(note, page.left, y + rowHeight + 18 + at * 11, { size: 7.2, colour: muted }),
  );
}

const notes = (product: string) => [
  "The balance is what can be spent. A payout is a debit of amount, fee and GST on the day on which it is requested;",
  "when it fails, or the bank returns it, the whole comes back as a credit on that day. Times are Indian Standard Time.",
  `This statement is made by ${product} from its ledger and needs no signature.`,
];

function figure(
  sheet: Sheet,
  paise: bigint,
  right: number,
  y: number,
  weight: "regular" | "semibold" = "regular",
): void {
  const text = plainRupees(paise);
  const width = sheet.widthOf(text, { size: 7.8, weight });
  const size = width > figureWidth ? (7.8 * figureWidth) / width : 7.8;
  sheet.text(text, right, y, { size, weight, align: "right" });
}

function inWords({ from, to }: Period): string {
  return `${dayInIndia(from)} to ${dayInIndia(to)}`;
}

function footWords(sheet: Sheet, { tenant, period }: Heading): string {
  return `${sheet.product} · Statement of account · ${tenant.name} · ${inWords(period)}`;
}

function counted(label: string, count: bigint): string {
  return `${label} (${count.toLocaleString("en-IN")})`;
}
