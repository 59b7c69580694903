import type { ColumnPlaces } from "@rokad/contract/statement-import";
import { readAmount, type WrittenAmount } from "./read-amount.ts";
import { dayOrderOf, readDate, type DayOrder } from "./read-date.ts";
import { readReference, utrsIn, type WrittenReference } from "./read-reference.ts";
import type { TableRow } from "./table.ts";

interface WrittenLine {
  readonly line: number;
  readonly bookedOn: string | null;
  readonly paise: bigint | null;
  readonly reference: string | null;
  readonly narration: string | null;
}

/** Money that came in. */
export interface CreditLine extends WrittenLine {
  readonly kind: "credit";
  readonly bookedOn: string;
  readonly paise: bigint;
  readonly utrs: readonly string[];
  readonly mended: WrittenReference["mended"];
  readonly mangled: WrittenReference["mangled"];
  /** The sender's column, where the bank has one. */
  readonly sender: string | null;
}

/** What nothing is matched with, and why. */
export interface OtherLine extends WrittenLine {
  readonly kind: "no_amount" | "unreadable";
  readonly reason: string;
}

export interface DebitLine extends WrittenLine {
  readonly kind: "debit";
  readonly reason: string;
  /** A transfer that the bank has returned goes out under the UTR with which it came. */
  readonly utrs: readonly string[];
}

export type StatementLine = CreditLine | DebitLine | OtherLine;

/**
 * Reads the rows below the header. Rows that are no transaction (a footer, a total, the second
 * line of a narration) are left out; one that looks like a transaction and can't be read is not.
 */
export function readLines(rows: readonly TableRow[], columns: ColumnPlaces): StatementLine[] {
  const cellOf = (row: TableRow, column: keyof ColumnPlaces) => {
    const at = columns[column];
    return at === undefined ? "" : (row.cells[at] ?? "");
  };
  const reading: Reading = {
    order: dayOrderOf(rows.map((row) => cellOf(row, "date"))),
    saysDebits: rows.some((row) => readAmount(cellOf(row, "amount"))?.direction === "debit"),
    hasDirection: columns.direction !== undefined,
  };
  const lines: StatementLine[] = [];
  for (const row of rows) {
    const line = readLine(row, (column) => cellOf(row, column), reading);
    if (line) lines.push(line);
  }
  return lines;
}

interface Reading {
  readonly order: DayOrder;
  /** An amount column that marks what went out marks what came in by not doing so. */
  readonly saysDebits: boolean;
  readonly hasDirection: boolean;
}

type CellOf = (column: keyof ColumnPlaces) => string;

function readLine(row: TableRow, cellOf: CellOf, reading: Reading): StatementLine | undefined {
  const written = cellOf("date");
  const amounts = [cellOf("credit"), cellOf("debit"), cellOf("amount")].map(blankIfNone);
  const hasAmount = amounts.some((text) => text !== "");
  // A total or closing balance has no date; a footer's words have no amount.
  if (written === "" || (!hasAmount && readDate(written, reading.order) === undefined))
    return undefined;
  const bookedOn = readDate(written, reading.order) ?? null;
  const reference = cellOf("reference") || null;
  const narration = cellOf("narration") || null;
  const common = { line: row.line, bookedOn, paise: null, reference, narration };
  const unreadable = (reason: string) => ({ ...common, kind: "unreadable" as const, reason });
  if (bookedOn === null) return unreadable(`The date “${written}” can't be read.`);
  const money = readMoney(amounts, cellOf("direction"), reading);
  if (typeof money === "string") return unreadable(money);
  if (money === null) {
    return { ...common, kind: "no_amount", reason: "There is no amount on this line." };
  }
  const { utrs: ofReference, mended, mangled } = readReference(reference ?? "");
  const utrs = [...new Set([...ofReference, ...utrsIn(narration ?? "")])];
  const { paise } = money;
  if (money.direction === "debit") {
    return { ...common, kind: "debit", paise, reason: "Money that went out.", utrs };
  }
  const sender = cellOf("sender") || null;
  return { ...common, bookedOn, kind: "credit", paise, utrs, mended, mangled, sender };
}

/** Banks fill the column that has no amount with a dash or a zero. */
function blankIfNone(text: string): string {
  return /^(?:-+|nil|na|n\/a|null)$/i.test(text) || readAmount(text)?.paise === 0n ? "" : text;
}

type Money = { readonly paise: bigint; readonly direction: "credit" | "debit" };

/** What moved; null for nothing, and a sentence for what can't be told. */
function readMoney(
  [credit = "", debit = "", amount = ""]: readonly string[],
  direction: string,
  reading: Reading,
): Money | string | null {
  if (credit !== "" && debit !== "") return "This line has both a credit and a debit.";
  const text = credit || debit || amount;
  if (text === "") return null;
  const read = readAmount(text);
  if (!read) return unreadableAmount(text);
  if (credit) return { paise: read.paise, direction: read.direction ?? "credit" };
  // A debit of less than nothing is not made into money that came in.
  if (debit) return { paise: read.paise, direction: "debit" };
  return ofAmount(read, direction, reading);
}

function ofAmount(read: WrittenAmount, direction: string, reading: Reading): Money | string {
  if (reading.hasDirection) {
    const said = /^c/i.test(direction) ? "credit" : /^d/i.test(direction) ? "debit" : undefined;
    if (!said) return "It does not say whether this is a credit or a debit.";
    // "-500 CR" could be either.
    if (read.direction && read.direction !== said) return "Its sign and its Cr/Dr disagree.";
    return { paise: read.paise, direction: said };
  }
  if (read.direction) return { paise: read.paise, direction: read.direction };
  // Payouts leave from the same account: taken for a credit, one of ours would be credited.
  if (!reading.saysDebits) {
    return "The amounts of this file don't say whether they came in or went out.";
  }
  return { paise: read.paise, direction: "credit" };
}

function unreadableAmount(text: string): string {
  if (text.startsWith("=")) return "The amount is a formula; a bank writes plain amounts.";
  if (/^\d(?:\.\d+)?E\+?\d+$/i.test(text)) {
    return `The amount “${text}” has lost digits in a spreadsheet.`;
  }
  return `The amount “${text}” can't be read.`;
}
