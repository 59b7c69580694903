import {
  statementColumns,
  type ColumnPlaces,
  type StatementColumn,
} from "@rokad/contract/statement-import";
import { digest } from "../ids.ts";
import type { Table, TableRow } from "./table.ts";

/** Where the columns begin, what they are called, and by what their bank is known again. */
export interface Header {
  /** How many rows stand above the first one with values. */
  readonly rowsAbove: number;
  readonly names: readonly string[];
  readonly fingerprint: Buffer;
  readonly guess: ColumnPlaces;
}

/** Indian banks put up to some thirty lines of address above the header. */
const rowsLookedAt = 60;

/**
 * Finds the header by the words that banks use, below whatever stands above it. A file without
 * one is a table all the same: its columns are counted.
 */
export function findHeader({ rows }: Table): Header {
  let best: { at: number; guess: ColumnPlaces; score: number } | undefined;
  for (const [at, { cells }] of rows.slice(0, rowsLookedAt).entries()) {
    const guess = guessColumns(cells);
    const score = Object.keys(guess).length;
    const hasMoney = guess.credit !== undefined || guess.amount !== undefined;
    if (hasMoney && guess.date !== undefined && score > (best?.score ?? 0)) {
      best = { at, guess, score };
    }
  }
  if (!best) return withoutHeader(rows);
  const names = (rows[best.at]?.cells ?? []).map((name, at) => name || columnName(at));
  return { rowsAbove: best.at + 1, names, fingerprint: fingerprintOf(names), guess: best.guess };
}

function withoutHeader(rows: readonly TableRow[]): Header {
  const widest = Math.max(0, ...rows.slice(0, rowsLookedAt).map(({ cells }) => cells.length));
  const names = Array.from({ length: widest }, (_, at) => columnName(at));
  return { rowsAbove: 0, names, fingerprint: fingerprintOf(names), guess: {} };
}

const columnName = (at: number) => `Column ${at + 1}`;

/** The same words in the same order, however they are set in capitals and spaces. */
function fingerprintOf(names: readonly string[]): Buffer {
  return digest(names.map(wordsOf));
}

function wordsOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();
}

/**
 * How Indian banks call their columns. The earlier a pattern, the surer: a "Transaction Date" is
 * taken before a "Value Date", and a "UTR" before a "Cheque No".
 */
const known: Readonly<Record<StatementColumn, readonly RegExp[]>> = {
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
  credit: [/\bcredits?\b|\bdeposits?\b|^cr( amount| amt)?$|\bpaid in\b/],
  debit: [/\bdebits?\b|\bwithdrawals?\b|^dr( amount| amt)?$|\bpaid out\b/],
  amount: [/^(?:transaction |txn |tran )?(?:amount|amt)\b/],
  direction: [
    /^(?:cr|dr|credit|debit) (?:cr|dr|credit|debit)\b|^(?:txn |transaction |tran )?type$|^crdr$|^d c$|^c d$/,
  ],
};

/** The words of a header that hint at what the columns hold; only what is clear is answered. */
export function guessColumns(cells: readonly string[]): ColumnPlaces {
  const words = cells.map(wordsOf);
  const taken = new Set<number>();
  const places: ColumnPlaces = {};
  // Direction first: "Debit / Credit" holds a word, not an amount.
  const order: StatementColumn[] = ["direction", ...statementColumns];
  for (const column of order) {
    if (places[column] !== undefined) continue;
    const at = firstThatFits(known[column], words, taken);
    if (at === undefined) continue;
    places[column] = at;
    taken.add(at);
  }
  if (places.credit !== undefined) {
    delete places.amount;
    delete places.direction;
  }
  return places;
}

function firstThatFits(
  patterns: readonly RegExp[],
  words: readonly string[],
  taken: ReadonlySet<number>,
): number | undefined {
  for (const pattern of patterns) {
    const at = words.findIndex((name, place) => !taken.has(place) && pattern.test(name));
    if (at >= 0) return at;
  }
  return undefined;
}
