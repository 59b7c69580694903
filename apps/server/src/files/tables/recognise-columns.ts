import { wordsOf } from "./guess-columns.ts";

/** The words of a field's column: `is` from certain to possible, `isNot` whatever else it says. */
export interface ColumnWords {
  readonly is: readonly RegExp[];
  readonly isNot?: RegExp;
  /** Of two columns that fit, one with these words is meant. */
  readonly prefers?: RegExp;
}

/** The column of each field, and the columns that fit a field equally: a person chooses. */
export interface RecognisedColumns<Field extends string> {
  readonly places: Partial<Record<Field, number>>;
  readonly unclear: Partial<Record<Field, number[]>>;
}

/**
 * Chooses a column for each field. Of two that fit equally none is chosen, and no column is two
 * fields.
 * @param words in the order in which the fields choose.
 */
export function recogniseColumns<Field extends string>(
  words: Readonly<Partial<Record<Field, ColumnWords>>>,
  cells: readonly string[],
): RecognisedColumns<Field> {
  const names = cells.map(columnWords);
  const used = new Set<number>();
  const places: Partial<Record<Field, number>> = {};
  const unclear: Partial<Record<Field, number[]>> = {};
  for (const [field, rule] of Object.entries(words) as [Field, ColumnWords][]) {
    const fits = names.map((name, at) => (used.has(at) ? Infinity : fitOf(rule, name)));
    const best = Math.min(...fits);
    if (best === Infinity) continue;
    const found = fits.flatMap((fit, at) => (fit === best ? [at] : []));
    for (const at of found) used.add(at);
    if (found.length > 1) unclear[field] = found;
    else places[field] = found[0] ?? 0;
  }
  return { places, unclear };
}

/** A column's words; programs write `beneAccountNo` too. */
export const columnWords = (cell: string) => wordsOf(cell.replaceAll(/([a-z])([A-Z])/g, "$1 $2"));

/** Lower fits better. */
function fitOf({ is, isNot, prefers }: ColumnWords, name: string): number {
  if (name === "" || isNot?.test(name)) return Infinity;
  const tier = is.findIndex((pattern) => pattern.test(name));
  if (tier < 0) return Infinity;
  return prefers?.test(name) ? tier : is.length + tier;
}

/** Whether a field has one column, or columns of which a person chooses one. */
export const countRecognised = ({ places, unclear }: RecognisedColumns<string>) =>
  Object.keys(places).length + Object.keys(unclear).length;
