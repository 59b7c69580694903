import type { TableRow } from "../../files/tables/parsed-table.ts";

/**
 * Account numbers behind a label, complete or masked: `Account No: XXXXXXXX5678`, `A/c. No. _0042`.
 * The number may stand in the row below its label.
 */
export function findAccountNumbers(rows: readonly TableRow[]): string[] {
  return rows.flatMap(({ cells }, at) => [
    ...numbersIn(cells.join(" ")),
    ...cells.flatMap((cell, place) =>
      isLabel.test(cell) ? numbersIn(`${cell} ${rows[at + 1]?.cells[place] ?? ""}`) : [],
    ),
  ]);
}

const isLabel =
  /^(?:customer |bank )?(?:a\/c|acct?|account)[\s.]{0,3}(?:nos?|num|number|#)[^\p{L}\d]{0,5}$/iu;

function numbersIn(text: string): string[] {
  return [...text.matchAll(labelled)]
    .map(([, number = ""]) => number.replaceAll(/[\s_-]/g, ""))
    .filter((number) => /^(?:\d{9,18}|\d{0,6}[xX*]+\d{3,6})$/.test(number));
}

/** Signs, quotation marks, underscores and the currency between label and number hide nothing. */
const labelled =
  /(?:\ba\/c|\bacct?|\baccount)(?:[\s.]{0,3}(?:nos?|num|number|#)(?![a-z]))?[^\p{L}\d*]{0,20}(?:inr[^\p{L}\d*]{1,5})?(\d{0,6}[x*]{2,}[\s_-]{0,3}\d{3,6}|\d[\d\s_-]*\d)(?![\d/.])/giu;
