/** Titles, company forms and filler words that do not identify a person or business. */
const fillers: ReadonlySet<string> = new Set(
  "m s ms messrs mr mrs miss dr shri smt kum the and of co company corp corporation inc ltd limited pvt private llp opc huf firm proprietor prop bank banking".split(
    " ",
  ),
);

/**
 * Whether two names can belong to one person or business. At least half of the shorter name's words
 * must occur in the other: equal, as an initial, or with one letter changed. "M/s Sharma Traders
 * Pvt. Ltd." is similar to "SHARMA TRADERS", and "R Gupta" to "Ramesh Gupta".
 */
export function isSimilarName(one: string, other: string): boolean {
  const [shorter = [], longer = []] = [wordsOf(one), wordsOf(other)].toSorted(
    (a, b) => a.length - b.length,
  );
  if (shorter.length === 0) return one.trim().toLowerCase() === other.trim().toLowerCase();
  const shared = shorter.filter((word) => longer.some((match) => matchesWord(word, match)));
  // Initials alone are not enough.
  const hasWholeWord = shared.some((word) =>
    longer.some((match) => Math.min(word.length, match.length) > 1 && matchesWord(word, match)),
  );
  return hasWholeWord && shared.length * 2 >= shorter.length;
}

/** The same for bank names: "SBI" and the bank's code are similar to "State Bank of India". */
export function isSimilarBankName(entered: string, name: string, code: string): boolean {
  const letters = entered.toLowerCase().replaceAll(/[^a-z]/g, "");
  const words = name.toLowerCase().match(/[a-z]+/g) ?? [];
  const initials = words.filter((word) => word !== "of" && word !== "and").map((word) => word[0]);
  if (letters === initials.join("") || letters.startsWith(code.toLowerCase())) return true;
  return isSimilarName(entered, name);
}

function wordsOf(name: string): string[] {
  const words = name
    .normalize("NFKD")
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu);
  return (words ?? []).filter((word) => !fillers.has(word));
}

function matchesWord(a: string, b: string): boolean {
  if (a === b) return true;
  if (a.length === 1 || b.length === 1) return a[0] === b[0];
  return Math.min(a.length, b.length) >= 4 && differByOne(a, b);
}

/** Whether one letter is inserted, removed or replaced. */
function differByOne(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let from = 0;
  while (from < a.length && a[from] === b[from]) from += 1;
  const [restA, restB] = [a.slice(from), b.slice(from)];
  if (a.length === b.length) return restA.slice(1) === restB.slice(1);
  return a.length > b.length ? restA.slice(1) === restB : restA === restB.slice(1);
}
