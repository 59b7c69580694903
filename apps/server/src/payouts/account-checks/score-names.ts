export type NameMatch = "match" | "partial" | "different" | "unknown";

/** Titles, which are optional; "M/s" is removed before the name is split into words. */
const titles = new Set(
  "mr mrs ms miss dr prof shri sri smt kum kumari messrs late capt col adv ca er".split(" "),
);
/** Words for the legal form of a firm, which don't identify it. */
const firms = new Set(
  "pvt private ltd limited llp opc inc co company corp corporation huf firm prop proprietor the and of".split(
    " ",
  ),
);
/** Spellings of one name that differ in too many letters. A map, because a name may be "constructor". */
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
/** An initial may stand for the other word, or for another one with the same letter. */
const initialLikeness = 0.75;
const spellingLikeness = 0.9;

/**
 * How well a typed name matches the bank's, from 0 to 100: twice the shared words, divided by the
 * words of both. Ignores order, case, titles, "Pvt Ltd" and missing spaces.
 * @returns null if the names can't be compared, for example in another script.
 */
export function scoreNames(typed: string, atBank: string): number | null {
  const [ours, theirs] = [wordsOf(typed), wordsOf(atBank)];
  if (ours.length === 0 || theirs.length === 0) return null;
  if (ours.join("") === theirs.join("")) return 100;
  const sharedWeight = pairUp(ours, theirs);
  return Math.round((2 * sharedWeight * 100) / (ours.length + theirs.length));
}

/** What a score means for the payer. */
export function matchOf(score: number | null): NameMatch {
  if (score === null) return "unknown";
  if (score >= matchAtLeast) return "match";
  return score >= partialAtLeast ? "partial" : "different";
}

/** The summed likeness of the best pairs, each word used once. */
function pairUp(ours: readonly string[], theirs: readonly string[]): number {
  const pairs = ours
    .flatMap((word, a) => theirs.map((other, b) => ({ a, b, likeness: likenessOf(word, other) })))
    .filter(({ likeness }) => likeness > 0)
    .toSorted((one, other) => other.likeness - one.likeness);
  const [usedOurs, usedTheirs] = [new Set<number>(), new Set<number>()];
  let total = 0;
  let hasWholeWord = false;
  for (const { a, b, likeness } of pairs) {
    if (usedOurs.has(a) || usedTheirs.has(b)) continue;
    usedOurs.add(a);
    usedTheirs.add(b);
    total += likeness;
    hasWholeWord ||= Math.min(ours[a]?.length ?? 0, theirs[b]?.length ?? 0) > 1;
  }
  // Initials alone prove nothing.
  return hasWholeWord ? total : 0;
}

function likenessOf(a: string, b: string): number {
  if (a === b) return 1;
  if (a.length === 1 || b.length === 1) return a[0] === b[0] ? initialLikeness : 0;
  // Banks truncate long names, so a word may be the start of the other one.
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
  if (shorter.length >= 5 && longer.startsWith(shorter)) return spellingLikeness;
  return editDistance(a, b) <= editDistanceMax(shorter.length) ? spellingLikeness : 0;
}

/** Chaudhari and Choudhary are one name; Ramesh and Suresh, at the same distance, are two. */
function editDistanceMax(letters: number): number {
  if (letters < 4) return 0;
  return letters < 8 ? 1 : 2;
}

/** Letters to insert, delete or replace to turn one word into the other (Levenshtein, 1965). */
function editDistance(a: string, b: string): number {
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
    // Lakshmi and Laxmi are the same name.
    .map((word) => (spellings.get(word) ?? word).replaceAll("ksh", "x"));
  const identifying = words.filter((word) => !firms.has(word));
  // A name such as "The Company" consists of such words only.
  return identifying.length > 0 ? identifying : words;
}
