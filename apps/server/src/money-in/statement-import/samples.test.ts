// Statements in the shapes that banks write, each with what a person reads in it. A line is read right
// or refused with its reason.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readStatementFile as read, utrsOf } from "../../../test/read-statement-file.ts";

const sample = (name: string) => readFileSync(new URL(`samples/${name}`, import.meta.url));

const two = [
  ["2026-11-20", 150_000],
  ["2026-11-21", -20_000],
];
const three = [...two, ["2026-11-22", 5_000]];

test.for([
  ["combined-column.csv", three, ["2026-11-22", 235_000]],
  ["marked-amounts.csv", two, ["2026-11-21", 230_000]],
  ["text-formulas.csv", two, ["2026-11-21", 230_000]],
  ["rulers-and-summary.csv", two, ["2026-11-21", 230_000]],
  ["plain.csv", two, ["2026-11-21", 230_000]],
  ["other-account.xls", two, ["2026-11-21", 230_000]],
  ["other-account-decorated.xls", two, ["2026-11-21", 230_000]],
  ["direction-words.csv", two, ["2026-11-21", 230_000]],
  ["unquoted-commas.txt", three, ["2026-11-22", 235_000]],
  [
    "stray-quotes.csv",
    [
      ["2026-11-20", 1_000],
      ["2026-11-21", 2_000],
      ["2026-11-22", 150_000],
      ["2026-11-23", 3_000],
      ["2026-11-24", 4_000],
    ],
    ["2026-11-24", 260_000],
  ],
] as const)("%s is read right, with its closing balance", ([name, lines, closing]) => {
  const found = read(sample(name));
  expect(found.lines).toEqual(lines);
  expect(found.closing).toEqual(closing);
  expect(utrsOf(sample(name))).toContain("HDFCN52026112000003");
  expect(found.all.flatMap(({ flags = [] }) => flags)).toEqual([]);
});

describe("the account", () => {
  test.for([
    ["text-formulas.csv", ["000000000042"]],
    ["rulers-and-summary.csv", ["000000000042"]],
    ["other-account.xls", ["00000039876543210"]],
    ["other-account-decorated.xls", ["00000039876543210"]],
    ["combined-column.csv", []],
  ] as const)("of %s is %j", ([name, numbers]) => {
    expect(read(sample(name)).accountNumbers).toEqual(numbers);
  });

  test.for([
    ["A/c. No. : _39876543210_", "39876543210"],
    ["A/c No.,'39876543210", "39876543210"],
    ["Account No,‘39876543210’", "39876543210"],
    ["ACCOUNT NUMBER (INR) - 3987 6543 210", "39876543210"],
    ["Acct No: 39XXXXXXX210", "39XXXXXXX210"],
    ["Account Number:#39876543210", "39876543210"],
    ["Account Name,Account Number\nROKAD,_39876543210", "39876543210"],
  ] as const)("behind %j is found", ([letterhead, number]) => {
    const file = `${letterhead}\nDate,Narration,Debit,Credit\n20/11/2026,NEFT,,500\n`;
    expect(read(file).accountNumbers).toContain(number);
  });

  test("is no date, and no number of a narration", () => {
    const file =
      "Statement of account from 01/04/2026\nAccount Type: Current\nDate,Narration,Debit,Credit\n20/11/2026,A/C 39876543210,,500\n";
    expect(read(file).accountNumbers).toEqual([]);
  });
});

describe("the direction", () => {
  const typed = (...types: string[]) =>
    read(
      `Date,Description,Type,Amount\n${types.map((type) => `20/11/2026,NEFT,${type},5`).join("\n")}\n`,
    ).lines.map(([, kind]) => kind);

  test("is whole words, and nothing else", () => {
    expect(typed("CR", "Cr.", "(Credit)", "Deposit", "DEPOSITED", "Paid in")).toEqual(
      Array.from({ length: 6 }, () => 5),
    );
    expect(typed("DR", "Debit", "Withdrawal", "withdrawn", "Paid out")).toEqual(
      Array.from({ length: 5 }, () => -5),
    );
    expect(
      typed(
        "CR",
        "Charge",
        "Cheque",
        "Dividend",
        "",
        "Cr/Dr",
        "Credit card",
        "Deposit reversal",
      ).slice(1),
    ).toEqual(Array.from({ length: 7 }, () => "unreadable"));
  });

  test("of a single letter is what the whole column shows", () => {
    expect(typed("C", "D")).toEqual([5, -5]);
    expect(typed("D", "W")).toEqual([5, -5]);
    expect(typed("CR", "D", "C", "W").slice(1)).toEqual(["unreadable", "unreadable", "unreadable"]);
    expect(typed("CR", "D").slice(1)).toEqual(["unreadable"]);
  });

  test.for([
    ["Debit/Credit", "150000.00 Cr", "20000.00 Dr"],
    ["Deposit(Cr)/Withdrawal(Dr)", "+1,50,000.00", "-20,000.00"],
    ["Amount (Dr/Cr)", "150000 [CR]", "20000[DR]"],
    ["Credit / Debit Amount", "(Cr) 150000", "(Dr) 20000"],
    ["Withdrawals & Deposits", "150000 credit", "20000 debit"],
  ] as const)("of one column %j is that of each amount", ([name, credit, debit]) => {
    const file = `Date,Narration,${name}\n20/11/2026,NEFT,"${credit}"\n21/11/2026,NEFT,"${debit}"\n`;
    expect(read(file).lines).toEqual(two);
  });

  test("of one column without marks is not that of its first name", () => {
    const file =
      "Date,Narration,Deposit (Cr)/Withdrawal (Dr)\n20/11/2026,A,5(Cr)\n21/11/2026,B,5(Dr)\n22/11/2026,C,5\n";
    expect(read(file).lines.map(([, kind]) => kind)).toEqual([5, -5, "unreadable"]);
  });

  test("of an amount without a mark is not guessed where credits and debits are marked", () => {
    const file = "Date,Narration,Amount\n20/11/2026,A,5 Cr\n20/11/2026,B,5 Dr\n20/11/2026,C,5\n";
    expect(read(file).lines.map(([, kind]) => kind)).toEqual([5, -5, "unreadable"]);
  });

  test("of Amount (Cr) and Amount (Dr) is that of the column", () => {
    const file =
      "Date,Narration,Amount (Dr),Amount (Cr)\n20/11/2026,A,,150000\n21/11/2026,B,20000,\n";
    expect(read(file).lines).toEqual(two);
  });
});

test("a cell of a text formula is its text, with or without quotation marks around it", () => {
  const file =
    'Date,Narration,Debit,Credit\n"=""20/11/2026""",A,"=""""","=""1,50,000.00"""\n="21/11/2026",="B",="20,000.00",=""\n';
  expect(read(file).lines).toEqual(two);
  expect(read(file).all[1]?.narration).toBe("B");
});

describe("rows that are no transactions", () => {
  const header = "Date,Narration,Withdrawal,Deposit,Balance";
  const body =
    '20/11/2026,NEFT,,"1,50,000.00","2,50,000.00"\n21/11/2026,UPI,"20,000.00",,"2,30,000.00"';

  test.for([
    ["dashes", "--------,------------,------,------,------", ""],
    ["equals signs", "========,=====,=====,=====,=====", "=====,,,,"],
    ["a repeated header", "", `${header}\n`],
    ["totals", "", 'Grand Total,,"20,000.00","1,50,000.00","2,30,000.00"'],
    [
      "a figure like a spreadsheet's day",
      "",
      "Summary,,,,\nOpening,Debits,Credits,Count,Closing\n46347.00,46347,150000,2,46347",
    ],
    ["figures in rows", "", "Opening Balance,100000,,,\nTotal Credits,,,150000,\nDr Count,1,1,1,1"],
  ] as const)("%s, are left out", ([, above, below]) => {
    const found = read(`${header}\n${above}\n${body}\n${below}\n`);
    expect(found.lines).toEqual(two);
    expect(found.closing).toEqual(["2026-11-21", 230_000]);
    expect(found.rowCount).toBe(2);
  });

  test("do not end a file whose days are a spreadsheet's numbers", () => {
    const file =
      "Date,Narration,Debit,Credit\nOpening Balance,,,5\n46346,A,,150000\n46347,B,20000,\n";
    expect(read(file).lines).toEqual(two);
  });

  test("a transaction with a broken date below them stays", () => {
    const file = `${header}\n${body}\nPage Total,,5,5,\n99/99/2026,NEFT,,5,230005\n`;
    expect(read(file).lines.map(([, kind]) => kind)).toEqual([150_000, -20_000, "unreadable"]);
  });
});
