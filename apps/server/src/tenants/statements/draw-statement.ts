import { dateTimeInIndia, dayInIndia } from "../../kernel/days.ts";
import { plainRupees, rupees } from "../../kernel/money.ts";
import {
  accountHolder,
  factAtRight,
  foot,
  letterhead,
  line,
  muted,
  page,
} from "../../files/pdf/letterhead.ts";
import type { Sheet } from "../../files/pdf/sheet.ts";
import type { Tenant } from "../../kernel/person.ts";
import type { Period } from "./period.ts";
import { leftOut, type StatementFigures } from "./read-figures.ts";
import type { Line } from "./line.ts";

/** The parts of a statement besides its lines. */
export interface StatementHeading {
  readonly tenant: Tenant;
  readonly period: Period;
  readonly figures: StatementFigures;
  readonly generatedAt: Date;
}

const rowHeight = 25;
const tableTop = { first: 216, next: 84 };
const closingHeight = 92;
/** The x of each column: the left edge of text, the right edge of amounts. */
const column = { date: 40, particulars: 97, reference: 281, debit: 440, credit: 498, balance: 555 };
/** A wider amount gets a smaller font, so that it stays in its column. */
const figureWidth = 54;
/** Of a bank's name that is shortened. */
const nameWidthMin = 30;
const small = { size: 6.8, colour: muted } as const;

/** The number of pages for `lines`; each page prints it, so it is needed before the first one. */
export function countPages(lines: number): number {
  // One more row for the opening balance.
  const rows = lines + 1;
  const [first, next] = [rowsFitting(tableTop.first), rowsFitting(tableTop.next)];
  const morePages = Math.max(0, Math.ceil((rows - first) / next));
  const end =
    morePages === 0
      ? tableTop.first + rows * rowHeight
      : tableTop.next + (rows - first - (morePages - 1) * next) * rowHeight;
  return 1 + morePages + (end + closingHeight > page.bottom ? 1 : 0);
}

function rowsFitting(top: number): number {
  return Math.floor((page.bottom - top) / rowHeight);
}

/** Draws the whole statement; yields after each page. */
export async function* drawStatement(
  sheet: Sheet,
  heading: StatementHeading,
  lines: AsyncIterable<readonly Line[]>,
): AsyncGenerator<void> {
  const { creditCount, debitCount } = heading.figures;
  const pages = countPages(Number(creditCount + debitCount));
  let number = 1;
  let y = firstPage(sheet, heading);
  y = openingRow(sheet, heading, y);
  for await (const batch of lines) {
    for (const each of batch) {
      if (y + rowHeight > page.bottom) yield* endPage();
      row(sheet, each, y);
      y += rowHeight;
    }
  }
  if (y + closingHeight > page.bottom) yield* endPage();
  closing(sheet, heading, y);
  foot(sheet, footText(sheet, heading), number, pages);
  yield;

  function* endPage(): Generator<void> {
    foot(sheet, footText(sheet, heading), number, pages);
    yield;
    number += 1;
    y = nextPage(sheet, heading);
  }
}

function firstPage(
  sheet: Sheet,
  { tenant, period, figures, generatedAt }: StatementHeading,
): number {
  sheet.addPage();
  letterhead(sheet, "Statement of account");
  accountHolder(sheet, tenant, 92);
  factAtRight(sheet, "Period", periodText(period), 92);
  factAtRight(sheet, "Account", "Main wallet, Indian rupees", 107);
  factAtRight(sheet, "Generated on", `${dateTimeInIndia(generatedAt)} IST`, 122);
  fourFigures(sheet, figures, 140);
  return tableHead(sheet, tableTop.first);
}

function nextPage(sheet: Sheet, { tenant, period }: StatementHeading): number {
  sheet.addPage();
  const y = 50;
  sheet.text(tenant.name, page.left, y, { size: 9, weight: "semibold", widthMax: 280 });
  sheet.text(periodText(period), page.right, y, { size: 8.5, colour: muted, align: "right" });
  return tableHead(sheet, tableTop.next);
}

/** Four boxes: opening + credits − debits = closing. */
function fourFigures(sheet: Sheet, figures: StatementFigures, y: number): void {
  const boxes = [
    ["", "Opening balance", rupees(figures.openingPaise)],
    ["+", withCount("Credits", figures.creditCount), rupees(figures.creditsPaise)],
    ["−", withCount("Debits", figures.debitCount), rupees(figures.debitsPaise)],
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

function openingRow(sheet: Sheet, { period, figures }: StatementHeading, y: number): number {
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
  if (each.detail) detail(sheet, each, each.detail, second, wide.widthMax);
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

/** The bank's name or the UPI ID is shortened, and the account, fee and GST after it are not. */
function detail(sheet: Sheet, { bank, account }: Line, text: string, y: number, width: number) {
  const name = bank ?? account ?? "";
  const rest = sheet.widthOf(text, small) - sheet.widthOf(name, small);
  const widthMax = Math.max(width - rest, nameWidthMin);
  const shown = text.replace(name, () => sheet.shorten(name, { ...small, widthMax }));
  const size = Math.min(small.size, (small.size * width) / sheet.widthOf(shown, small));
  sheet.text(shown, column.particulars, y, { ...small, size, widthMax: width });
}

function closing(sheet: Sheet, { period, figures }: StatementHeading, y: number): void {
  const base = y + 15;
  sheet.text(dayInIndia(period.to), column.date, base, { size: 7.8 });
  sheet.text("Closing balance", column.particulars, base, { size: 7.8, weight: "semibold" });
  figure(sheet, figures.debitsPaise, column.debit, base, "semibold");
  figure(sheet, figures.creditsPaise, column.credit, base, "semibold");
  figure(sheet, figures.closingPaise, column.balance, base, "semibold");
  sheet.rule(page.left, y + rowHeight, page.width, "#9aa3b5", 0.8);
  const style = { size: 7.2, colour: muted } as const;
  notes(sheet.product, figures)
    .flatMap((note) => sheet.wrap(note, page.width, style))
    .forEach((text, at) => sheet.text(text, page.left, y + rowHeight + 18 + at * 11, style));
}

const notes = (product: string, figures: StatementFigures) => [
  "The balance is the amount that you can spend. A payout debits amount, fee and GST on the day of its request.",
  "If it fails or the bank returns it, the total is credited on that day. Times are Indian Standard Time.",
  ...walletHistoryNote(figures),
  `Computer-generated by ${product}; no signature required.`,
];

/** Why the totals are larger than those of Wallet History, where they are. */
function walletHistoryNote(figures: StatementFigures): string[] {
  const { debitsPaise, creditsPaise } = leftOut(figures);
  const hasRequests = figures.walletHistory.leavesOutRequests;
  const parts = [
    debitsPaise !== 0n &&
      `debits include ${rupees(debitsPaise)} of failed and cancelled payouts${hasRequests ? " and of payment requests on hold" : ""}`,
    creditsPaise !== 0n &&
      `credits include ${rupees(creditsPaise)} of their refunds${hasRequests ? " and of payment requests off hold" : ""}`,
  ].filter((part) => part !== false);
  return parts.length === 0
    ? []
    : [`Other than in Wallet History, ${parts.join(", and ")}. The balances are the same.`];
}

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

function periodText({ from, to }: Period): string {
  return `${dayInIndia(from)} to ${dayInIndia(to)}`;
}

function footText(sheet: Sheet, { tenant, period }: StatementHeading): string {
  return `${sheet.product} · Statement of account · ${tenant.name} · ${periodText(period)}`;
}

function withCount(label: string, count: bigint): string {
  return `${label} (${count.toLocaleString("en-IN")})`;
}
