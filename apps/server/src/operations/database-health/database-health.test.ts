// The guarantee: the Database page shows the true state, also to a database user without special
// rights, and a slow part is cancelled with a message.
import { compareProviders, getTrialBalance } from "@rokad/contract/books";
import {
  describeDatabase,
  listDatabaseTables,
  listMigrations,
  listQueues,
} from "@rokad/contract/database";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPayoutWorld, upiOrder, type PayoutWorld } from "../../../test/payout-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { tamper } from "../../../test/tamper.ts";
import { database, separateConnection } from "../../database/db.ts";
import { readSnapshot } from "../../database/read-snapshot.ts";

let world: PayoutWorld;
let boss: SignedIn;
beforeAll(async () => {
  world = await openPayoutWorld();
  boss = await world.superAdmin();
});
afterAll(() => world.close());

const inr = (amount: number) => ({ amount, currency: "INR" });

test("shows the server, its connections, and the oldest transaction of another session [19.1]", async () => {
  const other = separateConnection();
  await other.connect();
  await other.query("begin; select 1");
  const { data } = await boss.ask(describeDatabase, {});
  await other.end();
  expect(data.version).toMatch(/^\d+\.\d+/);
  expect(data).toMatchObject({ in_recovery: false, replicas: [] });
  expect(data.size_bytes).toBeGreaterThan(1_000_000);
  expect(data.connections.used).toBeLessThanOrEqual(data.connections.max);
  expect(data.connections.idle_in_transaction).toBeGreaterThan(0);
  expect(data.oldest_transaction?.state).toBe("idle in transaction");
  expect(data.cache_hit_percent).toBeGreaterThan(0);
});

test("lists the largest tables first with their indexes, and counts all others [19.3]", async () => {
  const { data, others } = await boss.ask(listDatabaseTables, {});
  const sizes = data.map((table) => table.table_bytes + table.index_bytes);
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  const { rows } = await sql<{ tables: number }>`
    select count(*)::int as tables from pg_stat_user_tables
  `.execute(database());
  expect(data.length + others).toBe(rows[0]?.tables);
});

test("lists every migration with its time, and an unapplied one as missing [19.4]", async () => {
  const { data } = await boss.ask(listMigrations, {});
  expect(data.missing).toEqual([]);
  expect(data.applied.at(-1)?.name).toBe("0001_people_and_tenants.sql");
  await sql`delete from schema_migrations where name = '0002_settings.sql'`.execute(database());
  expect((await boss.ask(listMigrations, {})).data.missing).toEqual(["0002_settings.sql"]);
});

test("a database user who is not a superuser sees its permitted part and the number of hidden sessions [19.2]", async () => {
  const { rows } = await sql<{ is_superuser: boolean }>`
    select rolsuper as is_superuser from pg_roles where rolname = current_user
  `.execute(database());
  const { data } = await boss.ask(describeDatabase, {});
  expect(data.sees_all_sessions).toBe(rows[0]?.is_superuser);
  const { used, active, idle, idle_in_transaction: open, hidden } = data.connections;
  expect(active).toBeGreaterThan(0);
  expect(active + idle + open + hidden).toBeLessThanOrEqual(used);
});

test("a query that takes too long is cancelled with a message, and reading changes nothing [19.8]", async () => {
  const slow = readSnapshot((db) => sql`select pg_sleep(5)`.execute(db), { seconds: 0.05 });
  await expect(slow).rejects.toMatchObject({ status: 422, code: "TOO_SLOW" });
  const writing = readSnapshot((db) => sql`delete from settings`.execute(db));
  await expect(writing).rejects.toThrow("read-only transaction");
});

describe("the trial balance", () => {
  test("sums to zero, and held money equals the open payouts, to the paisa [19.6]", async () => {
    const payer = await world.payer("₹5,000");
    const before = (await boss.ask(getTrialBalance, {})).data;
    await payer.pay(upiOrder("pending@upi", { amount: 1_000.25 }));
    await payer.pay(upiOrder("someone@upi", { amount: 500 }));
    await world.settle();
    const { data } = await boss.ask(getTrialBalance, {});
    expect(data.total).toEqual(inr(0));
    expect(data.open_payouts).toBe(before.open_payouts + 1);
    const held = before.held.left.amount + 1_000_25 + 5_90;
    expect(data.held).toEqual({ left: inr(held), right: inr(held), difference: inr(0) });
    expect(data.wallets.difference).toEqual(inr(0));
    const sums = Object.fromEntries(data.accounts.map(({ account, sum }) => [account, sum.amount]));
    expect(sums["fee_income"]).toBe(
      (before.accounts.find(({ account }) => account === "fee_income")?.sum.amount ?? 0) + 5_00,
    );
    expect(sums["available"]).toBe(data.wallets.right.amount);
  });

  test("shows a wallet that was tampered with as a difference [19.6]", async () => {
    const payer = await world.payer("₹100");
    const { rows } = await sql<{ id: string }>`
      select id from people where mobile = ${payer.mobile}
    `.execute(database());
    const owner = rows[0]?.id ?? "";
    const change = (paise: bigint) =>
      sql`update wallets set available_paise = available_paise + ${paise} where id = ${owner}`.execute(
        database(),
      );
    await change(7n);
    expect((await boss.ask(getTrialBalance, {})).data.wallets.difference).toEqual(inr(7));
    await change(-7n);
  });
});

test("our totals equal the provider's, and a transfer that only the provider has shows up [19.7]", async () => {
  const payer = await world.payer("₹5,000");
  await payer.pay(upiOrder("someone@upi", { amount: 300 }));
  await payer.pay(upiOrder("failure@upi", { amount: 400 }));
  await payer.pay(upiOrder("reversed@upi", { amount: 200 }));
  for (let round = 0; round < 4; round += 1) await world.settle();
  const compared = async () => (await boss.ask(compareProviders, {})).data[0];
  const first = await compared();
  expect(first).toMatchObject({ name: "sandbox", rails: ["primary", "alternative"] });
  expect(first?.ours).toEqual(first?.theirs);
  await tamper(
    `insert into sandbox_bank.transfers (idempotency_key, reference, amount_paise, destination, state, created_at)
     values ('stray', 'STRAY', 12345, 'x', 'success', now())`,
  );
  const second = await compared();
  expect(second?.theirs).toEqual({
    count: (first?.theirs?.count ?? 0) + 1,
    amount: inr((first?.theirs?.amount.amount ?? 0) + 123_45),
  });
  expect(second?.ours).toEqual(first?.ours);
});

test("queues show their depth and the oldest due row [19.5]", async () => {
  const payer = await world.payer("₹5,000");
  await world.work();
  const payouts = async () => {
    const { data } = await boss.ask(listQueues, {});
    return data.find(({ name }) => name === "payouts");
  };
  const before = await payouts();
  await payer.pay(upiOrder("someone@upi", { amount: 10 }));
  const after = await payouts();
  expect(after?.due).toBe((before?.due ?? 0) + 1);
  expect(after?.oldest_due_at).not.toBeNull();
});
