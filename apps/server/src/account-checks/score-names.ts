export type NameMatch = "match" | "partial" | "different" | "unknown";

/** Forms of address, which come and go; "M/s" is taken off before words are parted. */
const titles = new Set(
  "mr mrs ms miss dr prof shri sri smt kum kumari messrs late capt col adv ca er".split(" "),
);
/** What a firm is, not which one. */
const firms = new Set(
  "pvt private ltd limited llp opc inc co company corp corporation huf firm prop proprietor the and of".split(
    " ",
  ),
);
/** Spellings of one name that share too few letters to be seen as one. A map, for a name may be "constructor". */
const spellings = new Map([
  ["md", "mohammed"],
  ["mohd", "mohammed"],
  ["mohammad", "mohammed"],
  ["muhammad", "mohammed"],
  ["mohamed", "mohammed"],
  ["kr", "kumar"],
  ["bros", "brothers"],
  ["intl", "international"],
  ["ent", "enterprises"],
  ["enterprise", "enterprises"],
]);

const matchAtLeast = 85;
const partialAtLeast = 60;
/** An initial stands for a word it begins, but could stand for another. */
const initialLikeness = 0.75;
const spellingLikeness = 0.9;

/**
 * How well a typed name agrees with the bank's, 0 to 100: twice what they share, by all the words
 * that they have. Order, capitals, titles, "Pvt Ltd" and missing spaces don't matter.
 * @returns null where letters can't be compared, as of a name in another script.
 */
export function scoreNames(typed: string, atBank: string): number | null {
  const [ours, theirs] = [wordsOf(typed), wordsOf(atBank)];
  if (ours.length === 0 || theirs.length === 0) return null;
  if (ours.join("") === theirs.join("")) return 100;
  const sharedWeight = pairUp(ours, theirs);
  return Math.round((2 * sharedWeight * 100) / (ours.length + theirs.length));
}

/** What a score means to the one who pays. */
export function matchOf(score: number | null): NameMatch {
  if (score === null) return "unknown";
  if (score >= matchAtLeast) return "match";
  return score >= partialAtLeast ? "partial" : "different";
}

/** The likeness of the best pairs, each word used once. */
function pairUp(ours: readonly string[], theirs: readonly string[]): number {
  const pairs = ours
    .flatMap((word, a) => theirs.map((other, b) => ({ a, b, likeness: likenessOf(word, other) })))
    .filter(({ likeness }) => likeness > 0)
    .toSorted((one, other) => other.likeness - one.likeness);
  const [usedOurs, usedTheirs] = [new Set<number>(), new Set<number>()];
  let sum = 0;
  let hasWholeWord = false;
  for (const { a, b, likeness } of pairs) {
    if (usedOurs.has(a) || usedTheirs.has(b)) continue;
    usedOurs.add(a);
    usedTheirs.add(b);
    sum += likeness;
    hasWholeWord ||= Math.min(ours[a]?.length ?? 0, theirs[b]?.length ?? 0) > 1;
  }
  // Initials alone prove nothing.
  return hasWholeWord ? sum : 0;
}

function likenessOf(a: string, b: string): number {
  if (a === b) return 1;
  if (a.length === 1 || b.length === 1) return a[0] === b[0] ? initialLikeness : 0;
  // A bank cuts long names off, so the last word may be a part of it.
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
  if (shorter.length >= 5 && longer.startsWith(shorter)) return spellingLikeness;
  return lettersApart(a, b) <= lettersForgiven(shorter.length) ? spellingLikeness : 0;
}

/** Chaudhari and Choudhary are one name; Ramesh and Suresh, as near to each other, are two. */
function lettersForgiven(letters: number): number {
  if (letters < 4) return 0;
  return letters < 8 ? 1 : 2;
}

/** Letters to add, drop or replace until one word is the other (Levenshtein, 1965). */
function lettersApart(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...a].entries()) {
    const line = [row + 1];
    for (const [column, other] of [...b].entries()) {
      const replaced = (above[column] ?? 0) + (letter === other ? 0 : 1);
      line.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    }
    above = line;
  }
  return above[b.length] ?? 0;
}

function wordsOf(name: string): string[] {
  const letters = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/\bm\/s\b\.?/g, " ");
  const words = (letters.match(/[a-z0-9]+/g) ?? [])
    .filter((word) => !titles.has(word))
    // Lakshmi and Laxmi are one name.
    .map((word) => (spellings.get(word) ?? word).replaceAll("ksh", "x"));
  const naming = words.filter((word) => !firms.has(word));
  // "The Company" has only such words; then they are what there is.
  return naming.length > 0 ? naming : words;
}
