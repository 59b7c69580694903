// A statement that shows a transfer as taken back counts against every import: its request is not
// approved from an earlier one, and super admins learn of a credit that it contradicts.
import { approveDeposit } from "@rokad/contract/deposit-reviews";
import { listNotifications } from "@rokad/contract/notifications";
import { getStatementImport } from "@rokad/contract/statement-import";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SignedIn } from "../../../test/signed-in.ts";
import { creditRow, statementsOf, type StatementRow } from "../../../test/statement-world.ts";
import { openWorld, type World } from "../../../test/world.ts";

let world: World;
let boss: SignedIn;
let statements: ReturnType<typeof statementsOf>;
beforeAll(async () => {
  world = await openWorld();
  boss = await world.superAdmin();
  statements = statementsOf(world);
});
afterAll(() => world.close());

const narration = "IMPS SHARMA TRADERS";
const creditOf = (utr: string) => creditRow(utr, narration);
const debitOf = (utr: string): StatementRow => [
  "22/11/2026",
  "RETURN IMPS SHARMA TRADERS",
  utr,
  "1,000.00",
  "",
];
const notifications = async () => {
  const { data } = await boss.ask(listNotifications, { query: { limit: 50 } });
  return data.filter(({ kind }) => kind === "statement_contradicts");
};

test("Monday's exact match can't be approved after Tuesday's statement takes the transfer back", async () => {
  const { tenant } = await statements.tenantWith("612345678901");
  const monday = await statements.importRows(boss, creditOf("612345678901"));
  expect(monday.lines[0]?.outcome).toBe("exact");
  await statements.importRows(boss, debitOf("0000612345678901"));
  expect(await statements.approveAll(boss, monday.id)).toMatchObject({ credited: 0 });
  const [line] = await statements.lines(boss, monday.id);
  expect(line).toMatchObject({
    outcome: "taken_back",
    can_approve: false,
    reason: "Another statement shows this transfer as taken back. Check with the bank.",
  });
  const answer = await boss.post(`/super-admin/statement-lines/${line?.id ?? ""}/approve`, {});
  expect([answer.status, answer.body.error.message]).toEqual([409, line?.reason]);
  const later = await statements.importRows(boss, creditOf("612345678901"));
  expect(later.lines[0]?.outcome).toBe("taken_back");
  expect(await tenant.balance()).toBe(0);
  expect(await notifications()).toEqual([]);
});

test("the review of that request warns of the debit", async () => {
  await statements.tenantWith("612345678902");
  await statements.importRows(boss, debitOf("612345678902"));
  const { body } = await boss.get("/super-admin/deposits", { utr: "612345678902" });
  expect(body.data[0]?.warnings[0]).toMatchObject({
    code: "TAKEN_BACK",
    message: "A bank statement shows this transfer as taken back on 22/11/2026",
  });
});

test("a debit that contradicts a credit is on the import's page and notifies once", async () => {
  const { tenant } = await statements.tenantWith("612345678903");
  const monday = await statements.importRows(boss, creditOf("612345678903"));
  expect(await statements.approveAll(boss, monday.id)).toMatchObject({ credited: 1 });
  const tuesday = await statements.importRows(boss, debitOf("0000612345678903"));
  expect(tuesday.lines[0]).toMatchObject({
    outcome: "taken_back",
    group: "decide",
    can_approve: false,
    deposit: { utr_reference: "612345678903", status: "completed" },
    reason: expect.stringMatching(
      /^The bank took back the transfer 612345678903, which was credited on .*\. Decide with the tenant and the bank\.$/,
    ),
  });
  const { data } = await boss.ask(getStatementImport, { params: { id: tuesday.id } });
  expect(data.contradictions).toMatchObject({ count: 1, total_amount: { amount: 1_000_00 } });
  const first = await notifications();
  expect(first).toMatchObject([
    {
      title: "Statement contradicts a credit",
      text: expect.stringContaining("₹1,000.00 with UTR 612345678903 was credited"),
      subject_id: tuesday.id,
    },
  ]);
  await statements.importRows(boss, debitOf("612345678903"));
  expect(await notifications()).toEqual(first);
  expect(await tenant.balance()).toBe(1_000_00);
});

test("a line with another amount than was credited is to decide, and moves nothing", async () => {
  const { tenant, deposits } = await statements.tenantWith("612345678904", "612345678905");
  for (const { _id } of deposits) await boss.ask(approveDeposit, { params: { id: _id }, body: {} });
  const { lines } = await statements.importRows(
    boss,
    creditRow("612345678904", narration, "100.00"),
    creditRow("612345678905", narration),
  );
  expect(lines).toMatchObject([
    {
      outcome: "ambiguous",
      group: "decide",
      can_approve: false,
      can_credit_received: false,
      reason: expect.stringMatching(
        /^Its deposit was already credited on .* with ₹1,000\.00, but this line has ₹100\.00\. Decide with the tenant and the bank\.$/,
      ),
    },
    { outcome: "credited", group: "settled" },
  ]);
  expect(await tenant.balance()).toBe(2_000_00);
});

test("a request that is approved with another amount than its line's is to decide", async () => {
  const { deposits } = await statements.tenantWith("612345678906");
  const { id, lines } = await statements.importRows(
    boss,
    creditRow("612345678906", narration, "100.00"),
  );
  expect(lines[0]?.outcome).toBe("amount_differs");
  await boss.ask(approveDeposit, { params: { id: deposits[0]?._id ?? "" }, body: {} });
  expect((await statements.lines(boss, id))[0]).toMatchObject({
    outcome: "ambiguous",
    can_credit_received: false,
    reason: expect.stringContaining("with another amount."),
  });
});

test("an approval and an import of the debit at the same time: one of them sees the other", async () => {
  for (let round = 0; round < 5; round += 1) {
    const utr = String(612_345_679_000 + round);
    const { tenant } = await statements.tenantWith(utr);
    const { id } = await statements.importRows(boss, creditOf(utr));
    const [, imported] = await Promise.all([
      statements.approveAll(boss, id),
      statements.importRows(boss, debitOf(utr)),
    ]);
    const { data } = await boss.ask(getStatementImport, { params: { id: imported.id } });
    const isCredited = (await tenant.balance()) > 0;
    expect(data.contradictions.count).toBe(isCredited ? 1 : 0);
  }
});
