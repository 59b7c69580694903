/** A file's rows, before the meaning of its columns is known. */
export interface Table {
  readonly kind: "csv" | "xlsx";
  readonly rows: readonly TableRow[];
}

export interface TableRow {
  /** The line number in the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** How much of a file is read. */
export interface TableLimits {
  readonly rowsMax: number;
  /** Further columns are dropped. */
  readonly columnsMax: number;
}

/** What a person can do: save another format, get the file again, or send a smaller one. */
export type Remedy = "format" | "again" | "smaller";

/** A file that cannot be parsed. The message is shown, with a sentence for the remedy. */
export class UnreadableFile extends Error {
  override name = "UnreadableFile";
  readonly remedy: Remedy | undefined;

  constructor(message: string, remedy?: Remedy) {
    super(message);
    this.remedy = remedy;
  }
}

export const tooManyLines = (rowsMax: number) =>
  new UnreadableFile(`The file has more than ${rowsMax.toLocaleString("en-IN")} lines.`, "smaller");

/** A longer cell is cut: nobody writes more, and lines are stored permanently. */
const cellCharsMax = 500;

/** Replaces control characters and all kinds of spaces with plain spaces. */
export function tidyCell(text: string): string {
  // Most cells are tidy, and a file has up to a million.
  if (text.length <= cellCharsMax && isTidy.test(text)) return text;
  return text
    .slice(0, cellCharsMax)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Z}\uFFFD]+/gu, " ")
    .trim();
}

const isTidy = /^(?:[!-~]+(?: [!-~]+)*)?$/;

const quotedCharsMax = 40;

/** A cell in quotation marks for a message, cut after 40 characters. */
export function quoteCell(text: string): string {
  return `“${text.length > quotedCharsMax ? `${text.slice(0, quotedCharsMax - 1)}…` : text}”`;
}
