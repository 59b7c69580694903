/** The rows of a CSV file, each by its column's title. Quoted cells may hold anything. */
export function readCsv(text: string): Record<string, string>[] {
  const [titles = [], ...rows] = linesOf(text.replace(/^\uFEFF/, ""));
  return rows.map((cells) =>
    Object.fromEntries(titles.map((title, at) => [title, cells[at] ?? ""])),
  );
}

function linesOf(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g,
  )) {
    line.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === ",") continue;
    if (line.length > 1) lines.push(line);
    line = [];
  }
  return lines;
}
