// The guarantee: an import from which nothing was approved can be undone, and no later import is judged
// with it; one from which something was approved can't, also when both happen at once.
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import { database, transaction } from "../../database/db.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import {
  creditRow,
  csvStatement,
  statementColumns,
  statementsOf,
} from "../../../test/statement-world.ts";
import { openWorld, type World } from "../../../test/world.ts";

import { reserveCredit } from "./queries.ts";
import { lockImport } from "./undo-import.ts";

let world: World;
let boss: SignedIn;
let statements: ReturnType<typeof statementsOf>;
beforeAll(async () => {
  world = await openWorld();
  boss = await world.superAdmin();
  statements = statementsOf(world);
});
afterAll(() => world.close());

/** What the tables of imports hold, without what an import itself adds. */
const traces = async () => {
  const { rows } = await sql`
    select
      (select count(*) from statement_imports) as imports,
      (select count(*) from statement_lines) as lines,
      (select count(*) from statement_credits) as credits,
      (select count(*) from statement_debits) as debits,
      (select count(*) from statement_credit_keys) as keys,
      (select count(*) from statement_formats) as formats,
      (select count(*) from bank_balances) as balances
  `.execute(database());
  return rows[0];
};

test("an undone import leaves no trace in the next one's results", async () => {
  const { tenant } = await statements.tenantWith("HDFCN52026081001");
  const before = await traces();
  // Read with the columns for credit and debit swapped: the request looks taken back.
  const swapped = { ...statementColumns, debit: 4, credit: 3 };
  const file = csvStatement([
    creditRow("HDFCN52026081001"),
    ["21/11/2026", "NEFT DR", "HDFCN52026081002", "200.00", ""],
  ]);
  const wrong = await statements.import(boss, file, { columns: swapped });
  expect((await statements.lines(boss, wrong.id))[0]?.outcome).toBe("taken_back");
  const { status, body } = await statements.undo(boss, wrong.id);
  expect([status, body.message]).toEqual([200, "Import undone. No wallet changed."]);
  expect(await traces()).toEqual(before);
  expect((await statements.undo(boss, wrong.id)).status).toBe(404);
  expect((await statements.preview(boss, file)).remembered).toBe(false);

  const right = await statements.import(boss, file);
  expect(right).toMatchObject({ seen_count: 0, same_file_as: null });
  expect((await statements.lines(boss, right.id))[0]?.outcome).toBe("exact");
  expect(await statements.approveAll(boss, right.id)).toMatchObject({ credited: 1 });
  expect(await tenant.balance()).toBe(1000_00);
  const { rows } = await sql<{ act: string }>`
    select act from audit_log where subject_id = ${wrong.id} order by seq
  `.execute(database());
  expect(rows.map(({ act }) => act)).toEqual(["statement.imported", "statement.undone"]);
});

test("a later import of the file becomes the first, and its columns stay remembered", async () => {
  const file = csvStatement([creditRow("HDFCN52026082001")], "Account: 000000000042 A");
  const first = await statements.import(boss, file);
  const second = await statements.import(boss, file);
  const third = await statements.import(boss, file);
  expect([second.seen_count, third.same_file_as?.id]).toEqual([1, first.id]);
  await statements.undo(boss, first.id);
  const { data } = (await boss.get("/super-admin/statement-imports?page=1&limit=2")).body;
  expect(data).toMatchObject([
    { id: third.id, seen_count: 1, same_file_as: { id: second.id } },
    { id: second.id, seen_count: 0, same_file_as: null },
  ]);
  expect((await statements.preview(boss, file)).remembered).toBe(true);
});

test("an import from which a deposit was approved stays", async () => {
  await statements.tenantWith("HDFCN52026083001");
  const { id } = await statements.importRows(boss, creditRow("HDFCN52026083001"));
  await statements.approveAll(boss, id);
  const { status, body } = await statements.undo(boss, id);
  expect([status, body.error]).toMatchObject([
    409,
    {
      code: "STATEMENT_IN_USE",
      message:
        "This import can't be undone. A deposit was approved from its lines, or is being approved.",
    },
  ]);
  expect(await statements.lines(boss, id)).toHaveLength(1);
});

test("an undo waits for an approval that reserves a line's money, and is refused", async () => {
  const { deposits } = await statements.tenantWith("HDFCN52026085001");
  const { id } = await statements.importRows(boss, creditRow("HDFCN52026085001"));
  const { credit_id: credit } = await database()
    .selectFrom("statement_lines")
    .select("credit_id")
    .where("import_id", "=", id)
    .executeTakeFirstOrThrow();
  const undoing = await transaction(async (db) => {
    expect(await lockImport(db, id)).toBe(true);
    const answer = statements.undo(boss, id);
    await expect.poll(countWaiting).toBe(1);
    expect(await reserveCredit(db, credit ?? "", deposits[0]?._id ?? "")).toBe(true);
    return { answer };
  });
  expect((await undoing.answer).status).toBe(409);
});

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `.execute(database());
  return rows[0]?.count ?? 0;
}

test("of an approval and an undo at once, one wins", async () => {
  for (let round = 0; round < 6; round += 1) {
    const utr = `HDFCN5202608400${round}`;
    const { tenant } = await statements.tenantWith(utr);
    const { id, lines } = await statements.importRows(boss, creditRow(utr));
    const line = `/super-admin/statement-lines/${lines[0]?.id ?? ""}/approve`;
    const [undone] = await Promise.all([statements.undo(boss, id), boss.post(line, {})]);
    const isUndone = undone.status === 200;
    expect(await tenant.balance()).toBe(isUndone ? 0 : 1000_00);
    expect((await boss.get(`/super-admin/statement-imports/${id}`)).status).toBe(
      isUndone ? 404 : 200,
    );
  }
  expect(await world.faults()).toEqual([]);
});
