/** A file's lines before anyone knows what its columns mean. */
export interface Table {
  readonly kind: "csv" | "xlsx";
  readonly rows: readonly TableRow[];
}

export interface TableRow {
  /** Its number in the file, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A file that is no bank statement we can read; the message is a sentence for the person. */
export class UnreadableFile extends Error {
  override name = "UnreadableFile";
}

/** A longer cell is cut: no bank writes so much, and a line is kept for ever. */
const cellCharsMax = 500;

/** A cell without what can't be seen: control characters, and spaces of every kind made plain. */
export function tidyCell(text: string): string {
  return text
    .slice(0, cellCharsMax)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zs}\uFFFD\uFEFF]+/gu, " ")
    .trim();
}
