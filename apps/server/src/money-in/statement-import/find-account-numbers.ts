import type { TableRow } from "../../files/tables/parsed-table.ts";

/** Account numbers behind a label, complete or masked: `Account No: XXXXXXXX5678`. */
export function findAccountNumbers(rows: readonly TableRow[]): string[] {
  return rows.flatMap(({ cells }) => numbersIn(cells.join(" ")));
}

function numbersIn(text: string): string[] {
  const labelled = text.matchAll(
    /(?:\ba\/c|\bacct?|\baccount)(?:\s*(?:no|num|number|#))?[\s.:"'=()-]*([x*]{2,}[\s-]*\d{4,6}|\d[\d\s-]*\d)(?![\d/.])/gi,
  );
  return [...labelled]
    .map(([, number = ""]) => number.replaceAll(/[\s-]/g, ""))
    .filter((number) => /^(?:\d{9,18}|[xX*]+\d{4,6})$/.test(number));
}
