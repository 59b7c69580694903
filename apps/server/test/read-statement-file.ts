import { readBalances } from "../src/money-in/statement-import/read-balances.ts";
import { readStatementTable } from "../src/money-in/statement-import/statement-table.ts";

/** The lines of a file with the columns that its preview guesses, in rupees; debits are negative. */
export function readStatementFile(file: Buffer | string) {
  const bytes = Buffer.from(file);
  const { header, accountNumbers, sample: first, rowCount } = readStatementTable(bytes);
  const { lines } = readStatementTable(bytes, header.guess);
  const balances = readBalances(lines);
  return {
    lines: lines.map(({ kind, paise, bookedOn }) => [
      bookedOn,
      kind === "credit" || kind === "debit"
        ? Number(kind === "credit" ? paise : -(paise ?? 0n)) / 100
        : kind,
    ]),
    all: lines,
    closing: balances && [balances.to, Number(balances.closingPaise) / 100],
    accountNumbers,
    first,
    rowCount,
  };
}

export const utrsOf = (file: Buffer | string) =>
  readStatementFile(file).all.flatMap((line) => ("utrs" in line ? line.utrs : []));
