/** The rows of a CSV file by the titles of its columns. Quoted cells may contain anything. */
export function parseCsv(text: string): Readonly<Record<string, string>>[] {
  const rows: string[][] = [[]];
  let cell = "";
  let isQuoted = false;
  const endCell = (): void => {
    rows.at(-1)?.push(cell);
    cell = "";
  };
  const plain = text.replace(/^\uFEFF/, "");
  for (let at = 0; at < plain.length; at += 1) {
    const character = plain[at] ?? "";
    if (isQuoted && character === '"' && plain[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === ",") endCell();
    else if (!isQuoted && character === "\n") {
      endCell();
      rows.push([]);
    } else if (isQuoted || character !== "\r") cell += character;
  }
  if (cell !== "" || rows.at(-1)?.length !== 0) endCell();
  const [titles = [], ...lines] = rows.filter((row) => row.length > 0);
  return lines.map((line) =>
    Object.fromEntries(titles.map((title, at) => [title, line[at] ?? ""])),
  );
}
