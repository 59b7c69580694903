// A reviewer of the queue sees what the bank statement shows for the request, and a doubt of the
// statement keeps a request out of bulk approvals.
import { approveDeposit, approveDeposits } from "@rokad/contract/deposit-reviews";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SignedIn } from "../../../test/signed-in.ts";
import { creditRow, statementsOf } from "../../../test/statement-world.ts";
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

async function rowOf(utr: string) {
  const { body } = await boss.get("/super-admin/deposits", { utr });
  const [row] = body.data;
  if (!row) throw new Error(`No deposit has the UTR ${utr}`);
  return row;
}

test("a line with UTR, amount and sender of the request confirms it", async () => {
  await statements.tenantWith("712345678901");
  expect((await rowOf("712345678901")).statement).toBeNull();
  await statements.importRows(boss, creditRow("712345678901"));
  const { statement, warnings } = await rowOf("712345678901");
  expect(statement).toEqual({
    booked_on: "2026-11-21",
    amount: { amount: 1_000_00, currency: "INR" },
    verdict: "agrees",
    message: "UTR and amount match.",
  });
  expect(warnings.map(({ code }) => code)).toEqual(["FIRST_DEPOSIT"]);
});

test("a line that is older than the request is shown, and compared at the next import", async () => {
  await statements.importRows(boss, creditRow("0000712345678902"));
  await statements.tenantWith("712345678902");
  expect((await rowOf("712345678902")).statement).toMatchObject({
    verdict: "unchecked",
    message:
      "A bank statement shows this UTR and amount on 21/11/2026. Import it again to compare the sender.",
  });
  await statements.importRows(boss, creditRow("712345678902"));
  expect((await rowOf("712345678902")).statement?.verdict).toBe("agrees");
});

test("an older line of another amount warns without a new import", async () => {
  await statements.importRows(boss, creditRow("712345678903", undefined, "400.00"));
  await statements.tenantWith("712345678903");
  const row = await rowOf("712345678903");
  expect(row.statement_amount).toEqual({ amount: 400_00, currency: "INR" });
  expect(row.warnings[0]).toEqual({
    code: "AMOUNT_DIFFERS",
    message: "A bank statement shows ₹400.00 for this UTR instead of ₹1,000.00",
  });
});

test("another sender or a transfer taken back is approved on its own only", async () => {
  const { tenant, deposits } = await statements.tenantWith(
    "712345678904",
    "712345678905",
    "712345678906",
  );
  const [otherSender, returned, plain] = deposits.map(({ _id }) => _id);
  await statements.importRows(boss, creditRow("712345678904", "IMPS KAPOOR STEEL"));
  await statements.importRows(boss, ["22/11/2026", "RETURN IMPS", "712345678905", "1,000.00", ""]);
  const { warnings, statement } = await rowOf("712345678904");
  const objection =
    "Bank statement on 21/11/2026: UTR and amount match, but the line does not name Sharma Traders.";
  expect([statement?.verdict, warnings[0]]).toEqual([
    "differs",
    { code: "STATEMENT_DIFFERS", message: objection },
  ]);
  const ids = [otherSender, returned, plain].map(String);
  const { data } = await boss.ask(approveDeposits, { body: { ids } });
  expect(data.map(({ outcome, code, message }) => [outcome, code ?? message])).toEqual([
    ["refused", "STATEMENT_DIFFERS"],
    ["refused", "STATEMENT_DIFFERS"],
    ["approved", "Deposit approved and credited to the wallet"],
  ]);
  expect(data.map(({ message }) => message).slice(0, 2)).toEqual([
    `${objection.slice(0, -1)}. Check it and approve it on its own.`,
    "A bank statement shows this transfer as taken back. Check it and approve it on its own.",
  ]);
  expect(await tenant.balance()).toBe(1_000_00);
  await boss.ask(approveDeposit, { params: { id: String(otherSender) }, body: {} });
  expect(await tenant.balance()).toBe(2_000_00);
  expect((await rowOf("712345678904")).statement).toBeNull();
});
