// The guarantee: a payout over RazorpayX, up to a return days later and with webhooks twice and out
// of order, leaves wallet, ledger and RazorpayX's own record in agreement.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { impsOrder, openPayoutWorld, type PayoutWorld } from "../../../test/payout-world.ts";
import {
  openRazorpayX,
  razorpayxCredentials,
  type RazorpayXStandIn,
} from "../../../test/stand-ins/razorpayx.ts";
import { useCredentials, type Credentials } from "../../kernel/credentials.ts";
import { database } from "../../database/db.ts";
import { explainedPaise, readProviderBooks } from "../../operations/float/read-provider-books.ts";
import { clearProviderStatuses } from "../../payouts/provider-status.ts";
import { useProviders } from "../configured-providers.ts";
import { razorpayxProvider } from "./razorpayx.ts";

let world: PayoutWorld;
let standIn: RazorpayXStandIn;
beforeAll(async () => {
  world = await openPayoutWorld();
  standIn = await openRazorpayX();
  const provider = razorpayxProvider({ baseUrl: standIn.baseUrl, timeoutMs: 5_000 });
  useProviders({ primary: provider, alternative: provider });
  useCredentials(razorpayxCredentials);
});
afterAll(async () => {
  useCredentials({});
  await standIn.close();
  await world.close();
});

/** Sets the keys and clears the cached provider status, which would last a second. */
function setCredentials(credentials: Credentials): void {
  useCredentials(credentials);
  clearProviderStatuses();
}

/** Delivers these webhooks in this order. @returns the status of each answer. */
async function deliver(...indexes: readonly number[]): Promise<number[]> {
  const answers = [];
  for (const index of indexes) {
    const webhook = standIn.webhooks.at(index);
    if (!webhook) throw new Error("The stand-in has fewer webhooks");
    const { headers, rawBody } = standIn.sign(webhook);
    const call = { method: "POST", url: "/api/v1/webhooks/razorpayx", headers } as const;
    answers.push((await world.app.inject({ ...call, payload: rawBody })).statusCode);
  }
  await world.work();
  return answers;
}

test("is paid once, gets its UTR later and is returned, with webhooks twice and in any order [31.9]", async () => {
  standIn.behaviour.lateUtr = true;
  const balance = standIn.balancePaise();
  const payer = await world.payer("₹10,000");
  const { body } = await payer.pay(impsOrder({ purpose: "utility", remarks: "Rent – मार्च" }));
  await world.work();
  const reference = body.data.reference_id;
  expect(standIn.payouts()).toMatchObject([
    { reference, amount: 1_000_00, purpose: "utility bill", narration: "Rent" },
  ]);

  standIn.step(reference, "processed");
  expect(await deliver(1, 0, 1)).toEqual([200, 200, 200]);
  expect(await payer.shown(body.data.id)).toMatchObject({ status: "success", utr_number: null });
  standIn.publishUtrs();
  await deliver(2, 1, 2, 0);
  expect((await payer.shown(body.data.id)).utr_number).toMatch(/^[0-9]{12}$/);
  const chargeInRow = () =>
    database()
      .selectFrom("payouts")
      .select(["provider_raw_state as raw", "provider_fee_paise as fee"])
      .select("provider_tax_paise as tax")
      .where("reference_id", "=", reference)
      .executeTakeFirst();
  expect(await chargeInRow()).toEqual({ raw: "processed/payout_processed", fee: 500n, tax: 90n });
  expect(await payer.balance()).toBe(10_000_00 - 1_005_90);
  expect(standIn.balancePaise()).toBe(balance - 1_000_00 - 5_90);

  standIn.step(reference, "reversed", "beneficiary_bank_rejected");
  await deliver(3, 2, 3, 1);
  const shown = await payer.shown(body.data.id);
  expect(shown).toMatchObject({ status: "failed" });
  expect(shown.failure_reason).toContain("The beneficiary's bank rejected the payout");
  expect(await chargeInRow()).toEqual({
    raw: "reversed/beneficiary_bank_rejected",
    fee: 0n,
    tax: 0n,
  });
  expect(await payer.balance()).toBe(10_000_00);
  expect(standIn.balancePaise()).toBe(balance);
  expect(standIn.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  expect(await world.faults()).toEqual([]);
});

test("with wrong keys nothing is sent and the payer sees no setting's name; then it is sent [31.13]", async () => {
  const payer = await world.payer("₹10,000");
  const { body } = await payer.pay(impsOrder());
  const wrong = { ...razorpayxCredentials, RAZORPAYX_KEY_SECRET: "another" };
  for (const credentials of [wrong, {}]) {
    setCredentials(credentials);
    world.pass(60_000);
    await world.work();
  }
  const { status, timeline } = await payer.shown(body.data.id);
  expect(status).toBe("pending");
  expect(JSON.stringify(timeline)).toContain("The provider is not set up");
  expect(JSON.stringify(timeline)).not.toMatch(/RAZORPAYX|keys/);

  setCredentials(razorpayxCredentials);
  world.pass(2 * 60_000);
  await world.work();
  // The provider has it by now, so later errors must not return it to the queue.
  setCredentials(wrong);
  world.pass(2 * 60_000);
  await world.work();
  expect(JSON.stringify((await payer.shown(body.data.id)).timeline)).not.toMatch(/RAZORPAYX|keys/);
  setCredentials(razorpayxCredentials);
  standIn.settle();
  world.pass(2 * 60_000);
  await world.work();
  expect(standIn.payouts().filter((one) => one.reference === body.data.reference_id)).toMatchObject(
    [{ status: "processed" }],
  );
});

test("a payout that waits for the platform's balance says so, and is sent once it suffices [31.12]", async () => {
  const balance = standIn.balancePaise();
  standIn.topUp(-balance);
  const readBooks = () => readProviderBooks("razorpayx", { listsCredits: false });
  const unexplained = async () =>
    BigInt(standIn.balancePaise()) - explainedPaise(await readBooks());
  const [{ taken_paise: taken }, opening] = [await readBooks(), await unexplained()];
  const payer = await world.payer("₹10,000");
  const { body } = await payer.pay(impsOrder());
  const messages = async () => {
    world.pass(60_000);
    await world.work();
    const { timeline } = await payer.shown(body.data.id);
    return timeline.slice(2).map((line: { sentence: string }) => line.sentence);
  };
  const accepted =
    "Accepted by the provider: The payment provider holds it back until the platform's account with it is topped up";
  expect([await messages(), await messages()]).toEqual([[accepted], [accepted]]);
  // RazorpayX has debited nothing.
  expect(await readBooks()).toMatchObject({ in_flight_paise: 0n, taken_paise: taken });
  expect(await unexplained()).toBe(opening);
  standIn.topUp(balance);
  const explained = "Still processing: The paying bank is working on it";
  expect([await messages(), await messages()]).toEqual([
    [accepted, explained],
    [accepted, explained],
  ]);
  expect(await readBooks()).toMatchObject({
    in_flight_paise: 1_000_00n,
    taken_paise: taken + 1_000_00n,
  });
  expect(await unexplained()).toBe(opening + BigInt(balance));
  standIn.settle();
  expect(await deliver(-1)).toEqual([200]);
  expect(await messages()).toHaveLength(3);
  expect(await payer.balance()).toBe(10_000_00 - 1_005_90);
  expect(await world.faults()).toEqual([]);
});

test("a payout that the database lost and creates again is not paid again", async () => {
  const payer = await world.payer("₹10,000");
  const [order, options] = [impsOrder(), { key: "order-4711" }];
  const first = (await payer.pay(order, options)).body.data;
  await world.work();
  expect(timesPaid(first.reference_id)).toBe(1);
  await lose(first.id);

  const again = (await payer.pay(order, options)).body.data;
  expect(again).toMatchObject({ reference_id: first.reference_id });
  expect(again.id).not.toBe(first.id);
  await world.work();
  standIn.settle();
  world.pass(2 * 60_000);
  await world.work();
  expect(await payer.shown(again.id)).toMatchObject({ status: "success" });
  expect(timesPaid(first.reference_id)).toBe(1);

  // Another order under the same key is another payout.
  await lose(again.id);
  const other = (await payer.pay({ ...order, amount: 1_001 }, options)).body.data;
  expect(other.reference_id).not.toBe(first.reference_id);
});

const timesPaid = (reference: string) =>
  standIn.payouts().filter((one) => one.reference === reference).length;

/** Leaves a payout that nothing new can find, as if the database had none with its reference and key. */
async function lose(id: string): Promise<void> {
  await sql`
    update payouts set idempotency_key = null, reference_id = 'FORGOTTEN' || count
    from (select count(*) from payouts where reference_id like 'FORGOTTEN%') as earlier
    where id = ${id}
  `.execute(database());
}
