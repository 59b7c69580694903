/** A column's name without case, spaces and punctuation. */
export function wordsOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();
}

/**
 * Guesses columns by the words of a header; leaves out what is not clear. No column is two things.
 * @param patterns of each column's names; an earlier pattern is more certain.
 * @param order in which the columns choose.
 */
export function guessColumns<Name extends string>(
  patterns: Readonly<Record<Name, readonly RegExp[]>>,
  order: readonly Name[],
  cells: readonly string[],
): Partial<Record<Name, number>> {
  const words = cells.map(wordsOf);
  const used = new Set<number>();
  const places: Partial<Record<Name, number>> = {};
  for (const column of order) {
    if (places[column] !== undefined) continue;
    const at = firstMatch(patterns[column], words, used);
    if (at === undefined) continue;
    places[column] = at;
    used.add(at);
  }
  return places;
}

function firstMatch(
  patterns: readonly RegExp[],
  words: readonly string[],
  used: ReadonlySet<number>,
): number | undefined {
  for (const pattern of patterns) {
    const at = words.findIndex((name, place) => !used.has(place) && pattern.test(name));
    if (at >= 0) return at;
  }
  return undefined;
}

/** The name of a column without one. */
export const columnName = (at: number) => `Column ${at + 1}`;
