// The guarantee: at the edges of the imported statements, between them, and at the end of a past day,
// the comparison names only what it can know.
import { addDays } from "@rokad/contract/days";
import { correctFundTransfer } from "@rokad/contract/fund-transfers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newBankUtr, openFloatWorld, type FloatWorld } from "../../../test/float-world.ts";
import { statementHeader, statementsOf } from "../../../test/statement-world.ts";
import { database } from "../../database/db.ts";
import { dayInIndia, today } from "../../kernel/days.ts";
import { reconcileBank } from "./reconcile-bank.ts";

let world: FloatWorld;
beforeAll(async () => {
  world = await openFloatWorld();
});
afterAll(() => world.close());

/** A number of days before today, as `YYYY-MM-DD`. */
const ago = (days: number) => addDays(today(), -days);

type Line = readonly [day: string, paise: number, utr?: string];

/** A statement of debits and credits with running balances. @returns its closing balance. */
async function importStatement(account: string, openingPaise: number, lines: readonly Line[]) {
  let balance = openingPaise;
  const rows = lines.map(([day, paise, utr = newBankUtr()]) => {
    balance += paise;
    const rupees = (Math.abs(paise) / 100).toFixed(2);
    const cells = [dayInIndia(day), `NEFT ${utr}`, utr];
    return [...cells, paise < 0 ? rupees : "", paise < 0 ? "" : rupees, (balance / 100).toFixed(2)];
  });
  const file = Buffer.from([statementHeader, ...rows].map((cells) => cells.join(",")).join("\n"));
  const columns = { date: 0, narration: 1, reference: 2, debit: 3, credit: 4, balance: 5 };
  const boss = await world.superAdmin();
  await statementsOf(world).import(boss, file, { columns, account });
  return balance;
}

const newAccount = () => world.addAccount({ label: `Account ${newBankUtr()}` });

/** Records ₹2,000 of own funds that reached the account on a day. */
async function capital(account: string, day: string): Promise<string> {
  const utr = newBankUtr();
  await world.record(
    {
      from: "own_funds",
      to: "bank",
      amount: 2_000,
      note: "Capital",
      utr_reference: utr,
      receiving_account: account,
      transferred_on: day,
    },
    await world.superAdmin(),
  );
  return utr;
}

async function comparison(account: string) {
  const { accounts } = await reconcileBank(database());
  return accounts.find(({ id }) => id === account);
}

const nothing = { count: 0, total: { amount: 0 } };
const inr = (amount: number) => ({ amount });

test("a transfer of the day before the first statement is in its opening balance", async () => {
  const account = await newAccount();
  await capital(account, ago(1));
  const charge: Line = [ago(0), -10_00];
  await importStatement(account, 2_000_00, [charge]);
  expect(await comparison(account)).toMatchObject({
    covered_from: ago(0),
    uncovered: [],
    reconciliation: {
      statement_only: { count: 1, total: inr(-10_00) },
      books_only: nothing,
      unexplained: inr(0),
    },
  });
});

test("a deposit that was requested before the first statement is in its opening balance", async () => {
  const account = await newAccount();
  const { deposits } = await statementsOf(world).tenantWith(newBankUtr());
  const [deposit] = deposits;
  await database()
    .updateTable("deposits")
    .set({ created_at: new Date(Date.now() - 24 * 3_600_000) })
    .where("id", "=", deposit?._id ?? "")
    .execute();
  const boss = await world.superAdmin();
  const path = `/super-admin/deposits/${deposit?._id ?? ""}/approve` as const;
  await boss.post(path, { received_in: account });
  await importStatement(account, 1_000_00, [[ago(0), -10_00]]);
  expect((await comparison(account))?.reconciliation).toMatchObject({
    books_only: nothing,
    unexplained: inr(0),
  });
});

test("days between two statements are named, and a transfer on one is on neither side", async () => {
  const account = await newAccount();
  const first = await importStatement(account, 0, [
    [ago(20), 5_00],
    [ago(15), 5_00],
  ]);
  await capital(account, ago(10));
  await importStatement(account, first + 2_000_00, [
    [ago(5), 5_00],
    [ago(0), 5_00],
  ]);
  expect(await comparison(account)).toMatchObject({
    covered_from: ago(20),
    uncovered: [{ from: ago(14), to: ago(6) }],
    reconciliation: {
      statement_only: { count: 4, total: inr(20_00) },
      books_only: nothing,
      unexplained: inr(0),
    },
  });
  // With its statement, nothing is left out.
  await importStatement(account, first, [[ago(12), 2_000_00]]);
  expect((await comparison(account))?.uncovered).toEqual([]);
});

test("days without lines are covered if the next statement opens with the closing balance", async () => {
  const account = await newAccount();
  const first = await importStatement(account, 0, [[ago(20), 5_00]]);
  await capital(account, ago(10));
  await importStatement(account, first, [[ago(0), 5_00]]);
  expect(await comparison(account)).toMatchObject({
    uncovered: [],
    reconciliation: {
      books_only: { count: 1, total: inr(2_000_00) },
      unexplained: inr(0),
    },
  });
});

test("lines that are missing between two days are named by both", async () => {
  const account = await newAccount();
  await importStatement(account, 0, [[ago(1), 5_00]]);
  await importStatement(account, 900_00, [[ago(0), 5_00]]);
  expect(await comparison(account)).toMatchObject({
    uncovered: [{ from: ago(1), to: ago(0) }],
    reconciliation: { unexplained: inr(895_00) },
  });
});

test("the days from the last statement to a balance that a person entered are named", async () => {
  const account = await newAccount();
  const balance = await importStatement(account, 0, [[ago(3), 5_00]]);
  await capital(account, ago(1));
  const body = {
    receiving_account: account,
    day: ago(0),
    balance: balance / 100 + 2_000,
    note: "",
  };
  await (await world.superAdmin()).post("/super-admin/float/bank-balances", body);
  expect(await comparison(account)).toMatchObject({
    uncovered: [{ from: ago(2), to: ago(0) }],
    reconciliation: { books_only: nothing, unexplained: inr(0) },
  });
});

test("a transfer that was taken back after the closing day explains that day's books", async () => {
  const account = await newAccount();
  const utr = await capital(account, today());
  // The bank had a tenth of it under this UTR.
  await importStatement(account, 0, [[today(), 200_00, utr]]);
  world.pass(2 * 24 * 3_600_000);
  const boss = await world.superAdmin();
  const { id } = await database()
    .selectFrom("fund_transfers")
    .select("id")
    .where("utr_reference", "=", utr)
    .executeTakeFirstOrThrow();
  await boss.ask(correctFundTransfer, {
    params: { id },
    body: { reason: "Typed a zero too many" },
  });
  const after = (await comparison(account))?.reconciliation;
  expect(after).toMatchObject({
    books: inr(2_000_00),
    statement_only: { count: 1, total: inr(200_00) },
    books_only: {
      count: 1,
      total: inr(2_000_00),
      first: [{ what: "Transfer, reversed later", reference: utr }],
    },
    unexplained: inr(0),
  });
  // A closing of today has neither the transfer nor its correction.
  await importStatement(account, 200_00, [[today(), 1_00]]);
  expect((await comparison(account))?.reconciliation).toMatchObject({
    books: inr(0),
    statement_only: { count: 2, total: inr(201_00) },
    books_only: nothing,
    unexplained: inr(0),
  });
});
