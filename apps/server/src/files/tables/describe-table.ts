import { quoteCell, type Table, type TableRow } from "./parsed-table.ts";

/**
 * What of a file a person may not see or expect, in sentences: other sheets, hidden rows and columns,
 * and results of formulas.
 * @param rows those below the header.
 * @param hiddenMeans what becomes of hidden rows.
 */
export function describeTable(
  { sheet }: Table,
  { names, rows }: { readonly names: readonly string[]; readonly rows: readonly TableRow[] },
  hiddenMeans: string,
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
      `Hidden in the spreadsheet: ${plural("row", hidden)} ${listOf(hidden)}. ${hiddenMeans}`,
    hiddenColumns.length > 0 &&
      `Hidden in the spreadsheet: ${plural("column", hiddenColumns)} ${listOf(hiddenColumns)}. Check the contents.`,
    computedColumns.length > 0 &&
      `Computed by formulas: ${listOf(computedColumns)}. The results saved in the file are used.`,
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
