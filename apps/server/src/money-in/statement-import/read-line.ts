import type { ColumnPlaces } from "@rokad/contract/statement-import";
import type { LineOutcome } from "@rokad/contract/statement-outcomes";
import { readAmount, type WrittenAmount } from "../../files/tables/read-amount.ts";
import { dayOrderOf, readDate, type DayOrder } from "../../files/tables/read-date.ts";
import { readBalance } from "./read-balance.ts";
import { directionsOf, type Direction } from "./read-direction.ts";
import { readReference, utrsIn, type WrittenReference } from "./read-reference.ts";
import { quoteCell, type TableRow } from "../../files/tables/parsed-table.ts";

/** Why a person reviews a line, also if it matches exactly otherwise. */
export interface ReviewFlag {
  /** The outcome of the line instead of "exact". */
  readonly outcome: Extract<LineOutcome, "balance_differs" | "hidden">;
  /** As a sentence. */
  readonly reason: string;
}

interface WrittenLine {
  readonly line: number;
  readonly bookedOn: string | null;
  readonly paise: bigint | null;
  /** The balance after the line, negative if overdrawn; null without a readable one. */
  readonly balancePaise: bigint | null;
  readonly flags?: readonly ReviewFlag[];
  readonly reference: string | null;
  readonly narration: string | null;
}

/** Incoming money. */
export interface CreditLine extends WrittenLine {
  readonly kind: "credit";
  readonly bookedOn: string;
  readonly paise: bigint;
  readonly utrs: readonly string[];
  readonly repair: WrittenReference["repair"];
  readonly mangled: WrittenReference["mangled"];
  /** The sender column; null without one. */
  readonly sender: string | null;
}

/** A line that is not matched, with the reason. */
export interface OtherLine extends WrittenLine {
  readonly kind: "no_amount" | "unreadable";
  readonly reason: string;
}

export interface DebitLine extends WrittenLine {
  readonly kind: "debit";
  readonly reason: string;
  /** The bank returns a transfer under the UTR of the incoming one. */
  readonly utrs: readonly string[];
}

export type StatementLine = CreditLine | DebitLine | OtherLine;

/** What only all rows of a file show. */
export interface FileFormat {
  readonly columns: ColumnPlaces;
  readonly order: DayOrder;
  /** If the amount column marks debits and no credits, its unmarked amounts are credits. */
  readonly marksOnlyDebits: boolean;
  readonly directionOf: (text: string) => Direction | undefined;
}

export function formatOf(rows: readonly TableRow[], columns: ColumnPlaces): FileFormat {
  const textsOf = (column: keyof ColumnPlaces) => rows.map((row) => cellOf(row, columns[column]));
  const marks = new Set(textsOf("amount").map((text) => readAmount(text)?.direction));
  return {
    columns,
    order: dayOrderOf(textsOf("date")),
    marksOnlyDebits: marks.has("debit") && !marks.has("credit"),
    directionOf: directionsOf(textsOf("direction")),
  };
}

function cellOf({ cells }: TableRow, at: number | undefined): string {
  return at === undefined ? "" : (cells[at] ?? "");
}

/** @returns undefined for a row that is no transaction: a footer, or the second line of a narration. */
export function readLine(row: TableRow, format: FileFormat): StatementLine | undefined {
  const cellIn = (column: keyof ColumnPlaces) => cellOf(row, format.columns[column]);
  const written = cellIn("date");
  const amounts = [cellIn("credit"), cellIn("debit"), cellIn("amount")].map(blankIfNone);
  const hasAmount = amounts.some((text) => text !== "");
  // A total or closing balance has no date; a footer has no amount.
  if (written === "" || (!hasAmount && readDate(written, format.order) === undefined))
    return undefined;
  const bookedOn = readDate(written, format.order) ?? null;
  const reference = cellIn("reference") || null;
  const narration = cellIn("narration") || null;
  const balancePaise = readBalance(cellIn("balance"));
  const common = { line: row.line, bookedOn, paise: null, balancePaise, reference, narration };
  const unreadable = (reason: string) => ({ ...common, kind: "unreadable" as const, reason });
  if (bookedOn === null) return unreadable(`The date ${quoteCell(written)} can't be read.`);
  const money = readMoney(amounts, cellIn("direction"), format);
  if (typeof money === "string") return unreadable(money);
  if (money === null) {
    return { ...common, kind: "no_amount", reason: "This line has no amount." };
  }
  const { utrs: ofReference, repair, mangled } = readReference(reference ?? "");
  const utrs = [...new Set([...ofReference, ...utrsIn(narration ?? "")])];
  const { paise } = money;
  if (money.direction === "debit") {
    return { ...common, kind: "debit", paise, reason: "Debit: money that left the account.", utrs };
  }
  const sender = cellIn("sender") || null;
  return { ...common, bookedOn, kind: "credit", paise, utrs, repair, mangled, sender };
}

/** Banks write a dash or zero in the credit or debit column without an amount. */
function blankIfNone(text: string): string {
  return /^(?:-+|nil|na|n\/a|null)$/i.test(text) || readAmount(text)?.paise === 0n ? "" : text;
}

type Money = { readonly paise: bigint; readonly direction: Direction };

/** The amount and its direction; null without an amount, a reason when it is unreadable. */
function readMoney(
  [credit = "", debit = "", amount = ""]: readonly string[],
  direction: string,
  format: FileFormat,
): Money | string | null {
  if (credit !== "" && debit !== "") return "This line has both a credit and a debit.";
  const text = credit || debit || amount;
  if (text === "") return null;
  const read = readAmount(text);
  if (!read) return unreadableAmount(text);
  if (credit) return { paise: read.paise, direction: read.direction ?? "credit" };
  // A negative debit must not become a credit.
  if (debit) return { paise: read.paise, direction: "debit" };
  return withDirection(read, direction, format);
}

function withDirection(read: WrittenAmount, direction: string, format: FileFormat): Money | string {
  if (format.columns.direction !== undefined) {
    const column = format.directionOf(direction);
    if (!column) return "The Cr/Dr column says neither credit nor debit.";
    // "-500 CR" is ambiguous.
    if (read.direction && read.direction !== column)
      return "The amount's sign contradicts the Cr/Dr column.";
    return { paise: read.paise, direction: column };
  }
  if (read.direction) return { paise: read.paise, direction: read.direction };
  // Our payouts leave the same account; one read as a credit could credit a deposit.
  if (!format.marksOnlyDebits) {
    return "The amounts of this file don't show which are credits and which are debits.";
  }
  return { paise: read.paise, direction: "credit" };
}

function unreadableAmount(text: string): string {
  if (text.startsWith("=")) return "The amount is a formula, not a number.";
  if (/^\d(?:\.\d+)?E\+?\d+$/i.test(text)) {
    return `The amount ${quoteCell(text)} has lost digits in a spreadsheet.`;
  }
  return `The amount ${quoteCell(text)} can't be read.`;
}
