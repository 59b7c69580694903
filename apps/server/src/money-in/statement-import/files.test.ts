// Any file is parsed in its own format or rejected with what to do.
import { strToU8, zipSync } from "fflate";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { xlsxFile } from "../../../test/xlsx-file.ts";
import { readCsvRows, readRows } from "../../../test/read-sheet.ts";
import { findHeader } from "./find-header.ts";
import { readLines } from "./read-lines.ts";
import { recogniseFile } from "../../files/tables/recognise-file.ts";
import type { Table } from "../../files/tables/parsed-table.ts";

const utf8 = (text: string) => Buffer.from(text);
const cellsOf = (rows: Table["rows"]) => rows.map(({ cells }) => cells);

describe("a CSV file", () => {
  const expected = [
    ["Date", "Narration", "Credit"],
    ["21/11/2026", "Café, Mumbai", "1,000.00"],
  ];

  test.for([
    ["UTF-8", utf8('Date,Narration,Credit\n21/11/2026,"Café, Mumbai","1,000.00"\n')],
    [
      "a byte order mark",
      utf8('\uFEFFDate,Narration,Credit\r\n21/11/2026,"Café, Mumbai","1,000.00"'),
    ],
    ["semicolons", utf8("Date;Narration;Credit\n21/11/2026;Café, Mumbai;1,000.00\n")],
    ["tabs", utf8("Date\tNarration\tCredit\n21/11/2026\tCafé, Mumbai\t1,000.00\n")],
    [
      "UTF-16",
      Buffer.from("\uFEFFDate\tNarration\tCredit\n21/11/2026\tCafé, Mumbai\t1,000.00\n", "utf16le"),
    ],
    [
      "UTF-16 without a mark",
      Buffer.from("Date\tNarration\tCredit\n21/11/2026\tCafé, Mumbai\t1,000.00", "utf16le"),
    ],
    [
      "Windows-1252",
      Buffer.from('Date,Narration,Credit\n21/11/2026,"Café, Mumbai","1,000.00"\n', "latin1"),
    ],
  ] as const)("is parsed in %s", ([, bytes]) => {
    expect(recogniseFile(bytes)).toBe("csv");
    expect(cellsOf(readCsvRows(bytes))).toEqual(expected);
  });

  test("keeps a line break inside quotes in its cell and a stray quote literal", () => {
    const rows = readCsvRows(
      utf8('Date,Narration\n21/11/2026,"NEFT\nSHARMA"\n22/11/2026,5" pipe\n'),
    );
    expect(cellsOf(rows).slice(1)).toEqual([
      ["21/11/2026", "NEFT SHARMA"],
      ["22/11/2026", '5" pipe'],
    ]);
  });

  test("takes a quotation mark that is never closed literally", () => {
    const rows = readCsvRows(utf8('Date,Narration\n21/11/2026,"NEFT\n22/11/2026,IMPS\n'));
    expect(cellsOf(rows).slice(1)).toEqual([
      ["21/11/2026", '"NEFT'],
      ["22/11/2026", "IMPS"],
    ]);
  });

  test("returns any cells that were written into it", () => {
    const cell = fc
      .string({ unit: "grapheme-ascii", maxLength: 20 })
      .map((text) => text.trim())
      .filter((text) => !/^=".*"$/.test(text));
    const row = fc.tuple(fc.constant("x"), cell, cell, cell);
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), (rows) => {
        const quoted = rows.map((cells) => cells.map((text) => `"${text.replaceAll('"', '""')}"`));
        const file = quoted.map((cells) => cells.join(",")).join("\r\n");
        expect(cellsOf(readCsvRows(utf8(file)))).toEqual(rows.map((cells) => cells.map(tidy)));
      }),
    );
  });
  // A whole cell of ="…" is its text: the next test.
  const tidy = (text: string) => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zs}]+/gu, " ").trim();

  test.for([
    ['="0042"', "0042"],
    ['"=""0042"""', "0042"],
    ['"=""5"""" pipe"""', '5" pipe'],
    ['=""', ""],
    ['"="""', '="'],
    ['"=""a""&""b"""', '="a"&"b"'],
  ] as const)("takes %s for the text %s", ([written, text]) => {
    expect(cellsOf(readCsvRows(utf8(`x,y\n${written},z\n`)))).toEqual([
      ["x", "y"],
      [text, "z"],
    ]);
  });
});

describe("an XLSX workbook", () => {
  test("returns text, numbers with their digits, and days", () => {
    const rows = readRows(
      xlsxFile([
        ["Date", "Ref", "Credit"],
        [{ day: 46_347 }, 412_345_678_901, 1234.56],
        ["22/11/2026", "0123 & <b>", 1234.5599999999999],
        ["", Number("1234567890123456789"), 100_000],
        ["x", { formula: "A1+1" }, 0.1],
      ]),
    );
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5]);
    expect(cellsOf(rows).slice(1)).toEqual([
      ["2026-11-21", "412345678901", "1234.56"],
      ["22/11/2026", "0123 & <b>", "1234.56"],
      ["", "1.23456789012346E+18", "100000"],
      ["x", "=formula", "0.1"],
    ]);
  });

  test("of another program is parsed: prefixes, inline text, days from 1904, a hidden sheet", () => {
    const workbook = `<x:workbook xmlns:x="x" xmlns:r="r"><x:workbookPr date1904="1"/><x:sheets><x:sheet state="hidden" r:id="a"/><x:sheet r:id="b"/></x:sheets></x:workbook>`;
    const relations = `<Relationships><Relationship Id="a" Target="worksheets/hidden.xml"/><Relationship Id="b" Target="/xl/worksheets/shown.xml"/></Relationships>`;
    const cells = `<x:c r="A2" s="0"><x:v>44885</x:v></x:c><x:c r="C2" t="inlineStr"><x:is><x:r><x:t>NEFT </x:t></x:r><x:r><x:t>CR</x:t></x:r></x:is></x:c>`;
    const file = zipSync({
      "xl/workbook.xml": strToU8(workbook),
      "xl/_rels/workbook.xml.rels": strToU8(relations),
      "xl/styles.xml": strToU8(
        `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\-mmm\\-yy"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`,
      ),
      "xl/worksheets/hidden.xml": strToU8(
        `<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>`,
      ),
      "xl/worksheets/shown.xml": strToU8(
        `<x:worksheet xmlns:x="x"><x:sheetData><x:row r="2">${cells}</x:row></x:sheetData></x:worksheet>`,
      ),
    });
    expect(readRows(Buffer.from(file))).toEqual([
      { line: 2, cells: ["2026-11-21", "", "NEFT CR"] },
    ]);
  });

  test("with a declared size of gigabytes is rejected before it is unpacked [17.9]", () => {
    const bomb = Buffer.from(
      zipSync({
        "xl/workbook.xml": strToU8("<workbook/>"),
        "xl/worksheets/sheet1.xml": new Uint8Array(81_000_000),
      }),
    );
    expect(bomb.length).toBeLessThan(200_000);
    expect(() => readRows(bomb)).toThrow("far too large");
  });

  test("with a truncated or invalid archive is rejected", () => {
    const whole = xlsxFile([["Date"], ["21/11/2026"]]);
    const cut = whole.subarray(0, whole.length - 40);
    expect(() => readRows(cut)).toThrow("damaged");
    const notXml = Buffer.from(zipSync({ "xl/workbook.xml": strToU8("<workbook><") }));
    expect(() => readRows(notXml)).toThrow("damaged");
    const other = Buffer.from(zipSync({ "word/document.xml": strToU8("<x/>") }));
    expect(() => readRows(other)).toThrow("not an XLSX workbook");
  });

  test("expands no entities", () => {
    const sheet = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]><worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&a;</t></is></c></row></sheetData></worksheet>`;
    const workbook = `<workbook><sheets><sheet id="r1"/></sheets></workbook>`;
    const relations = `<Relationships><Relationship Id="r1" Target="worksheets/s.xml"/></Relationships>`;
    const file = zipSync({
      "xl/workbook.xml": strToU8(workbook),
      "xl/_rels/workbook.xml.rels": strToU8(relations),
      "xl/worksheets/s.xml": strToU8(sheet),
    });
    expect(() => readRows(Buffer.from(file))).toThrow("damaged");
  });
});

test.for([
  ["nothing", Buffer.alloc(0), "empty"],
  ["a PDF", utf8("%PDF-1.7"), "This is a PDF"],
  ["an old workbook", Buffer.from("d0cf11e0a1b11ae1000000", "hex"), "old .xls"],
  [
    "a workbook with a password",
    Buffer.concat([
      Buffer.from("d0cf11e0a1b11ae1", "hex"),
      Buffer.from("EncryptedPackage", "utf16le"),
    ]),
    "password",
  ],
  ["a web page", utf8("<html><table><tr><td>Date"), "web page"],
  ["a picture", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), "neither a CSV"],
] as const)("%s is rejected with what to do [17.9]", ([, bytes, sentence]) => {
  expect(() => recogniseFile(bytes)).toThrow(sentence);
});

describe("the header", () => {
  const headerOf = (text: string) => findHeader({ kind: "csv", rows: readCsvRows(utf8(text)) });

  test.for([
    [
      "HDFC",
      "HDFC BANK Ltd.,,,,,,\nStatement of account,,,,,,\nDate,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance\n",
      { date: 0, narration: 1, reference: 2, debit: 4, credit: 5, balance: 6 },
    ],
    [
      "ICICI",
      "S No.,Value Date,Transaction Date,Cheque Number,Transaction Remarks,Withdrawal Amount(INR),Deposit Amount(INR),Balance(INR)\n",
      { date: 2, reference: 3, narration: 4, debit: 5, credit: 6, balance: 7 },
    ],
    [
      "SBI",
      "Txn Date,Value Date,Description,Ref No./Cheque No.,Debit,Credit,Balance\n",
      { date: 0, narration: 2, reference: 3, debit: 4, credit: 5, balance: 6 },
    ],
    [
      "Axis",
      "Tran Date,CHQNO,PARTICULARS,DR,CR,BAL,SOL\n",
      { date: 0, narration: 2, debit: 3, credit: 4, balance: 5 },
    ],
    [
      "Kotak",
      "Sl. No.,Transaction Date,Description,Chq / Ref No.,Amount,Dr / Cr,Balance\n",
      { date: 1, narration: 2, reference: 3, amount: 4, direction: 5, balance: 6 },
    ],
  ] as const)("of %s is found, and its columns are guessed [17.2]", ([, text, guess]) => {
    expect(headerOf(text).guess).toEqual(guess);
  });

  test("that is unknown guesses no columns", () => {
    const header = headerOf("21/11/2026,HDFCN52026112100001,1000.00\n");
    expect(header).toMatchObject({
      rowsAbove: 0,
      names: ["Column 1", "Column 2", "Column 3"],
      guess: {},
    });
  });

  test("has the same fingerprint with other case and spaces", () => {
    const [a, b, c] = [
      "Date,Ref No,Credit\n",
      "DATE, Ref  No.,CREDIT\n",
      "Date,Ref No,Debit,Credit\n",
    ];
    expect(headerOf(a).fingerprint).toEqual(headerOf(b).fingerprint);
    expect(headerOf(a).fingerprint).not.toEqual(headerOf(c).fingerprint);
  });
});

describe("the lines", () => {
  const columns = { date: 0, reference: 1, narration: 2, debit: 3, credit: 4 };
  const linesOf = (text: string, places: object = columns) =>
    readLines(readCsvRows(utf8(text)), places as typeof columns).map(
      ({ line, kind, paise, ...rest }) => [line, kind, paise, "reason" in rest ? rest.reason : ""],
    );

  test("are credits, debits or neither; footers and totals are skipped", () => {
    const file = [
      "21/11/2026,UTR000000000001,NEFT,,500.00",
      "21/11/2026,UTR000000000002,PAYOUT,200.00,",
      "21/11/2026,UTR000000000003,ZERO,0.00,300.00",
      "20/11/2026,,OPENING BALANCE,,",
      "99/99/2026,UTR000000000004,NEFT,,500.00",
      "21/11/2026,UTR000000000005,NEFT,,5o0.00",
      "21/11/2026,UTR000000000006,NEFT,5.00,500.00",
      "21/11/2026,UTR000000000007,NEFT,,=1+1",
      `21/11/2026,UTR000000000008,NEFT,,${"9".repeat(300)}`,
      ",,Total,200.00,800.00",
      "*** End of statement ***,,,,",
    ].join("\n");
    expect(linesOf(file)).toEqual([
      [1, "credit", 500_00n, ""],
      [2, "debit", 200_00n, "Debit: money that left the account."],
      [3, "credit", 300_00n, ""],
      [4, "no_amount", null, "This line has no amount."],
      [5, "unreadable", null, "The date “99/99/2026” can't be read."],
      [6, "unreadable", null, "The amount “5o0.00” can't be read."],
      [7, "unreadable", null, "This line has both a credit and a debit."],
      [8, "unreadable", null, "The amount is a formula, not a number."],
      [9, "unreadable", null, `The amount “${"9".repeat(39)}…” can't be read.`],
    ]);
  });

  test("of one amount column are credits only if the file marks debits", () => {
    const amountOnly = { date: 0, reference: 1, amount: 2 };
    const file = (a: string, b: string) =>
      linesOf(`21/11/2026,UTR000000000001,${a}\n21/11/2026,UTR000000000002,${b}\n`, amountOnly).map(
        ([, kind]) => kind,
      );
    expect(file("500", "-200")).toEqual(["credit", "debit"]);
    expect(file("500 Cr", "200 Dr")).toEqual(["credit", "debit"]);
    // Our payouts have a UTR too: an unsigned amount must not become a credit.
    expect(file("500", "200")).toEqual(["unreadable", "unreadable"]);
  });

  test("follow the Cr/Dr column", () => {
    const places = { date: 0, reference: 1, amount: 2, direction: 3 };
    const file = "21/11/2026,A,5,CR\n21/11/2026,A,5,Debit\n21/11/2026,A,5,\n21/11/2026,A,-5,CR\n";
    expect(linesOf(file, places).map(([, kind]) => kind)).toEqual([
      "credit",
      "debit",
      "unreadable",
      "unreadable",
    ]);
  });
});
