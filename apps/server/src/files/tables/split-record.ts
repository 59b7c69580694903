export interface SplitRecord {
  readonly cells: readonly string[];
  /** A cell begins with a quotation mark and no other one follows: it may end on a later line. */
  readonly isOpen: boolean;
  /** A cell begins with a quotation mark that does not quote the whole cell. */
  readonly isLiteral: boolean;
}

/** Splits a record at its delimiters. A cell that quotation marks don't enclose is literal. */
export function splitRecord(text: string, delimiter: string): SplitRecord {
  if (!text.includes('"')) return { cells: text.split(delimiter), isOpen: false, isLiteral: false };
  const cells: string[] = [];
  let [isOpen, isLiteral] = [false, false];
  for (let at = 0; at <= text.length;) {
    const quoted = readQuoted(text, at, delimiter);
    if (typeof quoted === "object") {
      cells.push(quoted.cell);
      at = quoted.end + delimiter.length;
      continue;
    }
    if (quoted === "open") isOpen = true;
    if (quoted === "literal") isLiteral = true;
    const next = text.indexOf(delimiter, at);
    const end = next < 0 ? text.length : next;
    cells.push(text.slice(at, end));
    at = end + delimiter.length;
  }
  return { cells, isOpen: isOpen && !isLiteral, isLiteral };
}

/** A quoted cell from a position, with the position of the delimiter behind it. */
function readQuoted(text: string, at: number, delimiter: string) {
  let start = skipSpaces(text, at);
  // ="0042"
  if (text[start] === "=") start += 1;
  if (text[start] !== '"') return undefined;
  for (let from = start + 1; ;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return "open";
    if (text[quote + 1] === '"') {
      from = quote + 2;
      continue;
    }
    const end = skipSpaces(text, quote + 1);
    if (end < text.length && !text.startsWith(delimiter, end)) return "literal";
    return { cell: text.slice(start + 1, quote).replaceAll('""', '"'), end };
  }
}

function skipSpaces(text: string, at: number): number {
  let next = at;
  while (text[next] === " ") next += 1;
  return next;
}
