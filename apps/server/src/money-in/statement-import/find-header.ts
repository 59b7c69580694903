import {
  statementColumns,
  type ColumnPlaces,
  type StatementColumn,
} from "@rokad/contract/statement-import";
import {
  columnName,
  guessColumns as guessByPatterns,
  wordsOf,
} from "../../files/tables/guess-columns.ts";
import { digest } from "../../kernel/ids.ts";
import type { Table, TableRow } from "../../files/tables/parsed-table.ts";

/** The header of a table: its position, column names, fingerprint, and guessed columns. */
export interface Header {
  /** The number of rows above the first row of values. */
  readonly rowsAbove: number;
  readonly names: readonly string[];
  readonly fingerprint: Buffer;
  readonly guess: ColumnPlaces;
}

/** Indian banks write up to about thirty address lines above the header. */
const headerRowsMax = 60;

/**
 * Finds the header row by the column names that banks use. Without a header the columns get numbers
 * as names.
 */
export function findHeader({ rows }: Table): Header {
  let best: { at: number; guess: ColumnPlaces; score: number } | undefined;
  for (const [at, { cells }] of rows.slice(0, headerRowsMax).entries()) {
    const score = countColumns(cells);
    if (score > (best?.score ?? 0)) best = { at, guess: guessColumns(cells), score };
  }
  if (!best) return withoutHeader(rows);
  const names = (rows[best.at]?.cells ?? []).map((name, at) => name || columnName(at));
  return { rowsAbove: best.at + 1, names, fingerprint: fingerprintOf(names), guess: best.guess };
}

/** How many columns a header names; 0 for a row without the names of a date and of money. */
export function countColumns(cells: readonly string[]): number {
  const guess = guessColumns(cells);
  const hasMoney = guess.credit !== undefined || guess.amount !== undefined;
  return hasMoney && guess.date !== undefined ? Object.keys(guess).length : 0;
}

function withoutHeader(rows: readonly TableRow[]): Header {
  const widest = Math.max(0, ...rows.slice(0, headerRowsMax).map(({ cells }) => cells.length));
  const names = Array.from({ length: widest }, (_, at) => columnName(at));
  return { rowsAbove: 0, names, fingerprint: fingerprintOf(names), guess: {} };
}

/** Identifies a bank's format: ignores case, spaces and punctuation. */
function fingerprintOf(names: readonly string[]): Buffer {
  return digest(names.map(wordsOf));
}

/**
 * The column names of Indian banks. An earlier pattern is more certain: "Transaction Date" wins over
 * "Value Date", and "UTR" over "Cheque No".
 */
const columnPatterns: Readonly<Record<StatementColumn, readonly RegExp[]>> = {
  date: [
    /^(?:transaction|txn|tran|trn|posting|post|booking|entry) ?(?:date|dt)\b/,
    /^date( time)?$/,
    /\bdate\b/,
  ],
  reference: [
    /\butr\b|\brrn\b/,
    /^(?:ref|reference)\b|\bref(?:erence)? ?(?:no|number|id|num)\b|\bchq ref\b/,
    /\b(?:transaction|txn|tran) ?(?:id|no|number|ref)\b/,
    /\b(?:chq|cheque|instrument|inst)\b/,
  ],
  narration: [/narration|particular|description|remark|details/],
  sender: [/^(?:sender|remitter|payer|counter ?party)(?: name)?$|^(?:remitter|sender) /],
  credit: [/\bcredits?\b|\bdeposits?\b|^cr( amount| amt)?$|^(?:amount|amt) cr$|\bpaid in\b/],
  debit: [/\bdebits?\b|\bwithdrawals?\b|^dr( amount| amt)?$|^(?:amount|amt) dr$|\bpaid out\b/],
  balance: [/\b(?:closing|running|available|account|ledger) ?bal(?:ance)?\b|^bal(?:ance)?\b/],
  amount: [/^(?:transaction |txn |tran )?(?:amount|amt)\b/],
  direction: [
    /^(?:cr|dr|credit|debit) (?:or )?(?:cr|dr|credit|debit)\b|^crdr$|^drcr$|^d c$|^c d$/,
    /^(?:txn |transaction |tran )?type(?: (?:cr|dr|credit|debit))*$/,
  ],
};

const namesCredit = /\b(?:credits?|deposits?|cr)\b/;
const namesDebit = /\b(?:debits?|withdrawals?|dr)\b/;

/** "Withdrawal (Dr)/Deposit (Cr)" is one column of amounts, and "Dr / Cr" one of words. */
function asAmount(name: string): string {
  const words = wordsOf(name);
  const isCombined = namesCredit.test(words) && namesDebit.test(words);
  const isOther = [...columnPatterns.direction, ...columnPatterns.balance].some((pattern) =>
    pattern.test(words),
  );
  return isCombined && !isOther ? "Amount" : name;
}

// Direction first: "Debit / Credit" holds a word, not an amount. So does a balance's "Cr/Dr".
const order: readonly StatementColumn[] = ["direction", "balance", ...statementColumns];

/** Guesses the columns from the header's words; leaves out what is not clear. */
export function guessColumns(cells: readonly string[]): ColumnPlaces {
  const places: ColumnPlaces = guessByPatterns(columnPatterns, order, cells.map(asAmount));
  // "Debit/Credit" without an amount next to it holds signed amounts.
  if (
    places.credit === undefined &&
    places.amount === undefined &&
    places.direction !== undefined
  ) {
    places.amount = places.direction;
    delete places.direction;
  }
  if (places.credit !== undefined) {
    delete places.amount;
    delete places.direction;
  }
  return places;
}
