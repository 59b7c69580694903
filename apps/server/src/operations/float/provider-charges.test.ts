// The guarantee: what a provider charges for payouts is booked as an expense behind them, once per
// payout, and corrected when the provider's figure changes.
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  impsOrder,
  openPayoutWorld,
  upiOrder,
  type PayoutWorld,
} from "../../../test/payout-world.ts";
import type { Payer } from "../../../test/payer.ts";
import { database } from "../../database/db.ts";
import { trialBalance } from "../../ledger/ledger.ts";
import { sumAccounts } from "../../ledger/account-totals.ts";
import { applyProviderUpdates } from "../../payouts/send/apply-provider-updates.ts";
import { checkpointAll } from "../../../test/tamper.ts";
import { bookProviderCharges, queueMissedCharges } from "./book-provider-charges.ts";

let world: PayoutWorld;
let payer: Payer;
beforeAll(async () => {
  world = await openPayoutWorld();
  payer = await world.payer("₹2,00,000");
});
afterAll(() => world.close());

/** Books what is under a checkpoint, after a checkpoint over everything. */
async function book(workers = 1): Promise<void> {
  await checkpointAll();
  await Promise.all(
    Array.from({ length: workers }, () => bookProviderCharges(new AbortController().signal)),
  );
}

const queued = async () =>
  (await sql`select from provider_charge_queue`.execute(database())).rows.length;

let before: Record<string, bigint> = {};
beforeEach(async () => {
  await book();
  before = await trialBalance(database());
});

/** What each account changed by since the test began, without accounts that did not change. */
async function moved(...accounts: string[]) {
  const sums = await trialBalance(database());
  return accounts.map((account) => Number((sums[account] ?? 0n) - (before[account] ?? 0n)));
}

/** Pays ₹1,000; the bank names a charge of ₹5 and 90 paise GST before the outcome. */
async function charged(upiId?: string) {
  const { body } = await payer.pay(upiId ? upiOrder(upiId) : impsOrder());
  await world.work();
  await sql`
    update sandbox_bank.transfers set fee_paise = 500, tax_paise = 90
    where reference = ${body.data.reference_id}
  `.execute(database());
  world.pass(2_000);
  await world.work();
  return body.data.id;
}

/** Sets another charge, as a super admin does who accepts the provider's figure. */
async function setCharge(id: string, fee: number, tax: number): Promise<void> {
  await sql`
    update payouts set provider_fee_paise = ${fee}, provider_tax_paise = ${tax} where id = ${id}
  `.execute(database());
  await database().insertInto("provider_charge_queue").values({ payout_id: id }).execute();
}

test("books fee and tax of a paid payout once, although three workers book at the same time", async () => {
  await charged();
  await charged();
  // The outcome itself wrote nothing for the charge.
  expect(await queued()).toBe(0);
  await book(3);
  await book();
  expect(await moved("provider_fees", "input_tax_credit")).toEqual([-10_00, -1_80]);
  // Two payouts of ₹1,000 and their charges.
  expect(await moved("provider")).toEqual([2_000_00 + 11_80]);
  expect(await world.faults()).toEqual([]);
  expect(await sumAccounts(database())).toMatchObject(await trialBalance(database()));
});

test("posts the difference when the provider's figure changes, up or down", async () => {
  const id = await charged();
  await book();
  await setCharge(id, 700, 126);
  await book();
  expect(await moved("provider_fees", "input_tax_credit")).toEqual([-7_00, -1_26]);
  await setCharge(id, 0, 0);
  await book();
  expect(await moved("provider_fees", "input_tax_credit")).toEqual([0, 0]);
  const { rows } = await sql<{ number: number; fee: string }>`
    select number, fee_paise::text as fee from provider_charges where payout_id = ${id} order by number
  `.execute(database());
  expect(rows).toEqual([
    { number: 1, fee: "500" },
    { number: 2, fee: "200" },
    { number: 3, fee: "-700" },
  ]);
  expect(await world.faults()).toEqual([]);
});

test("keeps the expense of a returned payout whose charge the provider keeps", async () => {
  await charged("reversed@upi");
  await book();
  world.pass(10_000);
  await world.settle();
  await book();
  expect(await moved("provider_fees", "input_tax_credit", "provider")).toEqual([-5_00, -90, 5_90]);
  expect(await world.faults()).toEqual([]);
});

test("books nothing for a failed payout whose failure names no charge", async () => {
  const { body } = await payer.pay(upiOrder("failure@upi"));
  await world.work();
  // Named while the payout was in progress.
  await sql`update payouts set provider_fee_paise = 500, provider_tax_paise = 90 where id = ${body.data.id}`.execute(
    database(),
  );
  await world.settle();
  await book();
  expect(await moved("provider_fees", "provider")).toEqual([0, 0]);
  expect(await world.faults()).toEqual([]);
});

test("books a charge that the provider names after the outcome, also when it names it twice", async () => {
  const { body } = await payer.pay(impsOrder());
  await world.settle();
  const { reference_id: reference } = await payer.shown(body.data.id);
  const update = {
    adapter: "sandbox",
    reference,
    state: "success" as const,
    charge: { feePaise: 500n, taxPaise: 90n },
  };
  await book();
  expect(await moved("provider_fees")).toEqual([0]);
  expect(await applyProviderUpdates([update, update])).toEqual(["complete", "nothing"]);
  expect(await world.faults()).toEqual([]);
  await book();
  expect(await moved("provider_fees", "input_tax_credit")).toEqual([-5_00, -90]);
  expect(await world.faults()).toEqual([]);
});

test("finds charges that were never queued when a worker starts", async () => {
  const { body } = await payer.pay(impsOrder());
  await world.settle();
  await book();
  // As a server of the previous version records a late charge.
  await sql`
    update payouts set provider_fee_paise = 500, provider_tax_paise = 90 where id = ${body.data.id}
  `.execute(database());
  expect((await world.faults()).map(({ rule }) => rule)).toEqual([
    "the booked charges of a payout are what its provider named",
  ]);
  await queueMissedCharges();
  await book();
  expect(await moved("provider_fees")).toEqual([-5_00]);
  expect(await world.faults()).toEqual([]);
});
