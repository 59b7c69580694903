// The guarantee: wallet history, statement, exports and totals show every correction, what it left to
// owe and its payments, so that they always add up to the available balance.
import { getStatement } from "@rokad/contract/reports";
import { getPortfolio, listWalletHistory } from "@rokad/contract/wallet";
import { getTenantStatistics } from "@rokad/contract/tenants";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAdjustmentWorld, type AdjustmentWorld } from "../../../test/adjustment-world.ts";
import { impsOrder } from "../../../test/forms.ts";
import { postAdjustment } from "../../../test/post-adjustment.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { transaction } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { today } from "../../kernel/days.ts";
import { newId } from "../../kernel/ids.ts";
import { credit } from "../../ledger/ledger.ts";

let world: AdjustmentWorld;
let tenant: SignedIn;
beforeAll(async () => {
  world = await openAdjustmentWorld();
  const credited = await world.credited(1_000);
  ({ tenant } = credited);
  await world.adjust(
    world.wrongCredit(tenant, 1_000, {
      deposit_id: credited.deposit._id,
      reference: credited.deposit.utr_reference,
    }),
  );
  await world.adjust(
    world.wrongCredit(tenant, 250, { reason: '=HYPERLINK("x"), "again"', reference: "T-1" }),
  );
  await world.fund(tenant, 100);
  await world.fund(tenant, 400);
  await tenant.pay(impsOrder({ amount: 50 }));
});
afterAll(async () => {
  expect(await world.faults()).toEqual([]);
  await world.close();
});

/** A credited deposit, without the calls. */
function deposit(walletId: string, paise: bigint) {
  return transaction(async (db) => {
    const depositId = newId();
    await sql`
      insert into deposits (
        id, tenant_id, came_through, amount_paise, utr_reference, status, reviewed_at, created_at
      ) values (
        ${depositId}, ${walletId}, 'sandbox', ${paise},
        ${depositId.replaceAll("-", "").slice(12).toUpperCase()}, 'completed', ${now()}, ${now()}
      )
    `.execute(db);
    await credit(db, [{ walletId, depositId, amountPaise: paise }]);
  });
}

const history = async (query: object = {}) => tenant.ask(listWalletHistory, { query });
const text = async (path: string) => {
  const { body } = await world.app.inject({
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${tenant.token}` },
  });
  return body;
};

test("the wallet history has a line for each, and adds up to the available balance", async () => {
  const { data, summary, total } = await history();
  expect(data.map(({ description, type, amount }) => [description, type, amount.amount])).toEqual([
    ["Payout to Asha Rao", "debit", 55_90],
    ["Paid off what you owed", "debit", 150_00],
    ["Wallet Credit", "credit", 400_00],
    ["Paid off what you owed", "debit", 100_00],
    ["Wallet Credit", "credit", 100_00],
    ["Correction", "debit", 250_00],
    ["Owed after a correction", "credit", 250_00],
    ["Correction", "debit", 1_000_00],
    ["Wallet Credit", "credit", 1_000_00],
  ]);
  expect(data.at(-2)).toMatchObject({
    status: "success",
    adjustment: { kind: "correction", reason: "The deposit was approved by mistake" },
  });
  expect([total, summary.net_balance.amount]).toEqual([9, await tenant.balance()]);
});

test("every filter and every page of it has the same rows", async () => {
  const all = (await history({ limit: 100 })).data.map(({ _id }) => _id);
  for (const limit of [1, 2, 4]) {
    const paged: string[] = [];
    for (let page = 1; (page - 1) * limit < all.length; page += 1) {
      paged.push(...(await history({ page, limit })).data.map(({ _id }) => _id));
    }
    expect(paged).toEqual(all);
  }
  const credits = await history({ type: "credit", limit: 2, page: 2 });
  const debits = await history({ type: "debit", from: today(), to: today() });
  expect([credits.total, credits.data.length, debits.total]).toEqual([4, 2, 5]);
  expect((await history({ from: "2020-01-01", to: "2020-01-02" })).total).toBe(0);
});

test("the statement has the same lines, and its totals add up", async () => {
  const { data, summary } = await tenant.ask(getStatement, {
    query: { from: today(), to: today(), limit: 100 },
  });
  expect(data.map(({ kind, particulars, detail }) => [kind, particulars, detail])).toEqual([
    ["deposit", "Deposit by bank transfer", expect.any(String)],
    ["correction", "Correction: wrong credit", "The deposit was approved by mistake"],
    ["owed", "Owed after a correction", "Your next credits pay it off"],
    ["correction", "Correction: wrong credit", '=HYPERLINK("x"), "again"'],
    ["deposit", "Deposit by bank transfer", expect.any(String)],
    ["repaid", "Paid off what you owed", null],
    ["deposit", "Deposit by bank transfer", expect.any(String)],
    ["repaid", "Paid off what you owed", null],
    ["payout", expect.any(String), expect.any(String)],
  ]);
  expect(summary.closing_balance.amount).toBe(await tenant.balance());
  const days = `from=${today()}&to=${today()}`;
  expect(
    (await text(`/reports/statement/export?${days}`)).match(/Correction: wrong credit/g),
  ).toHaveLength(2);
});

test("the CSV of the history names each line, and no reason becomes a formula", async () => {
  const csv = await text("/wallet/history/export");
  expect(csv.match(/Paid off what you owed/g)).toHaveLength(2);
  expect(csv).toContain('"Correction: =HYPERLINK(""x""), ""again"""');
  expect(csv).toContain("Owed after a correction");
});

test("this month's totals and the tenant's statistics count them", async () => {
  const { data } = await tenant.ask(getPortfolio, {});
  const { summary } = await history();
  expect([data.total_credits, data.total_debits]).toEqual([
    summary.total_credits,
    summary.total_debits,
  ]);
  const boss = await world.superAdmin();
  const figures = await boss.ask(getTenantStatistics, { params: { id: tenant.id } });
  expect(figures.data).toMatchObject({ transactions: 9, receivable: { amount: 0 } });
});

test("corrections among hundreds of deposits of many hours stay on their pages", async () => {
  const busy = await world.operator();
  for (let hour = 0; hour < 40; hour += 1) {
    const at = new Date(Date.parse("2026-03-01T00:10:00Z") + hour * 7_200_000);
    await world.at(at.toISOString(), () => deposit(busy.id, 100_00n));
    if (hour % 7 !== 3) continue;
    const later = new Date(at.getTime() + 1_000).toISOString();
    const correction = {
      walletId: busy.id,
      paise: 130_00n * BigInt(hour),
      debit: "wallet" as const,
      credit: "bank" as const,
    };
    await world.at(later, () => transaction((db) => postAdjustment(db, correction)));
  }
  const rows = async (query: object) =>
    (await busy.ask(listWalletHistory, { query })).data.map(({ _id }) => _id);
  for (const filter of [
    {},
    { type: "credit" },
    { type: "debit" },
    { from: "2026-03-02", to: "2026-03-02" },
  ]) {
    const all = await rows({ ...filter, limit: 100 });
    const paged: string[] = [];
    for (let page = 1; page <= 40; page += 1)
      paged.push(...(await rows({ ...filter, limit: 3, page })));
    expect(paged).toEqual(all);
  }
}, 60_000);
