// The guarantee: a transfer that the provider's list or the bank statement has is the same one posting
// that a person records, whichever comes first and however its UTR is spelled.
import { listFundTransfers } from "@rokad/contract/fund-transfers";
import { getStatementImport } from "@rokad/contract/statement-import";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newBankUtr, openFloatWorld, type FloatWorld } from "../../../test/float-world.ts";
import { waitingForLocks } from "../../../test/waiting-for-locks.ts";
import { database, transaction } from "../../database/db.ts";
import { lockUtr } from "../../money-in/deposits/lock-utr.ts";
import { csvStatement, statementsOf, type StatementRow } from "../../../test/statement-world.ts";

let world: FloatWorld;
beforeAll(async () => {
  world = await openFloatWorld();
});
afterAll(() => world.close());

let before: Record<string, bigint> = {};
beforeEach(async () => {
  before = await world.accounts();
});
async function moved(...accounts: string[]) {
  const sums = await world.accounts();
  return accounts.map((account) => Number((sums[account] ?? 0n) - (before[account] ?? 0n)));
}
const transfers = async () => (await world.boss.ask(listFundTransfers, { query: {} })).data;
const debit = (utr: string, rupees: string): StatementRow => [
  "21/11/2026",
  `NEFT DR-${utr}-SANDBOX`,
  utr,
  rupees,
  "",
];
const importRows = async (...rows: StatementRow[]) =>
  statementsOf(world).import(world.boss, csvStatement(rows));

describe("a transfer in the provider's list", () => {
  test("is recorded automatically when a receiving account sent it, in that account and once", async () => {
    const utr = newBankUtr();
    await world.arriveAtSandbox(75_000_00, utr, "42");
    await Promise.all([world.readBalances(), world.readBalances()]);
    await world.readBalances();
    expect(await moved("bank", "provider")).toEqual([75_000_00, -75_000_00]);
    expect((await transfers())[0]).toMatchObject({
      utr_reference: utr,
      origin: "provider_list",
      receiving_account: { id: world.account, label: "Main collections" },
      recorded_by: null,
      at_provider: true,
    });
    const person = await world.boss.post(
      "/super-admin/float/transfers",
      world.form({ utr_reference: utr, amount: 75_000 }),
    );
    expect([person.status, person.body.error.code]).toEqual([409, "UTR_ALREADY_USED"]);
    expect(await world.faults()).toEqual([]);
  });

  test("of an unknown sender waits for a person, who names it", async () => {
    await world.arriveAtSandbox(60_000_00, null);
    await world.readBalances();
    expect(await moved("provider")).toEqual([0]);
    const { unrecorded_credits: open } = await world.sandboxFloat();
    const credit = open.find(({ amount }) => amount.amount === 60_000_00);
    await world.record({
      from: "own_funds",
      amount: 60_000,
      utr_reference: "",
      note: "Balance from before",
      credit_reference: credit?.reference,
    });
    expect(await moved("own_funds", "provider")).toEqual([60_000_00, -60_000_00]);
    const again = await world.boss.post(
      "/super-admin/float/transfers",
      world.form({ amount: 60_000, credit_reference: credit?.reference }),
    );
    expect(again.body.error.code).toBe("UTR_ALREADY_USED");
  });

  test("is linked with what a person recorded first, in another spelling", async () => {
    await world.record({ utr_reference: "IMPS512345678907", amount: 1_000 });
    await world.arriveAtSandbox(1_000_00, "000512345678907");
    await world.readBalances();
    expect(await moved("provider")).toEqual([-1_000_00]);
    expect((await transfers())[0]).toMatchObject({ at_provider: true, origin: "person" });
  });

  test("of another amount than the person typed is refused", async () => {
    const utr = newBankUtr();
    await world.arriveAtSandbox(9_000_00, utr);
    await world.readBalances();
    const { body } = await world.boss.post(
      "/super-admin/float/transfers",
      world.form({ utr_reference: utr, amount: 900 }),
    );
    expect([body.error.code, body.error.message]).toEqual([
      "TRANSFER_DIFFERS",
      "The provider's list has ₹9,000.00 with this UTR",
    ]);
  });

  test("that a person took back is not recorded again automatically", async () => {
    const utr = newBankUtr();
    await world.arriveAtSandbox(2_000_00, utr, "000000000042");
    await world.readBalances();
    const [recorded] = await transfers();
    await world.correct(recorded?.id ?? "", "It was own funds");
    await world.readBalances();
    expect(await moved("provider")).toEqual([0]);
  });
});

test("a transfer that is taken back while it is matched is not linked with its credit", async () => {
  const [first, second] = [newBankUtr(), newBankUtr()];
  const { id } = await world.record({ utr_reference: second, amount: 4_000 });
  await world.arriveAtSandbox(3_000_00, first, "000000000042");
  await world.arriveAtSandbox(4_000_00, second);
  const { matching } = await transaction(async (db) => {
    await lockUtr(db, first);
    const reading = world.readBalances();
    await expect.poll(waitingForLocks).toBe(1);
    await world.correct(id);
    return { matching: reading };
  });
  await matching;
  const { unrecorded_credits: open } = await world.sandboxFloat();
  expect(open.map(({ utr_reference: utr }) => utr)).toContain(second);
});

describe("a debit of an imported bank statement", () => {
  test("records the credit of the provider's list with its UTR, in another spelling", async () => {
    await world.arriveAtSandbox(30_000_00, "612345678907");
    await world.readBalances();
    expect(await moved("bank")).toEqual([0]);
    await importRows(debit("000612345678907", "30,000.00"));
    await world.readBalances();
    expect(await moved("bank", "provider")).toEqual([30_000_00, -30_000_00]);
    expect((await transfers())[0]).toMatchObject({ origin: "bank_statement", on_statement: true });
  });

  test("confirms what a person recorded, and refuses another amount", async () => {
    const [utr, other] = [newBankUtr(), newBankUtr()];
    await world.record({ utr_reference: utr, amount: 10_000 });
    expect((await transfers())[0]).toMatchObject({ on_statement: false });
    const { id } = await importRows(debit(utr, "10,000.00"), debit(other, "7,000.00"));
    const lines = await statementsOf(world).lines(world.boss, id);
    expect(lines.map(({ outcome, group }) => [outcome, group])).toEqual([
      ["own_money", "skipped"],
      ["debit", "skipped"],
    ]);
    // Own money is no credit of a tenant.
    const { data } = await world.boss.ask(getStatementImport, { params: { id } });
    expect(data.groups.settled).toMatchObject({ count: 0, total_amount: { amount: 0 } });
    expect((await transfers())[0]).toMatchObject({ on_statement: true });
    const { body } = await world.boss.post(
      "/super-admin/float/transfers",
      world.form({ utr_reference: other, amount: 70_000 }),
    );
    expect(body.error.fields).toEqual({ amount: "The bank statement has ₹7,000.00 with this UTR" });
  });

  test("of another account does not confirm it", async () => {
    const utr = newBankUtr();
    await world.record({ utr_reference: utr, amount: 8_000 });
    const { id } = await importRows(debit(utr, "8,000.00"));
    expect((await transfers())[0]).toMatchObject({ on_statement: true });
    const other = await world.addAccount({ label: "Second collections" });
    await database()
      .updateTable("statement_imports")
      .set({ receiving_account_id: other })
      .where("id", "=", id)
      .execute();
    expect((await transfers())[0]).toMatchObject({ on_statement: false });
  });
});
