// Where a quotation mark or a comma leaves the cells of a line uncertain, the running balance decides, or
// the line is unreadable. The delimiter is the one of the header.
import { describe, expect, test } from "vitest";
import { readCsvRows } from "../../../test/read-sheet.ts";
import { readStatementFile as read } from "../../../test/read-statement-file.ts";

const two = [
  ["2026-11-20", 150_000],
  ["2026-11-21", -20_000],
];
describe("a quotation mark", () => {
  const header = "Date,Narration,Ref,Withdrawal,Deposit,Balance";
  const fiveOf = (second: string, header_ = header) =>
    read(
      [
        header_,
        "20/11/2026,NEFT A,SBINN52026112000101,,1000.00,101000.00",
        second,
        '22/11/2026,NEFT C,SBINN52026112000103,"1,000.00",,"1,02,000.00"',
        "23/11/2026,NEFT D,SBINN52026112000104,,3000.00,105000.00",
      ].join("\n"),
    ).lines;
  const right = [
    ["2026-11-20", 1_000],
    ["2026-11-21", 2_000],
    ["2026-11-22", -1_000],
    ["2026-11-23", 3_000],
  ];

  test.for([
    ["in front of a narration", '21/11/2026,"LUCKY TRADERS,632512340001,,2000.00,103000.00'],
    ["around one word", '21/11/2026,"LUCKY" TRADERS,632512340001,,2000.00,103000.00'],
    [
      "in front of a quoted amount",
      '21/11/2026,"LUCKY TRADERS,632512340001,,"2,000.00","1,03,000.00"',
    ],
    ["behind a narration", '21/11/2026,LUCKY TRADERS",632512340001,,2000.00,103000.00'],
    ["in two cells, around a comma", '21/11/2026,"LUCKY,632512340001",,2000.00,103000.00'],
    ["around a comma", '21/11/2026,"LUCKY, TRADERS",632512340001,,2000.00,103000.00'],
    ["around a line break", '21/11/2026,"LUCKY\nTRADERS",632512340001,,2000.00,103000.00'],
    [
      "around a cell with marks",
      '21/11/2026,"LUCKY ""A1"" TRADERS",632512340001,,2000.00,103000.00',
    ],
  ] as const)("%s swallows no other line", ([, second]) => {
    expect(fiveOf(second)).toEqual(right);
  });

  test("that takes a delimiter makes its line unreadable where no balance decides", () => {
    const lines = read(
      'Date,Narration,Ref,Withdrawal,Deposit\n20/11/2026,A,SBINN52026112000101,,1000\n21/11/2026,"LUCKY,632512340001",,2000\n',
    );
    expect(lines.lines).toEqual([
      ["2026-11-20", 1_000],
      ["2026-11-21", "unreadable"],
    ]);
    expect(lines.all[1]).toMatchObject({ reason: expect.stringContaining("4 cells instead of 5") });
  });

  test("that another line seems to close swallows no line", () => {
    const closing = '22/11/2026,NEFT C",SBINN52026112000103,1000.00,,102000.00';
    const second = `21/11/2026,"LUCKY TRADERS,632512340001,,2000.00,103000.00`;
    const file = [
      header,
      "20/11/2026,NEFT A,SBINN52026112000101,,1000.00,101000.00",
      second,
      closing,
    ];
    expect(read(file.join("\n")).lines).toEqual(right.slice(0, 3));
  });

  test("above the header does not hide it", () => {
    const file =
      'Account Name,"ROKAD COLLECTIONS\nDate,Narration,Debit,Credit\n20/11/2026,A,,150000\n21/11/2026,B,20000,\n';
    expect(read(file).lines).toEqual(two);
  });

  test("around a column name with a line break is part of the header", () => {
    const file =
      'Date,Narration,"Debit\nAmount","Credit\nAmount"\n20/11/2026,A,,150000\n21/11/2026,B,20000,\n';
    expect(read(file).lines).toEqual(two);
  });
});

describe("a comma without quotation marks", () => {
  const header = "Date,Narration,Ref,Withdrawal,Deposit,Balance";
  const first = "20/11/2026,NEFT A,SBINN52026112000101,,1000.00,101000.00";
  const last = "22/11/2026,NEFT C,SBINN52026112000103,1000.00,,102000.00";

  test.for([
    ["narration", "21/11/2026,LUCKY TRADERS, KOCHI,632512340001,,2000.00,103000.00"],
    ["narration twice", "21/11/2026,LUCKY, TRADERS, KOCHI,632512340001,,2000.00,103000.00"],
    ["amount", "21/11/2026,LUCKY,632512340001,,2,000.00,1,03,000.00"],
  ] as const)("in the %s is joined where the balance proves it", ([, middle]) => {
    const found = read([header, first, middle, last].join("\n"));
    expect(found.lines).toEqual([
      ["2026-11-20", 1_000],
      ["2026-11-21", 2_000],
      ["2026-11-22", -1_000],
    ]);
    expect(found.all[1]).toMatchObject({ reference: "632512340001" });
    expect(read([header, last, middle, first].join("\n")).lines[1]).toEqual(["2026-11-21", 2_000]);
  });

  test.for([
    ["no balance fits", "21/11/2026,LUCKY TRADERS, KOCHI,632512340001,,2000.00,103001.00"],
    ["a shifted amount would be a debit", "21/11/2026,LUCKY, KOCHI,632512340001,,,2000.00"],
    ["it has too many", `21/11/2026,${"A,".repeat(20)}632512340001,,2000.00,103000.00`],
  ] as const)("makes its line unreadable where %s", ([, middle]) => {
    const found = read([header, first, middle, last].join("\n"));
    expect(found.lines[1]).toEqual(["2026-11-21", "unreadable"]);
  });

  test("makes its line unreadable where no other line has a balance", () => {
    const middle = "21/11/2026,LUCKY TRADERS, KOCHI,632512340001,,2000.00,103000.00";
    const lines = read([header, "20/11/2026,NEFT A,SBINN52026112000101,,5,", middle].join("\n"));
    expect(lines.lines[1]).toEqual(["2026-11-21", "unreadable"]);
  });

  test("makes its line unreadable in a file without balances", () => {
    const file =
      "Date,Narration,Ref,Debit,Credit\n20/11/2026,A,SBINN52026112000101,,5\n21/11/2026,LUCKY, KOCHI,632512340001,,2000\n";
    expect(read(file).lines).toEqual([
      ["2026-11-20", 5],
      ["2026-11-21", "unreadable"],
    ]);
  });

  test("is not joined where two joinings fit and name other references", () => {
    const file = [
      "Date,Narration,Branch,Withdrawal,Deposit,Balance",
      "20/11/2026,NEFT A,FORT,,1000.00,101000.00",
      "21/11/2026,NEFT,SBINN52026112000102,KOCHI,,2000.00,103000.00",
      "22/11/2026,NEFT C,FORT,1000.00,,102000.00",
    ].join("\n");
    expect(read(file).lines[1]).toEqual(["2026-11-21", "unreadable"]);
  });
});

describe("the delimiter", () => {
  test.for([
    [
      "semicolons in narrations",
      ["Date,Narration,Debit,Credit", "20/11/2026,A;B;C,,150000", "21/11/2026,A;B;C,20000,"],
    ],
    [
      "pipes in narrations",
      [
        "Date,Narration,Debit,Credit",
        "20/11/2026,UPI|A|B|C,,150000",
        "21/11/2026,UPI|A|B|C,20000,",
      ],
    ],
    [
      "commas in narrations",
      [
        "Date;Narration;Debit;Credit",
        "20/11/2026;A, B, C;;1,50,000.00",
        "21/11/2026;A, B, C;20,000.00;",
      ],
    ],
    [
      "commas in a letterhead",
      [
        "Rokad, Kochi, Kerala, India",
        "12, MG Road, Kochi, 682001",
        "Date|Narration|Debit|Credit",
        "20/11/2026|A|  |1,50,000.00",
        "21/11/2026|B|20,000.00|",
      ],
    ],
    [
      "commas beside tabs",
      [
        "Date\tNarration\tDebit\tCredit",
        "20/11/2026\tA, B\t\t1,50,000.00",
        "21/11/2026\tA, B; C\t20,000.00\t",
      ],
    ],
  ] as const)("is recognised by the header, with %s", ([, lines]) => {
    expect(read(lines.join("\n")).lines).toEqual(two);
  });

  test("is that of the header, also where another one splits more lines alike", () => {
    const file = [
      "Date,Narration,Debit,Credit,Balance",
      "19/11/2026,A,,5,105",
      "20/11/2026,UPI|A|B|C, KOCHI,,10,115",
      "21/11/2026,UPI|A|B|C, KOCHI,20,,95",
      "22/11/2026,UPI|A|B|C, KOCHI,,5,100",
    ].join("\n");
    expect(read(file).lines.map(([, rupees]) => rupees)).toEqual([5, 10, -20, 5]);
  });

  test.for([
    [
      "semicolons in addresses",
      "Name,Account number,Address\nMeera,50100011223344,12 MG Road; 2nd Floor; Kochi\nLata,50100099887766,7 Temple Street; Fort; Mumbai\n",
      3,
    ],
    [
      "semicolons between tags",
      "Name,Account number,Tags\nMeera,50100011223344,a;b;c\nLata,50100099887766,d;e;f\n",
      3,
    ],
    [
      "commas in addresses",
      "Name;Account number;Address\nMeera;50100011223344;7, Fort, Mumbai, Kochi, India\nLata;50100099887766;Fort, Mumbai, Kochi, Delhi, India\n",
      3,
    ],
  ] as const)(
    "of a file without known columns agrees with its rows, with %s",
    ([, file, width]) => {
      expect(readCsvRows(Buffer.from(file)).map(({ cells }) => cells.length)).toEqual([
        width,
        width,
        width,
      ]);
    },
  );
});
