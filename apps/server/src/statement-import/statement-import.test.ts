// The guarantee: columns are asked once, a line says what it came to, and a person decides what the
// file leaves in doubt.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SignedIn } from "../../test/signed-in.ts";
import {
  creditRow,
  csvStatement,
  statementColumns,
  statementsOf,
  type StatementRow,
} from "../../test/statement-world.ts";
import { openWorld, type World } from "../../test/world.ts";
import { database } from "../db.ts";

let world: World;
let boss: SignedIn;
let statements: ReturnType<typeof statementsOf>;
beforeAll(async () => {
  world = await openWorld();
  boss = await world.superAdmin();
  statements = statementsOf(world);
});
afterAll(() => world.close());

const imported = (...rows: StatementRow[]) => statements.imported(boss, ...rows);
const approveLine = (who: SignedIn, id: string | undefined) =>
  who.post(`/super-admin/statement-lines/${id ?? ""}/approve`, {});
const outcomes = (lines: readonly { outcome: string }[]) => lines.map(({ outcome }) => outcome);

describe("a bank's columns", () => {
  test("are guessed at first, and then those that were chosen last", async () => {
    const file = csvStatement([creditRow("HDFCN52026000001")]);
    const first = await statements.preview(boss, file);
    expect(first).toMatchObject({ kind: "csv", line_count: 1, remembered: false });
    expect(first.columns).toEqual(statementColumns);
    const chosen = { date: 0, narration: 1, credit: 4 };
    await statements.import(boss, file, { columns: chosen });
    const second = await statements.preview(boss, csvStatement([creditRow("HDFCN52026000002")]));
    expect(second).toMatchObject({ remembered: true, columns: chosen });
  });

  test.for([
    [{ reference: 2, credit: 4 }, { date: "Choose the column with the date" }],
    [{ date: 0, reference: 2 }, { credit: "Choose the column with the money that came in" }],
    [{ date: 0, credit: 4 }, { reference: "Choose the column with the UTR, or the narration" }],
    [{ date: 0, reference: 2, credit: 4, debit: 4 }, { debit: "Credit and debit are two columns" }],
  ] as const)("%j can't be read with", async ([columns, wrong]) => {
    const content = csvStatement([creditRow("HDFCN52026000003")]).toString("base64");
    const body = { file_name: "a.csv", content, columns };
    const { status, body: answer } = await boss.post("/super-admin/statement-imports", body);
    expect([status, Object.values(answer.error.fields)]).toEqual([400, Object.values(wrong)]);
  });

  test("that hold no dates are told, and nothing is kept", async () => {
    const content = csvStatement([creditRow("HDFCN52026000004")]).toString("base64");
    const body = {
      file_name: "a.csv",
      content,
      columns: { date: 1, reference: 2, credit: 4 },
    };
    const { status, body: answer } = await boss.post("/super-admin/statement-imports", body);
    expect([status, answer.error.code]).toEqual([422, "STATEMENT_UNREADABLE"]);
    expect(answer.error.message).toBe(
      "With these columns no line can be read. The first: The date “NEFT CR” can't be read.",
    );
  });
});

test.for([
  ["", 400, "The file is empty"],
  [
    Buffer.from("Date,Ref No,Credit\n").toString("base64"),
    422,
    "The file has a header and no lines below it.",
  ],
  ["AAAAAAAA", 422, "This is neither a CSV file nor an XLSX workbook."],
  [
    Buffer.from("%PDF-1.7").toString("base64"),
    422,
    "This is a PDF. Download the statement as CSV or XLSX instead.",
  ],
] as const)(
  "a file of %j is answered with %d and what to do",
  async ([content, status, sentence]) => {
    const { status: heard, body } = await boss.post("/super-admin/statement-imports/preview", {
      file_name: "statement.csv",
      content,
    });
    expect([heard, body.error.message]).toEqual([status, sentence]);
  },
);

test("a large body is not read for somebody who may not send one", async () => {
  const { statusCode } = await world.app.inject({
    method: "POST",
    url: "/api/v1/super-admin/statement-imports",
    headers: { "content-type": "application/json" },
    // Broken JSON would be answered with 400, had anybody looked at it.
    payload: `{"content":"${"A".repeat(1_000_000)}`,
  });
  expect(statusCode).toBe(401);
});

describe("a line", () => {
  test("that names another sender, or has lost its zeros, or its UTR in the narration only", async () => {
    const { tenant } = await statements.tenantWith(
      "HDFCN52026010001",
      "012345670001",
      "HDFCN52026010003",
    );
    const { id, lines } = await imported(
      creditRow("HDFCN52026010001", "NEFT-VERMA STORES"),
      creditRow("12345670001", "IMPS"),
      creditRow("", "NEFT-HDFCN52026010003-SHARMA TRADERS"),
    );
    expect(outcomes(lines)).toEqual(["sender_differs", "exact", "exact"]);
    expect(lines[1]?.reason).toBe("UTR (leading zeros restored) and amount match.");
    expect(await statements.approveAll(boss, id)).toMatchObject({ credited: 2 });
    expect(await tenant.balance()).toBe(2000_00);
    const { status, body } = await approveLine(boss, lines[0]?.id);
    expect([status, body.data.outcome]).toEqual([200, "credited"]);
    expect(await tenant.balance()).toBe(3000_00);
  });

  test("whose request was rejected, credited before, or never made says so", async () => {
    const { deposits } = await statements.tenantWith("HDFCN52026020001", "HDFCN52026020002");
    const [rejected, approved] = deposits;
    const why = { reason: "Not ours" };
    await boss.post(`/super-admin/deposits/${rejected?._id ?? ""}/reject`, why);
    await boss.post(`/super-admin/deposits/${approved?._id ?? ""}/approve`, {});
    const { lines } = await imported(
      creditRow("HDFCN52026020001"),
      creditRow("HDFCN52026020002"),
      creditRow("HDFCN52026029999"),
    );
    expect(outcomes(lines)).toEqual(["request_rejected", "credited", "unknown"]);
    expect(lines[0]?.reason).toContain("was rejected: Not ours");
    for (const line of lines) {
      const { status, body } = await approveLine(boss, line.id);
      expect([status, body.error.code]).toEqual([409, "LINE_NOT_APPROVABLE"]);
    }
  });

  test("whose transfer goes out again under the same UTR is not credited", async () => {
    await statements.tenantWith("HDFCN52026025001");
    const out: StatementRow = ["21/11/2026", "RETURN", "HDFCN52026025001", "1,000.00", ""];
    const { lines } = await imported(creditRow("HDFCN52026025001"), out);
    expect(outcomes(lines)).toEqual(["duplicate", "debit"]);
    expect(lines[0]?.reason).toMatch(/the bank may have returned it\.$/);
  });

  test("that is mangled and fits two requests is for neither", async () => {
    await statements.tenantWith("512345670001", "512345670002");
    const { lines } = await imported(creditRow("5.12E+11", "IMPS SHARMA TRADERS"));
    expect(outcomes(lines)).toEqual(["mangled"]);
    expect(lines[0]?.reason).toMatch(/More than one request fits\.$/);
  });

  test("that paid for one request pays for no other, whatever was mangled in between", async () => {
    const { tenant, account } = await statements.tenantWith("612345670001");
    const row = creditRow("6.12E+11", "IMPS SHARMA TRADERS");
    const { lines } = await imported(row);
    expect(outcomes(lines)).toEqual(["mangled_candidate"]);
    expect((await approveLine(boss, lines[0]?.id)).status).toBe(200);
    // A second request that fits the same words: the line is known, and used.
    await statements.request(tenant, account, 1000, "612345670002");
    const again = await imported(row);
    expect(outcomes(again.lines)).toEqual(["credited"]);
    expect(again.lines[0]?.seen_before?.file_name).toBe("statement.csv");
    expect(await tenant.balance()).toBe(1000_00);
  });

  test("comes to something else once a request for it is made, and its file is dropped again", async () => {
    const row = creditRow("HDFCN52026030001");
    expect(outcomes((await imported(row)).lines)).toEqual(["unknown"]);
    const { tenant } = await statements.tenantWith("HDFCN52026030001");
    const { id, lines } = await imported(row, creditRow("HDFCN52026030002"));
    expect(outcomes(lines)).toEqual(["exact", "unknown"]);
    expect(lines.map(({ seen_before: seen }) => seen !== null)).toEqual([true, false]);
    await statements.approveAll(boss, id);
    expect(await tenant.balance()).toBe(1000_00);
  });
});

test("an import and what was approved from it are in the audit log", async () => {
  await statements.tenantWith("HDFCN52026080001");
  const { id } = await imported(creditRow("HDFCN52026080001"));
  await statements.approveAll(boss, id);
  const { rows } = await sql<{ act: string; reason: string | null; lines: string | null }>`
    select act, reason, after ->> 'lines' as lines from audit_log
    where act in ('statement.imported', 'deposit.approved') order by seq desc limit 2
  `.execute(database());
  expect(rows).toEqual([
    { act: "deposit.approved", reason: "Bank statement statement.csv, line 4", lines: null },
    { act: "statement.imported", reason: null, lines: "1" },
  ]);
});

test("a repeat under its idempotency key is one import", async () => {
  const content = csvStatement([creditRow("HDFCN52026090001")]).toString("base64");
  const body = { file_name: "once.csv", content, columns: statementColumns };
  const send = () => boss.post("/super-admin/statement-imports", body, { key: "one-statement" });
  const answers = await Promise.all([send(), send(), send()]);
  // The two that came meanwhile may be asked to try again, and are not imported either.
  const ids = answers.filter(({ status }) => status === 201).map(({ body: { data } }) => data.id);
  expect(new Set(ids).size).toBe(1);
});
