// The guarantee: the verification compares the amount and the wallet of every posting with the
// deposit, payout or incoming credit that it is about.
import { sql, type RawBuilder } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { impsOrder, openPayoutWorld, upiOrder, type PayoutWorld } from "../../test/payout-world.ts";
import { openReceiver } from "../../test/receiver.ts";
import { rolledBack } from "../../test/rolled-back.ts";
import { database, transaction } from "../database/db.ts";
import { now } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";
import { lock } from "./ledger.ts";
import { setAside } from "./set-aside.ts";
import { receiveCredits } from "../money-in/virtual-accounts/receive-credits.ts";
import { amountRule, verifyAmounts } from "./verify-amounts.ts";

let world: PayoutWorld;
beforeAll(async () => {
  world = await openPayoutWorld();
  const payer = await world.payer("₹2,00,000");
  for (const upiId of ["success@upi", "failure@upi", "reversed@upi", "partial@upi"]) {
    await payer.pay(upiOrder(upiId));
    await world.settle();
  }
  // The bank returns the last one some time after it was paid.
  world.pass(10_000);
  await world.settle();
  await closeWithRemainder();
  await world.payer("₹500");
  await payer.pay(impsOrder());
  const receiver = await openReceiver(world);
  const sender = { accountNumber: "00450100011223", ifscCode: "HDFC0000001", name: "UNKNOWN" };
  await receiveCredits("sandbox", [receiver.credit({}), receiver.credit({ sender })]);
});
afterAll(() => world.close());

/** Sets 40 paise aside for a tenant, as the closing of an account does. */
async function closeWithRemainder() {
  const { id } = await world.operator({ wallet: "₹100" });
  await transaction(async (db) => {
    const closingId = newId();
    const at = now();
    await db
      .insertInto("tenant_closings")
      .values({
        id: closingId,
        tenant_id: id,
        state: "withdrawn",
        reason: "Test",
        started_at: at,
        ended_at: at,
        set_aside_paise: 40n,
        set_aside_by: id,
      })
      .execute();
    const locked = await lock(db, [id]);
    await setAside(db, { closingId, walletId: id, paise: 40n }, { locked });
  });
}

test("finds nothing in books of every kind of posting", async () => {
  const { rows } = await sql<{ kind: string }>`
    select distinct kind from ledger_postings order by kind
  `.execute(database());
  expect(rows.map(({ kind }) => kind)).toEqual([
    "credit",
    "hold",
    "partial_return",
    "release",
    "reverse",
    "set_aside",
    "settle",
    "suspend",
  ]);
  expect(await verifyAmounts(database())).toEqual([]);
});

const otherTenant = (table: string) =>
  sql`(select id from wallets where id <> ${sql.ref(table)}.tenant_id limit 1)`;

const stateColumns: Readonly<Record<string, string>> = {
  incoming_credits: "state",
  tenant_closings: "state",
  payout_reversals: "is_partial",
};

test.each<[string, string, string, RawBuilder<unknown>, string]>([
  [
    "a deposit at ten times its amount",
    "deposits",
    "amount_paise",
    sql`amount_paise * 10`,
    "completed",
  ],
  ["a deposit of another tenant", "deposits", "tenant_id", otherTenant("deposits"), "completed"],
  [
    "a paid payout raised by ₹50,000",
    "payouts",
    "amount_paise",
    sql`amount_paise + 5000000`,
    "success",
  ],
  ["a paid payout of another tenant", "payouts", "tenant_id", otherTenant("payouts"), "success"],
  ["another fee", "payouts", "fee_paise", sql`fee_paise + 1`, "success"],
  ["another part", "payout_reversals", "amount_paise", sql`amount_paise + 1`, "true"],
  ["a part with the fee", "payout_reversals", "fee_paise", sql`fee_paise + 1`, "true"],
  [
    "a part of another tenant",
    "payout_reversals",
    "tenant_id",
    otherTenant("payout_reversals"),
    "true",
  ],
  [
    "another remainder",
    "tenant_closings",
    "set_aside_paise",
    sql`set_aside_paise + 1`,
    "withdrawn",
  ],
  ["another GST", "payouts", "gst_paise", sql`gst_paise + 1`, "failed"],
  [
    "a credit in suspense of another amount",
    "incoming_credits",
    "amount_paise",
    sql`1`,
    "suspense",
  ],
])("reports %s", async (_, table, column, value, state) => {
  const stateColumn = stateColumns[table] ?? "status";
  const faults = await rolledBack(
    (db) =>
      sql`
        update ${sql.table(table)} set ${sql.ref(column)} = ${value}
        where id = (
          select id from ${sql.table(table)} where ${sql.ref(stateColumn)}::text = ${state}
          order by id limit 1
        )
      `.execute(db),
    verifyAmounts,
  );
  expect(faults?.length).toBeGreaterThan(0);
  for (const { rule, where } of faults ?? []) {
    expect(rule).toBe(amountRule);
    expect(where).toMatch(/^\w+ of [-0-9a-f]{36}: .+ instead of .+$/);
  }
});

test("reports a posting without lines", async () => {
  const faults = await rolledBack(async (db) => {
    await sql`alter table ledger_entries disable trigger user`.execute(db);
    await sql`
      delete from ledger_entries where posting_id = (
        select id from ledger_postings where kind = 'hold' limit 1
      )
    `.execute(db);
  }, verifyAmounts);
  expect(faults).toHaveLength(1);
  expect(faults?.[0]?.where).toMatch(/: nothing instead of available /);
});
