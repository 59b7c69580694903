import { limits } from "@rokad/contract/limits";

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

/** A file that cannot be parsed; the message is shown to the user. */
export class UnreadableFile extends Error {
  override name = "UnreadableFile";
}

export const tooManyLines = `The file has more than ${limits.statementLinesMax.toLocaleString("en-IN")} lines. Import a shorter period.`;

/** A longer cell is cut: banks do not write more, and lines are stored permanently. */
const cellCharsMax = 500;

/** Replaces control characters and all kinds of spaces with plain spaces. */
export function tidyCell(text: string): string {
  return text
    .slice(0, cellCharsMax)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Z}\uFFFD]+/gu, " ")
    .trim();
}

const quotedCharsMax = 40;

/** A cell in quotation marks for a message, cut after 40 characters. */
export function quoteCell(text: string): string {
  return `“${text.length > quotedCharsMax ? `${text.slice(0, quotedCharsMax - 1)}…` : text}”`;
}
