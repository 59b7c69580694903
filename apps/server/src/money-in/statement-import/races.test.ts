// A line's money pays for one request, also when two people act at the same time, and each gets an
// answer.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SignedIn } from "../../../test/signed-in.ts";
import {
  creditRow,
  csvStatement,
  statementsOf,
  type StatementRow,
} from "../../../test/statement-world.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database, transaction } from "../../database/db.ts";
import { reserveCredit } from "./queries.ts";

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

test("reserves a line's money for one request until that request is rejected [17.6]", async () => {
  const { deposits } = await statements.tenantWith("HDFCN52026035001", "HDFCN52026035002");
  await importRows(creditRow("HDFCN52026035001"));
  const { credit_id: line } = await database()
    .selectFrom("statement_lines")
    .select("credit_id")
    .where("reference", "=", "HDFCN52026035001")
    .executeTakeFirstOrThrow();
  const reserve = (at: number) =>
    transaction((db) => reserveCredit(db, line ?? "", deposits[at]?._id ?? ""));
  expect([await reserve(0), await reserve(1), await reserve(0)]).toEqual([true, false, true]);
  await boss.post(`/super-admin/deposits/${deposits[0]?._id ?? ""}/reject`, { reason: "No" });
  expect([await reserve(1), await reserve(0)]).toEqual([true, false]);
});

describe("at the same time", () => {
  test("two imports of one file store each credit once [17.6]", async () => {
    const file = csvStatement([creditRow("HDFCN52026040001"), creditRow("HDFCN52026040002")]);
    const both = await Promise.all([statements.import(boss, file), statements.import(boss, file)]);
    expect(both.map(({ seen_count: seen }) => seen).toSorted()).toEqual([0, 2]);
  });

  test("4 bulk approvals and a reviewer credit each deposit once, and each error has its reason [17.8]", async () => {
    const utrs = Array.from({ length: 12 }, (_, at) => `HDFCN520260500${10 + at}`);
    const { tenant, deposits } = await statements.tenantWith(...utrs);
    const { id } = await importRows(...utrs.map((utr) => creditRow(utr)));
    const presses = Array.from({ length: 4 }, () => statements.approveAll(boss, id));
    const [done] = await Promise.all([
      Promise.all(presses),
      ...deposits
        .slice(0, 3)
        .map(({ _id }) => boss.post(`/super-admin/deposits/${_id}/approve`, {})),
    ]);
    expect(await tenant.balance()).toBe(12 * 1000_00);
    for (const { reason } of done.flatMap(({ refused }) => refused)) {
      expect(reason).toMatch(/already/);
    }
    expect(await world.faults()).toEqual([]);
  });

  test("approving and rejecting has one result, which the line shows [17.8]", async () => {
    const { tenant, deposits } = await statements.tenantWith("HDFCN52026060001");
    const { id } = await importRows(creditRow("HDFCN52026060001"));
    const reject = { reason: "No" };
    await Promise.all([
      boss.post(`/super-admin/deposits/${deposits[0]?._id ?? ""}/reject`, reject),
      statements.approveAll(boss, id),
    ]);
    const [line] = await statements.lines(boss, id);
    const wasApproved = (await tenant.balance()) > 0;
    expect(line?.outcome).toBe(wasApproved ? "credited" : "request_rejected");
    expect(await world.faults()).toEqual([]);
  });
});

test("above the limit one bulk approval gives the first approval, another person's the second [17.7]", async () => {
  const value = { value: JSON.stringify(500_00), updated_at: new Date(), updated_by: null };
  const key = "second_approval_above_paise";
  await database()
    .insertInto("settings")
    .values({ key, ...value })
    .execute();
  try {
    const second = await world.newSuperAdmin("Arjun Rao");
    const { tenant } = await statements.tenantWith("HDFCN52026070001");
    const { id } = await importRows(creditRow("HDFCN52026070001"));
    expect(await statements.approveAll(boss, id)).toMatchObject({ credited: 0, firstApprovals: 1 });
    expect(await tenant.balance()).toBe(0);
    const [mine] = await statements.lines(boss, id);
    expect(mine).toMatchObject({ outcome: "first_approval_given", can_approve: false });
    expect(await statements.approveAll(boss, id)).toMatchObject({ credited: 0, refused: [] });
    const [theirs] = await statements.lines(second, id);
    expect(theirs).toMatchObject({ outcome: "exact", can_approve: true });
    expect(theirs?.reason).toContain("Meera Iyer gave the first approval.");
    expect(await statements.approveAll(second, id)).toMatchObject({ credited: 1 });
    expect(await tenant.balance()).toBe(1000_00);
  } finally {
    await database().deleteFrom("settings").where("key", "=", key).execute();
  }
});
