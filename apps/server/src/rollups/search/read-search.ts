import { limits } from "@rokad/contract/limits";
import { blindIndex } from "../../database/encryption/encrypt.ts";

/** Terms from `low` to before `high`. */
export interface TermRange {
  readonly low: string;
  readonly high: string;
}

/** One way in which a part of a search finds a row. */
export interface Alternative {
  /** The stored terms that find it. */
  readonly find: TermRange;
  /** A term that a row must also have, where the stored ones are not exact enough. */
  readonly check?: string;
}

/** A part of a search: a row matches if it has one of the alternatives. */
export type Needle = readonly Alternative[];

/** What a search text asks for: a row matches if it matches every needle. */
export interface Search {
  readonly needles: readonly Needle[];
  /** Whole references, in capitals, which an index of the payouts finds. */
  readonly references: readonly string[];
}

/** In UTF-8 no text that begins with the prefix sorts after it. */
const lastCharacter = "\u{10FFFF}";
/** As in `list_search_words`. */
const separators = /[ \t\r\n!-/:-@[-`{-~]+/;
const amountPattern = /^(₹|rs\.?|inr)?(\d{1,3}(?:,\d{2,3})+|\d+)(?:\.(\d{1,2}))?(?:\/-)?$/;
const referencePattern = /^[A-Za-z0-9]{8,20}$/;
const partsMax = 8;
const wordCharsMax = 40;

/**
 * Reads a search: words, each from its start; an amount as people write it; the last four digits of
 * an account number or the whole number; a whole UPI ID, UTR or reference.
 */
export function readSearch(text: string): Search {
  const parts = text
    .normalize("NFC")
    .toLowerCase()
    // A currency belongs to the number behind it.
    .replaceAll(/(₹|\brs\.?|\binr)\s+(?=\d)/g, "$1")
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, partsMax);
  return {
    needles: parts.flatMap(needlesOf),
    references: parts
      .filter((part) => referencePattern.test(part))
      .map((part) => part.toUpperCase()),
  };
}

/** What finds a payout by its UTR, in each of these spellings. */
export function searchOfUtr(spellings: readonly string[]): Search {
  const words = spellings.map((spelling) => `w${spelling.toLowerCase().slice(0, wordCharsMax)}`);
  return { needles: [words.map((word) => ({ find: exactly(word) }))], references: [] };
}

/** The term that sorts amounts: in paise, with leading zeros. */
export const amountsRange: TermRange = { low: "a", high: "b" };

function needlesOf(part: string): Needle[] {
  if (/^[^@]+@[a-z][a-z0-9.-]*$/.test(part)) return [[{ find: exactly(hashTerm("upi id", part)) }]];
  const amount = amountPattern.exec(part);
  if (amount) {
    const [, , rupees = "", paise = ""] = amount;
    const digits = rupees.replaceAll(",", "");
    const found = amounts(digits + paise.padEnd(2, "0"));
    // What is too long for an amount is a number, such as an account number with ".00" from a sheet.
    const isNumber = found.length === 0 || /^\d+$/.test(part);
    return [[...found, ...(isNumber ? numbers(digits) : [])]];
  }
  return part
    .split(separators)
    .filter(Boolean)
    .map((word) => [{ find: startingWith("w", word) }, { find: exactly(`r${word}`) }]);
}

/** The amount in paise, and the total that a wallet's history shows for it; none if it is too long. */
function amounts(digits: string): Alternative[] {
  if (digits.length > 15) return [];
  return ["a", "t"].map((letter) => ({ find: exactly(letter + digits.padStart(15, "0")) }));
}

/** Digits alone can also be a UTR, a word, an account number or its end. */
function numbers(digits: string): Alternative[] {
  const isAccount =
    digits.length >= limits.accountNumberDigitsMin &&
    digits.length <= limits.accountNumberDigitsMax;
  return [
    { find: startingWith("w", digits) },
    { find: exactly(`r${digits}`) },
    ...(digits.length === 4 ? [{ find: exactly(`e${digits}`) }] : []),
    ...(isAccount
      ? [{ find: exactly(`e${digits.slice(-4)}`), check: hashTerm("account number", digits) }]
      : []),
  ];
}

function hashTerm(what: "upi id" | "account number", plain: string): string {
  return `h${blindIndex(what, plain).toString("hex").slice(0, 32)}`;
}

function exactly(term: string): TermRange {
  // PostgreSQL's texts have no NUL, so no other term lies in between.
  return { low: term, high: `${term}\u0001` };
}

function startingWith(letter: string, word: string): TermRange {
  const low = letter + [...word].slice(0, wordCharsMax).join("");
  return { low, high: low + lastCharacter };
}
