/** A file's rows, before the meaning of its columns is known. */
export interface Table {
  readonly kind: "csv" | "xlsx";
  readonly rows: readonly TableRow[];
  /** Of a workbook: the sheet with these rows. */
  readonly sheet?: Sheet;
}

export interface Sheet {
  readonly name: string;
  /** The names of the other visible sheets with something in them. */
  readonly others: readonly string[];
  readonly hiddenColumns: readonly number[];
}

export interface TableRow {
  /** The line number in the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Whether the spreadsheet hides it, as a filter does. */
  readonly isHidden?: boolean;
  /** The columns whose values are results of formulas. */
  readonly computed?: readonly number[];
  /**
   * Of a CSV file: the cells without quoting, untrimmed, where each delimiter of the line is. Undefined
   * for a cell with a line break.
   */
  readonly unquoted?: readonly string[] | undefined;
  /** Of a CSV file. */
  readonly delimiter?: string;
}

/** How much of a file is read. */
export interface TableLimits {
  readonly rowsMax: number;
  /** Further columns are dropped. */
  readonly columnsMax: number;
  /** A formula is read as its stored result; otherwise as `=formula`. */
  readonly readsFormulas?: boolean;
  /** How many columns a row's cells name: of a CSV file, the most decide header and delimiter. */
  readonly countNames?: (cells: readonly string[]) => number;
  /** How well the rows of a sheet fit: the first of the best sheets is read. */
  readonly rateSheet?: (rows: readonly TableRow[]) => number;
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

/** Replaces control characters, half emojis and all kinds of spaces with plain spaces. */
export function tidyCell(text: string): string {
  // Most cells are tidy, and a file has up to a million.
  if (text.length <= cellCharsMax && isTidy.test(text)) return text;
  return text
    .slice(0, cellCharsMax)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Z}\uFFFD]+/gu, " ")
    .trim();
}

const isTidy = /^(?:[!-~]+(?: [!-~]+)*)?$/;

const quotedCharsMax = 40;

/** A cell in quotation marks for a message, cut after 40 characters. */
export function quoteCell(text: string): string {
  return `“${text.length > quotedCharsMax ? `${text.slice(0, quotedCharsMax - 1)}…` : text}”`;
}

/** The text of a formula without a result in the file. */
export const formulaText = "=formula";

/** @returns why a cell has no value: an error of the spreadsheet, or a formula without a result. */
export function findCellFault(text: string): string | undefined {
  if (text === formulaText) return "This formula has no saved result. Enter the value.";
  return isError.test(text) ? `The spreadsheet has an error here: ${quoteCell(text)}` : undefined;
}

const isError = /^(?:#(?:N\/A|NV|GETTING_DATA|[A-Z][A-Z0-9_/]*[!?])|Err:\d{3})$/i;
