/** What names have in common that says nothing about whose they are. */
const fillers: ReadonlySet<string> = new Set(
  "m s ms messrs mr mrs miss dr shri smt kum the and of co company corp corporation inc ltd limited pvt private llp opc huf firm proprietor prop bank banking".split(
    " ",
  ),
);

/**
 * Whether two names could well be one person's or business's: at least half of the words of the
 * shorter one are in the other, as they are, as an initial, or but for one letter. "M/s Sharma
 * Traders Pvt. Ltd." is like "SHARMA TRADERS"; "R Gupta" is like "Ramesh Gupta".
 */
export function alike(one: string, other: string): boolean {
  const [shorter = [], longer = []] = [wordsOf(one), wordsOf(other)].toSorted(
    (a, b) => a.length - b.length,
  );
  if (shorter.length === 0) return one.trim().toLowerCase() === other.trim().toLowerCase();
  const shared = shorter.filter((word) => longer.some((theirs) => isOneWord(word, theirs)));
  // Initials alone prove nothing.
  const whole = shared.some((word) =>
    longer.some((theirs) => Math.min(word.length, theirs.length) > 1 && isOneWord(word, theirs)),
  );
  return whole && shared.length * 2 >= shorter.length;
}

/** The same for names of banks: "SBI" is like "State Bank of India", and so is its code. */
export function alikeBanks(typed: string, name: string, code: string): boolean {
  const letters = typed.toLowerCase().replaceAll(/[^a-z]/g, "");
  const words = name.toLowerCase().match(/[a-z]+/g) ?? [];
  const initials = words.filter((word) => word !== "of" && word !== "and").map((word) => word[0]);
  if (letters === initials.join("") || letters.startsWith(code.toLowerCase())) return true;
  return alike(typed, name);
}

function wordsOf(name: string): string[] {
  const words = name
    .normalize("NFKD")
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu);
  return (words ?? []).filter((word) => !fillers.has(word));
}

function isOneWord(a: string, b: string): boolean {
  if (a === b) return true;
  if (a.length === 1 || b.length === 1) return a[0] === b[0];
  return Math.min(a.length, b.length) >= 4 && differByOne(a, b);
}

/** One letter more, less or other. */
function differByOne(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let from = 0;
  while (from < a.length && a[from] === b[from]) from += 1;
  const [restA, restB] = [a.slice(from), b.slice(from)];
  if (a.length === b.length) return restA.slice(1) === restB.slice(1);
  return a.length > b.length ? restA.slice(1) === restB : restA === restB.slice(1);
}
