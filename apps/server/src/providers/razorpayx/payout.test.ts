// The guarantee: a payout over RazorpayX, from the form to a return days later, with webhooks that
// come twice and out of order, leaves wallet, books and RazorpayX's own books in agreement.
import { afterAll, beforeAll, expect, test } from "vitest";
import { impsOrder, openPayoutWorld, type PayoutWorld } from "../../../test/payout-world.ts";
import {
  openRazorpayX,
  razorpayxCredentials,
  type RazorpayXStandIn,
} from "../../../test/stand-ins/razorpayx.ts";
import { useCredentials, type Credentials } from "../../credentials/credentials.ts";
import { database } from "../../db.ts";
import { forgetRailStandings } from "../../payouts/rail-standings.ts";
import { useProviders } from "../rails.ts";
import { razorpayxProvider } from "./razorpayx.ts";

let world: PayoutWorld;
let far: RazorpayXStandIn;
beforeAll(async () => {
  world = await openPayoutWorld();
  far = await openRazorpayX();
  const provider = razorpayxProvider({ baseUrl: far.baseUrl, timeoutMs: 5_000 });
  useProviders({ primary: provider, alternative: provider });
  useCredentials(razorpayxCredentials);
});
afterAll(async () => {
  useCredentials({});
  await far.close();
  await world.close();
});

/** A process knows the rails' standing for a second; a change of keys is not to wait for that. */
function setCredentials(credentials: Credentials): void {
  useCredentials(credentials);
  forgetRailStandings();
}

/** Sends these of its webhooks, in this order. @returns what each was answered. */
async function deliver(...indexes: readonly number[]): Promise<number[]> {
  const answers = [];
  for (const index of indexes) {
    const told = far.told.at(index);
    if (!told) throw new Error("The stand-in has told less");
    const { headers, rawBody } = far.sign(told);
    const call = { method: "POST", url: "/api/v1/webhooks/razorpayx", headers } as const;
    answers.push((await world.app.inject({ ...call, payload: rawBody })).statusCode);
  }
  await world.work();
  return answers;
}

test("paid once, its UTR told later, returned days after, all of it told twice and in any order", async () => {
  far.habits.lateUtr = true;
  const balance = far.balancePaise();
  const payer = await world.payer("₹10,000");
  const { body } = await payer.pay(impsOrder({ remarks: "Rent – मार्च" }));
  await world.work();
  const reference = body.data.reference_id;
  expect(far.payouts()).toMatchObject([{ reference, amount: 1_000_00, narration: "Rent" }]);

  far.step(reference, "processed");
  expect(await deliver(1, 0, 1)).toEqual([200, 200, 200]);
  expect(await payer.shown(body.data.id)).toMatchObject({ status: "success", utr_number: null });
  far.tellUtrs();
  await deliver(2, 1, 2, 0);
  expect((await payer.shown(body.data.id)).utr_number).toMatch(/^[0-9]{12}$/);
  const kept = () =>
    database()
      .selectFrom("payouts")
      .select(["provider_raw_state as raw", "provider_fee_paise as fee"])
      .select("provider_tax_paise as tax")
      .where("reference_id", "=", reference)
      .executeTakeFirst();
  expect(await kept()).toEqual({ raw: "processed/payout_processed", fee: 500n, tax: 90n });
  expect(await payer.balance()).toBe(10_000_00 - 1_005_90);
  expect(far.balancePaise()).toBe(balance - 1_000_00 - 5_90);

  far.step(reference, "reversed", "beneficiary_bank_rejected");
  await deliver(3, 2, 3, 1);
  const shown = await payer.shown(body.data.id);
  expect(shown).toMatchObject({ status: "failed" });
  expect(shown.failure_reason).toContain("The beneficiary's bank rejected the payout");
  expect(await kept()).toEqual({ raw: "reversed/beneficiary_bank_rejected", fee: 0n, tax: 0n });
  expect(await payer.balance()).toBe(10_000_00);
  expect(far.balancePaise()).toBe(balance);
  expect(far.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  expect(await world.faults()).toEqual([]);
});

test("while the keys are wrong nothing is sent, the payer reads no setting's name, and then it goes out", async () => {
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
  expect(JSON.stringify(timeline)).toContain("It is not set up just now");
  expect(JSON.stringify(timeline)).not.toMatch(/RAZORPAYX|keys/);

  setCredentials(razorpayxCredentials);
  world.pass(2 * 60_000);
  await world.work();
  // Taken by now: what is wrong after that is no reason to hand it back.
  setCredentials(wrong);
  world.pass(2 * 60_000);
  await world.work();
  expect(JSON.stringify((await payer.shown(body.data.id)).timeline)).not.toMatch(/RAZORPAYX|keys/);
  setCredentials(razorpayxCredentials);
  far.settle();
  world.pass(2 * 60_000);
  await world.work();
  expect(far.payouts().filter((one) => one.reference === body.data.reference_id)).toMatchObject([
    { status: "processed" },
  ]);
});

test("what waits for the platform's balance says so, and goes out once when there is some", async () => {
  const balance = far.balancePaise();
  far.topUp(-balance);
  const payer = await world.payer("₹10,000");
  const { body } = await payer.pay(impsOrder());
  const sentences = async () => {
    world.pass(60_000);
    await world.work();
    const { timeline } = await payer.shown(body.data.id);
    return timeline.slice(2).map((line: { sentence: string }) => line.sentence);
  };
  const accepted =
    "The provider accepted the payout. The payment provider holds it back until the platform's account with it is topped up";
  expect([await sentences(), await sentences()]).toEqual([[accepted], [accepted]]);
  far.topUp(balance);
  const explained = "The provider says why it is not done yet: The paying bank is working on it";
  expect([await sentences(), await sentences()]).toEqual([
    [accepted, explained],
    [accepted, explained],
  ]);
  far.settle();
  expect(await deliver(-1)).toEqual([200]);
  expect(await sentences()).toHaveLength(3);
  expect(await payer.balance()).toBe(10_000_00 - 1_005_90);
  expect(await world.faults()).toEqual([]);
});
