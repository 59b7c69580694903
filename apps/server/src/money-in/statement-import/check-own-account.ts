import { ApiError } from "../../kernel/errors.ts";
import { maskAccountNumber } from "../../kernel/money.ts";
import type { TableRow } from "./parsed-table.ts";

/**
 * Checks that a statement is of the account on which deposits arrive. A statement without an account
 * number above its header passes, and so does any while no receiving account is set.
 * @param letterhead the rows above the header.
 * @throws 422 `STATEMENT_OF_OTHER_ACCOUNT`
 */
export function checkOwnAccount(
  letterhead: readonly TableRow[],
  receiving: { readonly account_number: string } | null,
): void {
  if (receiving === null) return;
  const numbers = letterhead.flatMap(({ cells }) => accountNumbersIn(cells.join(" ")));
  const [other] = numbers;
  const expected = significant(receiving.account_number);
  if (other === undefined || numbers.some((number) => isSame(number, expected))) return;
  throw new ApiError(
    422,
    "STATEMENT_OF_OTHER_ACCOUNT",
    `This statement is of the account ${maskAccountNumber(other)}, but deposits arrive on ${maskAccountNumber(receiving.account_number)}. Import that account's statement.`,
  );
}

/** Account numbers behind a label, complete or masked: `Account No: XXXXXXXX5678`. */
function accountNumbersIn(text: string): string[] {
  const labelled = text.matchAll(
    /(?:\ba\/c|\bacct?|\baccount)(?:\s*(?:no|num|number|#))?[\s.:"'=()-]*([x*]{2,}[\s-]*\d{4,6}|\d[\d\s-]*\d)(?![\d/.])/gi,
  );
  return [...labelled]
    .map(([, number = ""]) => number.replaceAll(/[\s-]/g, ""))
    .filter((number) => /^(?:\d{9,18}|[xX*]+\d{4,6})$/.test(number));
}

function isSame(number: string, expected: string): boolean {
  const end = /^[xX*]+(\d+)$/.exec(number)?.[1];
  return end === undefined ? significant(number) === expected : expected.endsWith(end);
}

function significant(number: string): string {
  return number.replaceAll(/\s/g, "").replace(/^0+/, "");
}
