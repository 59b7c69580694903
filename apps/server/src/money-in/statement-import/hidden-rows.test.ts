// The guarantee: what a spreadsheet hides is named before the import, and a credit in a hidden row is
// approved by a person on its own, never together with others.
import { approveDeposits } from "@rokad/contract/deposit-reviews";
import { approveStatementLine } from "@rokad/contract/statement-import";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SignedIn } from "../../../test/signed-in.ts";
import {
  creditRow,
  csvStatement,
  statementColumns,
  statementHeader,
  statementsOf,
  type StatementRow,
} from "../../../test/statement-world.ts";
import { rowOf, workbookOf, type SheetPart } from "../../../test/workbook-parts.ts";
import { openWorld, type World } from "../../../test/world.ts";

let world: World;
let boss: SignedIn;
let statements: ReturnType<typeof statementsOf>;
beforeAll(async () => {
  world = await openWorld();
  boss = await world.superAdmin();
  statements = statementsOf(world);
});
afterAll(async () => {
  expect(await world.faults()).toEqual([]);
  await world.close();
});

/** A credit of ₹1,000 with this balance, or formula, behind it. */
const withBalance = ([date, narration, utr, debit, credit]: StatementRow, balance: string) =>
  [date, narration, utr, debit, credit, balance] as const;
const rowFor = (row: StatementRow, attributes?: string) =>
  rowOf(
    row.map((cell = "") => cell),
    attributes,
  );
const visibleRow = (row: StatementRow) => rowFor(row);
const hiddenRow = (row: StatementRow) => rowFor(row, `hidden="1"`);

/** A bank's workbook, whose first row below the header is line 2. */
const workbook = (rows: readonly string[], columns = "", ...others: readonly SheetPart[]) =>
  workbookOf({ name: "Statement", columns, rows: [rowOf(statementHeader), ...rows] }, ...others);

const approve = (id: string | undefined) =>
  boss.ask(approveStatementLine, { params: { id: id ?? "" }, body: {} });

test("the preview names other sheets, hidden rows and columns, and formulas [17.12]", async () => {
  const computed = `<c t="n"><f>E2+1</f><v>5000</v></c>`;
  const file = workbook(
    [
      visibleRow(creditRow("HDFCN52026031001")),
      hiddenRow(creditRow("HDFCN52026031002")),
      visibleRow(withBalance(creditRow("HDFCN52026031003"), computed)),
    ],
    `<col min="2" max="2" hidden="1"/>`,
    { name: "Charges", rows: [rowOf(["Service charge", "118.00"])] },
  );
  expect((await statements.preview(boss, file, "statement.xlsx")).notes).toEqual([
    "Only the sheet “Statement” is read, not “Charges”.",
    "Hidden in the spreadsheet: row 3. Credits in hidden rows are approved one by one.",
    "Hidden in the spreadsheet: column “Narration”. Check the contents.",
    "Computed by formulas: “Balance”. Formulas are not read. Use the file as the bank sent it.",
  ]);
});

test("a file that hides nothing has no notes", async () => {
  const rows = [creditRow("HDFCN52026031004")];
  const files = [csvStatement(rows), workbook(rows.map(visibleRow))];
  for (const file of files) expect((await statements.preview(boss, file)).notes).toEqual([]);
});

test("a credit in a hidden row is approved on its own, not with the exact matches or the queue [17.12]", async () => {
  const { tenant, deposits } = await statements.tenantWith("HDFCN52026032001", "HDFCN52026032002");
  const others = await statements.tenantWith("HDFCN52026032003");
  const [hidden, other] = [deposits[1]?._id, others.deposits[0]?._id];
  const { id } = await statements.import(
    boss,
    workbook([visibleRow(creditRow("HDFCN52026032001")), hiddenRow(creditRow("HDFCN52026032002"))]),
  );
  const lines = await statements.lines(boss, id);
  expect(lines).toMatchObject([
    { outcome: "exact", reason: "UTR and amount match." },
    {
      outcome: "hidden",
      group: "decide",
      can_approve: true,
      reason: "UTR and amount match. Line 3 was hidden in the spreadsheet. Check it with the bank.",
      deposit: { id: hidden },
    },
  ]);
  expect(await statements.approveAll(boss, id)).toMatchObject({ credited: 1, refused: [] });
  const { data } = await boss.ask(approveDeposits, {
    body: { ids: [String(hidden), String(other)] },
  });
  expect(data).toMatchObject([
    { outcome: "refused", code: "STATEMENT_DIFFERS" },
    { outcome: "approved" },
  ]);
  expect(await tenant.balance()).toBe(1000_00);
  expect((await approve(lines[1]?.id)).data.outcome).toBe("credited");
  expect(await tenant.balance()).toBe(2000_00);
});

test("a hidden credit from before its request keeps that out of the queue's bulk approval", async () => {
  const row = creditRow("HDFCN52026032101");
  await statements.import(boss, workbook([hiddenRow(row)]));
  const early = await statements.tenantWith("HDFCN52026032101");
  const other = await statements.tenantWith("HDFCN52026032102");
  const ids = [early, other].map(({ deposits }) => String(deposits[0]?._id));
  const { data } = await boss.ask(approveDeposits, { body: { ids } });
  expect(data).toMatchObject([
    {
      outcome: "refused",
      code: "STATEMENT_DIFFERS",
      message: expect.stringContaining("Line 2 was hidden in the spreadsheet"),
    },
    { outcome: "approved" },
  ]);
});

test("another outcome of a hidden credit stays, and its reason names the hidden row too", async () => {
  await statements.tenantWith("HDFCN52026033001", "HDFCN52026033002");
  const { id } = await statements.import(
    boss,
    workbook([
      hiddenRow(withBalance(creditRow("HDFCN52026033001", "NEFT KAPOOR STEEL"), "5,000.00")),
      hiddenRow(withBalance(creditRow("HDFCN52026033002"), "9,000.00")),
    ]),
    { columns: { ...statementColumns, balance: 5 } },
  );
  const lines = await statements.lines(boss, id);
  expect(lines.map(({ outcome }) => outcome)).toEqual(["sender_differs", "balance_differs"]);
  expect(lines[0]?.reason).toMatch(/does not name Sharma Traders\. Line 2 was hidden/);
  expect(lines[1]?.reason).toMatch(/follows from the balance before\..* Line 3 was hidden/);
});

test("a hidden debit is a debit as any other", async () => {
  const { id } = await statements.import(
    boss,
    workbook([
      visibleRow(creditRow("HDFCN52026034001")),
      hiddenRow(["21/11/2026", "UPI RENT", "632512345699", "500.00", ""]),
    ]),
  );
  expect((await statements.lines(boss, id))[1]).toMatchObject({
    outcome: "debit",
    group: "skipped",
    reason: "Debit: money that left the account.",
  });
});

test("a credit that was hidden is an exact match once another file shows it", async () => {
  const { tenant } = await statements.tenantWith("HDFCN52026035001");
  const row = creditRow("HDFCN52026035001");
  const first = await statements.import(boss, workbook([hiddenRow(row)]));
  expect((await statements.firstLine(boss, first.id))?.outcome).toBe("hidden");
  const second = await statements.import(boss, csvStatement([row]));
  expect(await statements.approveAll(boss, second.id)).toMatchObject({ credited: 1 });
  expect((await statements.firstLine(boss, first.id))?.outcome).toBe("credited");
  expect(await tenant.balance()).toBe(1000_00);
});
