// Each line of a statement is proven by its running balance, and a changed one is noticed.
import { approveStatementLine } from "@rokad/contract/statement-import";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readStatementFile as read } from "../../../test/read-statement-file.ts";
import {
  csvStatement,
  statementColumns,
  statementsOf,
  type StatementRow,
} from "../../../test/statement-world.ts";
import { openWorld } from "../../../test/world.ts";

describe("the running balance", () => {
  const opening = 1_000_000_00n;
  interface Movement {
    readonly paise: bigint;
    readonly isCredit: boolean;
    readonly days: number;
  }
  const movement = fc.record({
    paise: fc.bigInt({ min: 1n, max: 10n ** 9n }),
    isCredit: fc.boolean(),
    days: fc.integer({ min: 1, max: 3 }),
  });
  const rupeesOf = (paise: bigint) =>
    `${paise < 0n ? "-" : ""}${String(paise < 0n ? -paise : paise).replace(/(\d*)(\d\d)$/, (_, whole: string, end: string) => `${whole || "0"}.${end.padStart(2, "0")}`)}`.replace(
      /^(-?)(\d)$/,
      "$10.0$2",
    );

  /** The rows of a statement with an opening balance; one amount or direction may be changed. */
  function statement(movements: readonly Movement[], changed?: { at: number; to: Movement }) {
    let balance = opening;
    let day = 0;
    return [
      `2026-01-01,OPENING,,,${rupeesOf(opening)}`,
      ...movements.map((written, at) => {
        balance += written.isCredit ? written.paise : -written.paise;
        day += written.days;
        const shown = at === changed?.at ? changed.to : written;
        const on = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
        const amount = rupeesOf(shown.paise);
        const cells = shown.isCredit ? ["", amount] : [amount, ""];
        return [on, `LINE ${at}`, ...cells, rupeesOf(balance)].join(",");
      }),
    ];
  }
  const fileOf = (rows: readonly string[], isDescending: boolean) =>
    ["Date,Narration,Debit,Credit,Balance", ...(isDescending ? rows.toReversed() : rows)].join(
      "\n",
    );
  const faultsOf = (file: string) =>
    read(file)
      .all.filter(({ flags }) => flags?.some(({ outcome }) => outcome === "balance_differs"))
      .map(({ narration }) => narration);

  test("of a right statement has no fault, and gives both its ends", () => {
    fc.assert(
      fc.property(
        fc.array(movement, { minLength: 1, maxLength: 20 }),
        fc.boolean(),
        (all, isDescending) => {
          const file = fileOf(statement(all), isDescending);
          expect(faultsOf(file)).toEqual([]);
          expect(read(file).closing).toBeDefined();
        },
      ),
      { numRuns: 40 },
    );
  });

  test("shows a changed amount or direction of any line, in any order of the file", () => {
    const change = fc.record({
      movements: fc.array(movement, { minLength: 1, maxLength: 20 }),
      at: fc.nat(),
      paise: fc.bigInt({ min: 1n, max: 10n ** 9n }),
      kind: fc.constantFrom("amount", "direction"),
      isDescending: fc.boolean(),
    });
    fc.assert(
      fc.property(change, ({ movements, at: place, paise, kind, isDescending }) => {
        const at = place % movements.length;
        const written = movements[at] as Movement;
        fc.pre(kind === "direction" || paise !== written.paise);
        const to =
          kind === "amount" ? { ...written, paise } : { ...written, isCredit: !written.isCredit };
        const file = fileOf(statement(movements, { at, to }), isDescending);
        expect(faultsOf(file)).toEqual([`LINE ${at}`]);
        expect(read(file).closing).toBeUndefined();
      }),
      { numRuns: 80 },
    );
  });

  test("may list the newest day first, and each day in its order", () => {
    const file = [
      "Date,Narration,Debit,Credit,Balance",
      "21/11/2026,C,5,,125",
      "21/11/2026,D,,20,145",
      "20/11/2026,A,,10,110",
      "20/11/2026,B,,20,130",
    ].join("\n");
    expect(faultsOf(file)).toEqual([]);
    expect(read(file).closing).toEqual(["2026-11-21", 145]);
  });

  const below = (letterhead: string, credit = 10) =>
    `DEMO BANK,Statement of 1 November 2026\n${letterhead}\nDate,Narration,Debit,Credit,Balance\n20/11/2026,A,,${credit},110\n20/11/2026,B,,20,130\n`;

  test.for([
    "Opening Balance: Rs. 100.00",
    "Opening Balance,INR,100.00 Cr",
    "Opening Balance as on 01/11/2026 :,,100",
    "From,Opening Balance\n01/11/2026,100.00",
  ])("follows from the opening balance above the header: %j", (letterhead) => {
    expect(faultsOf(below(letterhead))).toEqual([]);
    expect(read(below(letterhead)).closing).toEqual(["2026-11-20", 130]);
    expect(faultsOf(below(letterhead, 11))).toEqual(["A"]);
    expect(read(below(letterhead, 11)).closing).toBeUndefined();
  });

  test("may start below zero, and follows from none of two opening balances", () => {
    expect(faultsOf(below("Opening Balance: -100.00"))).toEqual(["A"]);
    expect(faultsOf(below("Opening Balance,7\nOpening Balance,8"))).toEqual([]);
  });

  test("of some lines only doubts all lines since the last one", () => {
    const file = (credit: number) =>
      `Date,Narration,Debit,Credit,Balance\n20/11/2026,A,,10,110\n20/11/2026,B,,${credit},\n20/11/2026,C,5,,125\n`;
    expect(faultsOf(file(20))).toEqual([]);
    expect(faultsOf(file(21))).toEqual(["B", "C"]);
  });
});

test("a line that breaks the running balance is no exact match, and says so", async () => {
  const world = await openWorld();
  const boss = await world.superAdmin();
  const statements = statementsOf(world);
  const { tenant } = await statements.tenantWith("HDFCN52026028001", "HDFCN52026028002");
  const row = (utr: string, balance: string): StatementRow => [
    "21/11/2026",
    "NEFT CR SHARMA TRADERS",
    utr,
    "",
    "1,000.00",
    balance,
  ];
  const debit: StatementRow = [
    "21/11/2026",
    "UPI RENT",
    "632512345678",
    "1,000.00",
    "",
    "6,500.00",
  ];
  const rows = [row("HDFCN52026028001", "5,000.00"), row("HDFCN52026028002", "6,500.00"), debit];
  const { id } = await statements.import(boss, csvStatement(rows), {
    columns: { ...statementColumns, balance: 5 },
  });
  const lines = await statements.lines(boss, id);
  expect(lines.map(({ outcome }) => outcome)).toEqual(["exact", "balance_differs", "debit"]);
  expect(lines[1]).toMatchObject({
    group: "decide",
    reason:
      "UTR and amount match. The balance after it is ₹6,500.00, but ₹6,000.00 follows from the balance before. Check it with the bank.",
  });
  expect(lines[2]?.reason).toContain("but ₹5,500.00 follows from the balance before");
  expect(await statements.approveAll(boss, id)).toMatchObject({ credited: 1 });
  expect(await tenant.balance()).toBe(1000_00);
  const params = { id: lines[1]?.id ?? "" };
  expect((await boss.ask(approveStatementLine, { params, body: {} })).data.outcome).toBe(
    "credited",
  );
  await world.close();
});
