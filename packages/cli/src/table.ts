/** A column of a table: its title, and the text of an item. */
export type Columns<T> = readonly (readonly [title: string, textOf: (item: T) => string])[];

/** Items as lines of aligned columns; a column whose title ends with a space is aligned right. */
export function tableOf<T>(columns: Columns<T>, items: readonly T[]): string[] {
  const rows = [
    columns.map(([title]) => title.trim()),
    ...items.map((item) => columns.map(([, textOf]) => printable(textOf(item)))),
  ];
  const widths = columns.map((_, index) =>
    Math.max(...rows.map((row) => lengthOf(row[index] ?? ""))),
  );
  return rows.map((row) =>
    row
      .map((text, index) => {
        const space = " ".repeat((widths[index] ?? 0) - lengthOf(text));
        return columns[index]?.[0].endsWith(" ") ? space + text : text + space;
      })
      .join("  ")
      .trimEnd(),
  );
}

/** Names come from people: no text of theirs may move the cursor or write colours. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "\uFFFD");
}

function lengthOf(text: string): number {
  return [...new Intl.Segmenter().segment(text)].length;
}

/** `1 row`, `2 rows`. */
export const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
