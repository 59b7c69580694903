// The columns of a bank are chosen once, each line has its outcome, and a reviewer decides the lines
// that do not match exactly.
import { approveBankAccount } from "@rokad/contract/bank-account-reviews";
import { addBankAccount } from "@rokad/contract/bank-accounts";
import { listNotifications } from "@rokad/contract/notifications";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountForm } from "../../../test/forms.ts";
import { receivingAccount } from "../../../test/settings-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import {
  creditRow,
  csvStatement,
  statementColumns,
  statementsOf,
  type StatementRow,
} from "../../../test/statement-world.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database } from "../../database/db.ts";
import { setReceivingAccount } from "../../money-in/receiving-accounts/set-receiving-account.ts";

let world: World;
let boss: SignedIn;
let statements: ReturnType<typeof statementsOf>;
beforeAll(async () => {
  world = await openWorld();
  boss = await world.superAdmin();
  statements = statementsOf(world);
});
afterAll(() => world.close());

const importRows = (...rows: StatementRow[]) => statements.importRows(boss, ...rows);
const approveLine = (who: SignedIn, id: string | undefined) =>
  who.post(`/super-admin/statement-lines/${id ?? ""}/approve`, {});
const outcomes = (lines: readonly { outcome: string }[]) => lines.map(({ outcome }) => outcome);

describe("a bank's columns", () => {
  test("are guessed at first; later files get the last choice [17.2]", async () => {
    const file = csvStatement([creditRow("HDFCN52026000001")]);
    const first = await statements.preview(boss, file);
    expect(first).toMatchObject({ kind: "csv", line_count: 1, remembered: false });
    expect(first.columns).toEqual({ ...statementColumns, balance: 5 });
    const chosen = { date: 0, narration: 1, credit: 4 };
    await statements.import(boss, file, { columns: chosen });
    const second = await statements.preview(boss, csvStatement([creditRow("HDFCN52026000002")]));
    expect(second).toMatchObject({ remembered: true, columns: chosen });
  });

  test.for([
    [{ reference: 2, credit: 4 }, { date: "Choose the column with the date" }],
    [{ date: 0, reference: 2 }, { credit: "Choose the column with the incoming money" }],
    [{ date: 0, credit: 4 }, { reference: "Choose the column with the UTR, or the narration" }],
    [
      { date: 0, reference: 2, credit: 4, debit: 4 },
      { debit: "Choose different columns for credit and debit" },
    ],
  ] as const)("reject the choice %j", async ([columns, wrong]) => {
    const content = csvStatement([creditRow("HDFCN52026000003")]).toString("base64");
    const body = { file_name: "a.csv", content, columns };
    const { status, body: answer } = await boss.post("/super-admin/statement-imports", body);
    expect([status, Object.values(answer.error.fields)]).toEqual([400, Object.values(wrong)]);
  });

  test("without dates are rejected with the reason", async () => {
    const content = csvStatement([creditRow("HDFCN52026000004")]).toString("base64");
    const body = {
      file_name: "a.csv",
      content,
      columns: { date: 1, reference: 2, credit: 4 },
    };
    const { status, body: answer } = await boss.post("/super-admin/statement-imports", body);
    expect([status, answer.error.code]).toEqual([422, "STATEMENT_UNREADABLE"]);
    expect(answer.error.message).toBe(
      "No line can be read with these columns. First error: The date “NEFT CR SHARMA TRADERS” can't be read.",
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
] as const)("a file of %j gets a %d with what to do", async ([content, status, message]) => {
  const { status: actual, body } = await boss.post("/super-admin/statement-imports/preview", {
    file_name: "statement.csv",
    content,
  });
  expect([actual, body.error.message]).toEqual([status, message]);
});

test("a large body without permission is rejected before it is parsed", async () => {
  const { statusCode } = await world.app.inject({
    method: "POST",
    url: "/api/v1/super-admin/statement-imports",
    headers: { "content-type": "application/json" },
    // Invalid JSON: parsing it would answer 400.
    payload: `{"content":"${"A".repeat(1_000_000)}`,
  });
  expect(statusCode).toBe(401);
});

describe("a line of a statement", () => {
  test("matches without leading zeros or with its UTR in the narration; another sender needs a reviewer [17.4]", async () => {
    const { tenant } = await statements.tenantWith(
      "HDFCN52026010001",
      "012345670001",
      "HDFCN52026010003",
    );
    const { id, lines } = await importRows(
      creditRow("HDFCN52026010001", "NEFT-VERMA STORES"),
      creditRow("12345670001", "IMPS SHARMA TRADERS"),
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

  test("reports that its request was rejected, credited before, or never created", async () => {
    const { deposits } = await statements.tenantWith("HDFCN52026020001", "HDFCN52026020002");
    const [rejected, approved] = deposits;
    const why = { reason: "Not ours" };
    await boss.post(`/super-admin/deposits/${rejected?._id ?? ""}/reject`, why);
    await boss.post(`/super-admin/deposits/${approved?._id ?? ""}/approve`, {});
    const { lines } = await importRows(
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

  test("is not credited when a debit has the same UTR", async () => {
    await statements.tenantWith("HDFCN52026025001");
    const out: StatementRow = ["21/11/2026", "RETURN", "HDFCN52026025001", "1,000.00", ""];
    const { lines } = await importRows(creditRow("HDFCN52026025001"), out);
    expect(outcomes(lines)).toEqual(["duplicate", "taken_back"]);
    expect(lines[0]?.reason).toMatch(/the bank may have returned the transfer\.$/);
  });

  test("needs a reviewer when it names no sender, or only a word of the name", async () => {
    const { tenant } = await statements.tenantWith("HDFCN52026026001", "HDFCN52026026002");
    const { id, lines } = await importRows(
      creditRow("HDFCN52026026001", "NEFT CR"),
      creditRow("HDFCN52026026002", "NEFT CR SHARMA"),
    );
    expect(outcomes(lines)).toEqual(["sender_differs", "sender_differs"]);
    expect(lines.map(({ reason }) => reason)).toEqual([
      "UTR and amount match, but the line names no sender.",
      "UTR and amount match, but the line does not name Sharma Traders.",
    ]);
    expect(await statements.approveAll(boss, id)).toMatchObject({ credited: 0 });
    expect(await tenant.balance()).toBe(0);
  });

  test("is not matched by the sender's account number, typed as a UTR", async () => {
    const tenant = await world.retailer();
    const number = "412345679999";
    const { data: account } = await tenant.ask(addBankAccount, { body: accountForm(number) });
    await boss.ask(approveBankAccount, { params: { id: account._id }, body: {} });
    await statements.request(tenant, account._id, 1000, number);
    const { lines } = await importRows(
      creditRow("HDFCN52026027001", `NEFT ${number} SHARMA TRADERS`),
    );
    expect(outcomes(lines)).toEqual(["unknown"]);
  });

  test("that is mangled and matches two requests pays for neither", async () => {
    await statements.tenantWith("512345670001", "512345670002");
    const { lines } = await importRows(creditRow("5.12E+11", "IMPS SHARMA TRADERS"));
    expect(outcomes(lines)).toEqual(["mangled"]);
    expect(lines[0]?.reason).toMatch(/More than one request matches\.$/);
  });

  test("that paid for one request pays for no other, also when it is mangled [17.6]", async () => {
    const { tenant, account } = await statements.tenantWith("612345670001");
    const row = creditRow("6.12E+11", "IMPS SHARMA TRADERS");
    const { lines } = await importRows(row);
    expect(outcomes(lines)).toEqual(["mangled_candidate"]);
    expect((await approveLine(boss, lines[0]?.id)).status).toBe(200);
    // A second request that matches the same line: the line is known and used.
    await statements.request(tenant, account, 1000, "612345670002");
    const again = await importRows(row);
    expect(outcomes(again.lines)).toEqual(["credited"]);
    expect(again.lines[0]?.seen_before?.file_name).toBe("statement.csv");
    expect(await tenant.balance()).toBe(1000_00);
  });

  test("gets a new outcome when its file is imported again after a request", async () => {
    const row = creditRow("HDFCN52026030001");
    expect(outcomes((await importRows(row)).lines)).toEqual(["unknown"]);
    const { tenant } = await statements.tenantWith("HDFCN52026030001");
    const { id, lines } = await importRows(row, creditRow("HDFCN52026030002"));
    expect(outcomes(lines)).toEqual(["exact", "unknown"]);
    expect(lines.map(({ seen_before: seen }) => seen !== null)).toEqual([true, false]);
    await statements.approveAll(boss, id);
    expect(await tenant.balance()).toBe(1000_00);
  });
});

test("a line and the notification of its return name the business, not its founder", async () => {
  const { tenant } = await statements.tenantWith("HDFCN52026075001");
  await sql`update people set name = 'Asha Sharma' where id = ${tenant.id}`.execute(database());
  const { id, lines } = await importRows(creditRow("HDFCN52026075001"));
  expect(lines[0]?.deposit?.tenant.name).toBe("Sharma Traders");
  await statements.approveAll(boss, id);
  await importRows(["22/11/2026", "RETURN", "HDFCN52026075001", "1,000.00", ""]);
  const { data } = await boss.ask(listNotifications, { query: { limit: 50 } });
  expect(data.find(({ kind }) => kind === "statement_contradicts")?.text).toContain(
    "was credited to Sharma Traders, but",
  );
});

test("the audit log has an import and the approvals from it", async () => {
  await statements.tenantWith("HDFCN52026080001");
  const { id } = await importRows(creditRow("HDFCN52026080001"));
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

test("3 requests with one idempotency key are one import", async () => {
  const content = csvStatement([creditRow("HDFCN52026090001")]).toString("base64");
  const body = { file_name: "once.csv", content, columns: statementColumns };
  const send = () => boss.post("/super-admin/statement-imports", body, { key: "one-statement" });
  const answers = await Promise.all([send(), send(), send()]);
  // The other two may get a retry error, but import nothing.
  const ids = answers.filter(({ status }) => status === 201).map(({ body: { data } }) => data.id);
  expect(new Set(ids).size).toBe(1);
});

test("a statement of another account is refused, and one of the receiving account is imported", async () => {
  const bodyOf = (file: Buffer) => ({
    file_name: "a.csv",
    content: file.toString("base64"),
    columns: statementColumns,
  });
  const rows = [creditRow("HDFCN52026095001")];
  const withAccount = (line: string) =>
    Buffer.from(csvStatement(rows).toString().replace("Account: 000000000042", line));
  await setReceivingAccount(receivingAccount);
  try {
    const refused = await boss.post("/super-admin/statement-imports", bodyOf(csvStatement(rows)));
    expect([refused.status, refused.body.error.code, refused.body.error.message]).toEqual([
      422,
      "STATEMENT_OF_OTHER_ACCOUNT",
      "This statement is of the account ****0042, not of HDFC Bank ****5600.",
    ]);
    const masked = withAccount("Account No : XXXXXXXX5678");
    expect((await boss.post("/super-admin/statement-imports", bodyOf(masked))).status).toBe(422);
    for (const line of ["A/c. No. : _00000039876543210", "Account No,'39876543210'"]) {
      const other = await boss.post("/super-admin/statement-imports", bodyOf(withAccount(line)));
      expect([other.status, other.body.error.code]).toEqual([422, "STATEMENT_OF_OTHER_ACCOUNT"]);
    }
    for (const line of [
      "Account No. 120034005600 (INR)",
      "A/C Number: XXXXXXXX5600",
      "Statement of account from 01/04/2026",
      "Account Type: Current",
    ]) {
      const { status } = await boss.post(
        "/super-admin/statement-imports",
        bodyOf(withAccount(line)),
      );
      expect([line, status]).toEqual([line, 201]);
    }
  } finally {
    await setReceivingAccount(null);
  }
});
