import { quoteCell, type Table, type TableRow } from "./parsed-table.ts";

/** What the import does with what a person may not see, each as a sentence. */
interface Treatment {
  readonly hiddenRows: string;
  /** By default, the results of formulas are read. */
  readonly formulas?: string;
}

/**
 * What of a file a person may not see or expect, in sentences: other sheets, hidden rows and columns,
 * and formulas.
 * @param rows those below the header.
 */
export function describeTable(
  { sheet }: Table,
  { names, rows }: { readonly names: readonly string[]; readonly rows: readonly TableRow[] },
  { hiddenRows, formulas = "The results saved in the file are used." }: Treatment,
): string[] {
  const hidden = rows.filter(({ isHidden }) => isHidden).map(({ line }) => String(line));
  const hiddenColumns = (sheet?.hiddenColumns ?? []).flatMap((at) => quoted(names[at]));
  const computed = new Set(rows.flatMap((row) => row.computed ?? []));
  const computedColumns = [...computed]
    .toSorted((a, b) => a - b)
    .flatMap((at) => quoted(names[at]));
  const sentences = [
    sheet &&
      sheet.others.length > 0 &&
      `Only the sheet ${quoteCell(sheet.name)} is read, not ${listOf(sheet.others.map(quoteCell))}.`,
    hidden.length > 0 &&
      `Hidden in the spreadsheet: ${plural("row", hidden)} ${listOf(hidden)}. ${hiddenRows}`,
    hiddenColumns.length > 0 &&
      `Hidden in the spreadsheet: ${plural("column", hiddenColumns)} ${listOf(hiddenColumns)}. Check the contents.`,
    computedColumns.length > 0 && `Computed by formulas: ${listOf(computedColumns)}. ${formulas}`,
  ];
  return sentences.filter((sentence) => typeof sentence === "string");
}

const quoted = (name: string | undefined) => (name === undefined ? [] : [quoteCell(name)]);

const plural = (noun: string, { length }: readonly unknown[]) => (length === 1 ? noun : `${noun}s`);

const listedMax = 5;

function listOf(parts: readonly string[]): string {
  const more = parts.length - listedMax;
  if (more > 0) return `${parts.slice(0, listedMax).join(", ")} and ${more} more`;
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : `${parts[0]}`;
}
