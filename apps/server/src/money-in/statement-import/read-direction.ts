import { wordsOf } from "../../files/tables/guess-columns.ts";

export type Direction = "credit" | "debit";

const words: ReadonlyMap<string, Direction> = new Map([
  ...[
    "cr",
    "credit",
    "credited",
    "deposit",
    "deposited",
    "paid in",
    "money in",
    "received",
    "receipt",
    "incoming",
    "inward",
  ].map((word) => [word, "credit"] as const),
  ...[
    "dr",
    "debit",
    "debited",
    "withdrawal",
    "withdrawn",
    "withdraw",
    "paid out",
    "money out",
    "paid",
    "payment",
    "outgoing",
    "outward",
  ].map((word) => [word, "debit"] as const),
]);

/**
 * How the cells of a Cr/Dr column are read: by whole words. Of single letters, D stands for debit
 * next to C and for deposit next to W, so the whole column decides.
 * @param texts the cells of the column.
 * @returns a function from a cell to its direction; undefined when it names none.
 */
export function directionsOf(texts: Iterable<string>): (text: string) => Direction | undefined {
  const letters = new Set<string>();
  for (const text of texts) letters.add(wordsOf(text));
  const [hasC, hasD, hasW] = [letters.has("c"), letters.has("d"), letters.has("w")];
  const known = new Map(words);
  if (hasC && hasD && !hasW) known.set("c", "credit").set("d", "debit");
  if (hasW && hasD && !hasC) known.set("w", "debit").set("d", "credit");
  return (text) => known.get(wordsOf(text));
}
