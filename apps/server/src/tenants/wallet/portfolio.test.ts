// The wallet page's figures equal the ledger, this month and last month.
import type { PayoutForm } from "@rokad/contract/payout-form";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { impsOrder, upiOrder } from "../../../test/forms.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database } from "../../database/db.ts";

let world: World;
let mobile: string;
let reader: SignedIn;
let newcomer: string;
let otherOwner: string;

const inr = (amount: number) => ({ amount, currency: "INR" });
const charges = 5_90;

beforeAll(async () => {
  world = await openWorld();
  // 31 January 23:59:59 in India: before last month.
  await world.at("2026-01-31T18:29:59Z", async () => {
    mobile = (await world.operator({ wallet: "₹20,000" })).mobile;
    newcomer = (await world.retailer()).mobile;
    otherOwner = (await world.operator({ wallet: "₹9,000" })).mobile;
  });
  await payAt("2026-01-31T18:30:00Z", mobile, impsOrder({ amount: 1_000 }));
  await payAt("2026-02-09T05:00:00Z", mobile, upiOrder("failure@upi", { amount: 500 }));
  // Last month counts up to this time of the month, so later payouts are left out.
  await payAt("2026-02-12T06:00:00Z", mobile, impsOrder({ amount: 4_000 }));
  // 28 February 23:59:59, and 1 March 00:00:00.
  await payAt("2026-02-28T18:29:59Z", mobile, impsOrder({ amount: 2_000 }));
  await payAt("2026-02-28T18:30:00Z", mobile, impsOrder({ amount: 300 }));
  await payAt("2026-03-02T06:00:00Z", mobile, upiOrder("reversed@upi", { amount: 700 }));
  await payAt("2026-03-03T06:00:00Z", mobile, upiOrder("pending@upi", { amount: 150 }));
  await payAt("2026-03-03T06:00:00Z", otherOwner, impsOrder({ amount: 5_000 }));
  reader = await onMarch12(() => world.signIn(mobile));
});
afterAll(() => world.close());

test("this month's credits and debits start on its first day in India [6.15]", async () => {
  const { body } = await onMarch12(() => reader.get("/wallet/portfolio"));
  // 300, 700 that was returned, and 150 in progress; each with its charges.
  expect(body.data).toMatchObject({
    total_credits: inr(700_00 + charges),
    total_debits: inr(1_150_00 + 3 * charges),
  });
});

test("last month counts up to the same time of the month [6.16]", async () => {
  const { body } = await onMarch12(() => reader.get("/wallet/portfolio"));
  expect(body.data.previous).toEqual({
    main_balance: inr(19_000_00 - charges),
    total_credits: inr(0),
    total_debits: inr(1_000_00 + charges),
  });
});

test("the credits, debits and last month's balance equal the ledger's entries [5.15, 6.15]", async () => {
  const { body } = await onMarch12(() => reader.get("/wallet/portfolio"));
  const { total_credits: credits, total_debits: debits, previous } = body.data;
  const change = credits.amount - debits.amount;
  expect(change).toBe(await ledgerChange(reader.id, "2026-02-28T18:30:00Z", "2026-03-12T06:00Z"));
  expect(previous.main_balance.amount).toBe(
    await ledgerChange(reader.id, "2000-01-01T00:00:00Z", "2026-02-12T06:00:00Z"),
  );
  expect(previous.total_credits.amount - previous.total_debits.amount).toBe(
    await ledgerChange(reader.id, "2026-01-31T18:30:00Z", "2026-02-12T06:00:00Z"),
  );
  expect(await world.faults()).toEqual([]);
});

test("the average and the processing time are compared with last month [6.17]", async () => {
  const { body } = await onMarch12(() => reader.get("/payouts/summary"));
  // 300 and 150 have not failed in March; 1,000 had not by this time of February.
  expect(body.data.average_amount).toEqual(inr(225_00));
  expect(body.data.previous.average_amount).toEqual(inr(1_000_00));
  expect(body.data.processing_seconds).toBe(0);
  expect(body.data.previous.processing_seconds).toBe(0);
});

test("a new wallet has no credits, no debits and no last month", async () => {
  const { body } = await onMarch12(async () =>
    (await world.signIn(newcomer)).get("/wallet/portfolio"),
  );
  expect(body.data).toEqual({
    total_credits: inr(0),
    total_debits: inr(0),
    previous: { main_balance: inr(0), total_credits: inr(0), total_debits: inr(0) },
  });
});

async function payAt(instant: string, payer: string, order: PayoutForm) {
  await world.at(instant, async () => {
    const { status, text } = await (await world.signIn(payer)).pay(order);
    if (status !== 201) throw new Error(text);
    await world.work();
  });
}

function onMarch12<T>(action: () => Promise<T>): Promise<T> {
  return world.at("2026-03-12T06:00:00Z", action);
}

/** The change of the available balance between two times, in paise. */
async function ledgerChange(walletId: string, from: string, before: string): Promise<number> {
  const { rows } = await sql<{ paise: bigint }>`
    select coalesce(sum(amount_paise), 0)::bigint as paise from ledger_entries
    where wallet_id = ${walletId} and account = 'available'
      and created_at >= ${from} and created_at < ${before}
  `.execute(database());
  return Number(rows[0]?.paise);
}
