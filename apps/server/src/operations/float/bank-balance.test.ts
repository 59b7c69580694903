// The guarantee: the bank account's closing balance is explained to the paisa by our books, the lines
// that only the statement has, and the postings that only our books have.
import { randomUUID } from "node:crypto";
import { recordBankBalance } from "@rokad/contract/provider-charges";
import { getTrialBalance } from "@rokad/contract/books";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newBankUtr, openFloatWorld, type FloatWorld } from "../../../test/float-world.ts";
import { statementHeader, statementsOf } from "../../../test/statement-world.ts";
import { readBalances } from "../../money-in/statement-import/read-balances.ts";
import { dayInIndia, today } from "../../kernel/days.ts";

let world: FloatWorld;
beforeAll(async () => {
  world = await openFloatWorld();
});
afterAll(() => world.close());

type Line = readonly [utr: string, paise: number];

/** A statement of today with running balances, newest line last. @returns its closing balance. */
async function importStatement(
  openingPaise: number,
  lines: readonly Line[],
  { isNewestFirst = false, account = world.account } = {},
) {
  let balance = openingPaise;
  const rows = lines.map(([utr, paise]) => {
    balance += paise;
    const rupees = (Math.abs(paise) / 100).toFixed(2);
    const cells = [dayInIndia(today()), `NEFT ${utr} SHARMA TRADERS`, utr];
    return [...cells, paise < 0 ? rupees : "", paise < 0 ? "" : rupees, (balance / 100).toFixed(2)];
  });
  const table = [statementHeader, ...(isNewestFirst ? rows.toReversed() : rows)];
  const file = Buffer.from(table.map((cells) => cells.join(",")).join("\n"));
  const columns = { date: 0, narration: 1, reference: 2, debit: 3, credit: 4, balance: 5 };
  await statementsOf(world).import(world.boss, file, { columns, account });
  return balance;
}

const bank = () => world.bankFloat();

test("agrees when every line is in the books, and names what only one side has", async () => {
  const { deposits } = await statementsOf(world).tenantWith(
    "AXISN52026000001",
    "AXISN52026000002",
    "AXISN52026000003",
  );
  for (const { _id: id } of deposits.slice(0, 2))
    await world.boss.post(`/super-admin/deposits/${id}/approve`, {});
  const topUp = newBankUtr();
  await world.record({ amount: 500, utr_reference: topUp });
  await world.record({
    from: "own_funds",
    to: "bank",
    amount: 10_000,
    note: "Capital",
    utr_reference: "CAPITAL000000001",
  });
  const lines: Line[] = [
    ["CAPITAL000000001", 10_000_00],
    ["AXISN52026000001", 1_000_00],
    ["AXISN52026000002", 1_000_00],
    [topUp, -500_00],
  ];
  await importStatement(0, lines);
  expect(await bank()).toMatchObject({
    books: { amount: 11_500_00 },
    closing: { day: today(), balance: { amount: 11_500_00 }, file_name: "statement.csv" },
    reconciliation: {
      statement_only: { count: 0 },
      books_only: { count: 0 },
      unexplained: { amount: 0 },
    },
  });

  // The same lines again, newest first, with three that our books do not have.
  await importStatement(
    0,
    [
      ...lines,
      ["AXISN52026000003", 1_000_00],
      ["BANKCHARGES00001", -11_80],
      ["UNKNOWN000000001", 300_00],
    ],
    { isNewestFirst: true },
  );
  await world.record({ amount: 700 });
  expect((await bank()).reconciliation).toMatchObject({
    statement_only: { count: 3, total: { amount: 1_288_20 } },
    books_only: { count: 1, total: { amount: -700_00 } },
    unexplained: { amount: 0 },
  });
});

test("shows what nothing explains, also against a balance that a person entered", async () => {
  const { reconciliation } = await bank();
  const explained = (reconciliation?.books.amount ?? 0) + 1_288_20 + 700_00;
  const enter = (balance: number) =>
    world.boss.ask(recordBankBalance, {
      body: { receiving_account: world.account, day: today(), balance, note: "" },
    });
  await enter(explained / 100);
  expect((await bank()).reconciliation?.unexplained.amount).toBe(0);
  await enter(explained / 100 - 0.01);
  expect(await bank()).toMatchObject({
    closing: { file_name: null, recorded_by: "Meera Iyer" },
    reconciliation: { unexplained: { amount: -1 } },
  });
  const { data } = await world.boss.ask(getTrialBalance, {});
  expect(data.accounts.find(({ account }) => account === "bank")).toMatchObject({
    document: { kind: "bank_statement", difference: { amount: -1 }, day: today() },
  });
});

test("refuses a balance of a future day and one with a third decimal", async () => {
  const post = (body: object) => world.boss.post("/super-admin/float/bank-balances", body);
  const receiving_account = world.account;
  expect(
    (await post({ receiving_account, day: "2999-01-01", balance: 1 })).body.error.fields,
  ).toEqual({ day: "The day cannot be in the future" });
  expect((await post({ receiving_account, day: today(), balance: 1.005 })).status).toBe(400);
  expect(
    (await post({ receiving_account: randomUUID(), day: today(), balance: 1 })).body.error.fields,
  ).toEqual({ receiving_account: "Choose one of the receiving accounts" });
  expect((await post({ day: today(), balance: 1 })).body.error.fields).toEqual({
    receiving_account: "Choose a receiving account",
  });
});

test("explains each receiving account by its own statement, with the same UTR in both", async () => {
  const second = await world.addAccount({ label: "Second account" });
  const before = await world.bankFloat(second);
  expect(before).toMatchObject({ books: { amount: 0 }, closing: null, reconciliation: null });
  const utr = newBankUtr();
  await world.record({ amount: 250, utr_reference: utr, receiving_account: second });
  await world.record({
    from: "own_funds",
    to: "bank",
    amount: 1_000,
    note: "Capital",
    utr_reference: "CAPITAL000000002",
    receiving_account: second,
  });
  await importStatement(
    0,
    [
      ["CAPITAL000000002", 1_000_00],
      [utr, -250_00],
    ],
    { account: second },
  );
  const first = await bank();
  expect(await world.bankFloat(second)).toMatchObject({
    label: "Second account",
    books: { amount: 750_00 },
    closing: { balance: { amount: 750_00 } },
    reconciliation: { books: { amount: 750_00 }, unexplained: { amount: 0 } },
  });
  // The first account is as it was: neither the lines nor the postings are its own.
  expect((await bank()).reconciliation).toEqual(first.reconciliation);
  const { bank: all } = await world.float();
  expect(all.books.amount).toBe(
    all.accounts.reduce((sum, { books }) => sum + books.amount, all.elsewhere.amount),
  );
  expect(all.elsewhere.amount).toBe(0);
  expect(await world.faults()).toEqual([]);

  // Its statement has the transfer, so another account can't have made it.
  await world.correct((await world.transferOf(utr)).id, "Another account");
  const refused = await world.boss.post(
    "/super-admin/float/transfers",
    world.form({ amount: 250, utr_reference: utr }),
  );
  expect([refused.body.error.code, refused.body.error.fields]).toEqual([
    "TRANSFER_DIFFERS",
    { receiving_account: "The statement of another account has this UTR" },
  ]);
});

test("every account of the trial balance names its document", async () => {
  const { data } = await world.boss.ask(getTrialBalance, {});
  expect(data.accounts.map(({ account, document }) => [account, document.kind])).toEqual([
    ["available", "wallets"],
    ["held", "open_payouts"],
    ["bank", "bank_statement"],
    ["provider", "provider_balances"],
    ["fee_income", "fee_report"],
    ["gst_payable", "gst_report"],
    ["suspense", "suspense_list"],
    ["provider_fees", "provider_charges"],
    ["input_tax_credit", "provider_charges"],
    ["own_funds", "transfers"],
    ["receivable", "wallets"],
    ["losses", "adjustments"],
    ["unclaimed", "closed_accounts"],
  ]);
  const others = data.accounts.filter(({ account }) => !["bank", "provider"].includes(account));
  expect(others.map(({ document }) => document.difference?.amount)).toEqual(others.map(() => 0));
});

test("takes no balance from a statement whose balances do not follow from its lines", () => {
  const line = (paise: bigint, balancePaise: bigint | null) => ({
    kind: "credit" as const,
    line: 1,
    bookedOn: "2026-11-20",
    paise,
    balancePaise,
    reference: null,
    narration: null,
    utrs: [],
    repair: undefined,
    mangled: undefined,
    sender: null,
  });
  expect(readBalances([line(100n, 100n), line(50n, 150n)])).toEqual({
    from: "2026-11-20",
    to: "2026-11-20",
    openingPaise: 0n,
    closingPaise: 150n,
  });
  expect(readBalances([line(50n, 150n), line(100n, 100n)])?.closingPaise).toBe(150n);
  expect(readBalances([line(100n, 100n), line(50n, 151n)])).toBeUndefined();
  expect(readBalances([line(100n, 100n), line(50n, null)])).toBeUndefined();
  expect(readBalances([])).toBeUndefined();
});
