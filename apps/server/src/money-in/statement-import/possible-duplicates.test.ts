// A line whose amount may already be credited is no exact match: its warnings are those of the
// deposit queue, and a person decides it on its own.
import { afterAll, beforeAll, expect, test } from "vitest";
import { adminOf } from "../../../test/founder.ts";
import { saveSetting } from "../../../test/save-setting.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { creditRow, statementsOf } from "../../../test/statement-world.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { approveDeposit } from "../deposits/approve-deposit.ts";

let world: World;
let boss: SignedIn;
let statements: ReturnType<typeof statementsOf>;
beforeAll(async () => {
  world = await openWorld();
  boss = await world.superAdmin();
  statements = statementsOf(world);
  await saveSetting("second_approval_above_paise", null);
});
afterAll(() => world.close());

const reviewer = () => ({
  ...adminOf(boss.id),
  from: { address: "203.0.113.7", userAgent: undefined },
});
const approve = (id: string | undefined) =>
  boss.post(`/super-admin/deposits/${id ?? ""}/approve`, { note: "Seen in the bank's app" });
const approveLine = (id: string | undefined) =>
  boss.post(`/super-admin/statement-lines/${id ?? ""}/approve`, {});

async function queueWarnings(utr: string) {
  const { body } = await boss.get("/super-admin/deposits", { utr });
  return body.data.flatMap(({ warnings }) => warnings);
}

test("a deposit filed again under the right UTR, after its approval under a wrong one, is no exact match", async () => {
  const [wrong, right] = ["532345678620", "532345678602"];
  const { tenant, account, deposits } = await statements.tenantWith(wrong);
  await approve(deposits[0]?._id);
  await statements.request(tenant, account, 1000, right);
  const { id, lines } = await statements.importRows(boss, creditRow(right));
  expect(lines).toMatchObject([
    {
      outcome: "possible_duplicate",
      group: "decide",
      can_approve: true,
      warnings: [
        {
          code: "SAME_AMOUNT",
          message: expect.stringMatching(/, with UTR 532345678620 \(completed\)$/),
        },
      ],
    },
  ]);
  expect(lines[0]?.warnings).toEqual(await queueWarnings(right));
  expect(await statements.approveAll(boss, id)).toMatchObject({ credited: 0, refused: [] });
  expect(await tenant.balance()).toBe(1000_00);
  // Closes the race with a deposit that was filed after the matches were read.
  const requestId = lines[0]?.deposit?.id ?? "";
  await expect(
    approveDeposit(reviewer(), requestId, undefined, { source: "statement", batchPaise: 1000_00n }),
  ).rejects.toMatchObject({ code: "STATEMENT_DIFFERS" });
  expect((await approveLine(lines[0]?.id)).status).toBe(200);
  expect(await tenant.balance()).toBe(2000_00);
});

test("two transfers of one amount with a statement line each have no such warning", async () => {
  const { tenant, deposits } = await statements.tenantWith("632345678601", "632345678602");
  await approve(deposits[0]?._id);
  const first = await statements.importRows(boss, creditRow("632345678602"));
  expect(first.lines[0]?.outcome).toBe("possible_duplicate");
  await statements.importRows(boss, creditRow("632345678601"));
  const [line] = await statements.lines(boss, first.id);
  expect(line).toMatchObject({ outcome: "exact", warnings: [] });
  expect(await queueWarnings("632345678602")).toEqual([]);
  expect(await statements.approveAll(boss, first.id)).toMatchObject({ credited: 1 });
  expect(await tenant.balance()).toBe(2000_00);
});

test("a credit that no statement shows warns of the same amount for a week", async () => {
  const { tenant, account } = await statements.tenantWith();
  const request = (at: string, utr: string) =>
    world.at(at, () => statements.request(tenant, account, 1000, utr));
  const { _id: id } = await request("2026-03-02T10:00:00Z", "732345678601");
  await request("2026-03-08T10:00:00Z", "732345678602");
  await request("2026-03-16T10:00:00Z", "732345678603");
  await approve(id);
  expect(await queueWarnings("732345678602")).toEqual([]);
  const { lines } = await statements.importRows(
    boss,
    creditRow("732345678602"),
    creditRow("732345678603"),
  );
  expect(lines.map(({ outcome }) => outcome)).toEqual(["possible_duplicate", "exact"]);
});
