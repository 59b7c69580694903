import { utrSpellings } from "../../kernel/utr-key.ts";

/** What a search text can be, each of them whole. */
export interface Sought {
  readonly text: string;
  /** Spellings of the UTR; none if it can't be one. */
  readonly utrs: readonly string[];
}

/** A UTR has 12 to 22 letters and digits; without the zeros in front, the number of one has fewer. */
export function readSought(text: string): Sought {
  const { length } = text.replaceAll(/[^A-Za-z0-9]/g, "");
  return { text, utrs: length >= 8 && length <= 30 ? utrSpellings(text) : [] };
}
