import { afterAll, beforeAll, expect, test } from "vitest";
import type { Payer } from "../../test/payer.ts";
import { impsOrder, openPayoutWorld, upiOrder, type PayoutWorld } from "../../test/payout-world.ts";
import { until } from "../../test/disturbances.ts";
import { waitingForLocks } from "../../test/waiting-for-locks.ts";
import { database, separateConnection } from "../database/db.ts";
import { receiveUpdate } from "../../test/provider-updates.ts";

// Guarantee: simultaneous requests, repeats and workers never move money twice.

let world: PayoutWorld;
beforeAll(async () => {
  world = await openPayoutWorld();
  await database()
    .insertInto("settings")
    .values({ key: "payout_codes_per_hour", value: "1000", updated_at: new Date() })
    .execute();
});
afterAll(() => world.close());

/** Authorised requests for several different payouts. */
async function authorisations(payer: Payer, count: number) {
  const ready: object[] = [];
  for (let at = 0; at < count; at += 1) {
    const order = impsOrder({ amount: 100, beneficiary_address: `${at} Sample Road` });
    ready.push({ ...order, authorization_token: await payer.authorise(order) });
  }
  return ready;
}

const count = <T>(list: readonly T[], is: (one: T) => boolean) => list.filter(is).length;

test("200 initiations at once on a wallet with money for 50: exactly 50 are accepted", async () => {
  // 50 × (₹100 + ₹5 + ₹0.90), and a paisa less than one more would need.
  const payer = await world.payer("₹5,395.89");
  const ready = await authorisations(payer, 200);
  const answers = await Promise.all(ready.map((body) => payer.post("/payouts/initiate", body)));
  expect(count(answers, (one) => one.status === 201)).toBe(50);
  expect(count(answers, (one) => one.body.error?.code === "INSUFFICIENT_BALANCE")).toBe(150);
  expect(await payer.balance()).toBe(539_589 - 50 * 10_590);
  expect(await world.faults()).toEqual([]);
});

test("one idempotency key sent 20 times at once creates one payout and gets one answer [25.34]", async () => {
  const payer = await world.payer("₹10,000");
  const order = impsOrder();
  const body = { ...order, authorization_token: await payer.authorise(order) };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => payer.post("/payouts/initiate", body, { key: "one-key" })),
  );
  expect(answers.map((one) => one.status)).toEqual(Array.from({ length: 20 }, () => 201));
  expect(new Set(answers.map((one) => one.text)).size).toBe(1);
  expect((await payer.get("/payouts")).body.total).toBe(1);
  const later = await payer.post("/payouts/initiate", body, { key: "one-key" });
  expect(later.text).toBe(answers[0]?.text);
});

test("the same key and order with a new code returns the first payout", async () => {
  const payer = await world.payer("₹10,000");
  const first = await payer.pay(impsOrder(), { key: "kept" });
  world.pass(31_000);
  const second = await payer.pay(impsOrder(), { key: "kept" });
  expect(second.body.data).toEqual(first.body.data);
  expect((await payer.get("/payouts")).body.total).toBe(1);
});

test("the same request gets the first answer hours after its code expired", async () => {
  const payer = await world.payer("₹10,000");
  const order = impsOrder();
  const body = { ...order, authorization_token: await payer.authorise(order) };
  const first = await payer.post("/payouts/initiate", body, { key: "unheard" });
  world.pass(10 * 60_000);
  const later = await payer.post("/payouts/initiate", body, { key: "unheard" });
  expect([later.status, later.text]).toEqual([201, first.text]);
  const other = { ...body, amount: 2_000 };
  expect((await payer.post("/payouts/initiate", other, { key: "unheard" })).status).toBe(403);
  expect((await payer.get("/payouts")).body.total).toBe(1);
});

test("the same key with another order is rejected, at once or later [25.34]", async () => {
  const payer = await world.payer("₹10,000");
  const [one, other] = await authorisations(payer, 2);
  const answers = await Promise.all(
    [one, other].map((body) => payer.post("/payouts/initiate", body, { key: "shared" })),
  );
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 409]);
  const refused = answers.find((answer) => answer.status === 409);
  expect(refused?.body.error.code).toBe("IDEMPOTENCY_KEY_REUSED");
  expect((await payer.get("/payouts")).body.total).toBe(1);
});

test("the same key with another purpose is rejected", async () => {
  const payer = await world.payer("₹10,000");
  await payer.pay(impsOrder({ purpose: "salary" }), { key: "purpose" });
  for (const order of [impsOrder({ purpose: "refund" }), impsOrder()]) {
    world.pass(31_000);
    const { status, body } = await payer.pay(order, { key: "purpose" });
    expect([status, body.error.code]).toEqual([409, "IDEMPOTENCY_KEY_REUSED"]);
  }
  expect((await payer.get("/payouts")).body.total).toBe(1);
});

test("10 requests with one authorisation create one payout", async () => {
  const payer = await world.payer("₹10,000");
  const order = impsOrder();
  const body = { ...order, authorization_token: await payer.authorise(order) };
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      payer.post("/payouts/initiate", body, { key: `key-${at}` }),
    ),
  );
  expect(count(answers, (one) => one.status === 201)).toBe(1);
  expect(count(answers, (one) => one.body.error?.code === "PAYOUT_NOT_AUTHORISED")).toBe(9);
});

test("two workers never send one payout twice", async () => {
  const payer = await world.payer("₹10,000");
  for (const body of await authorisations(payer, 20)) await payer.post("/payouts/initiate", body);
  await Promise.all([world.work(), world.work(), world.work()]);
  await world.settle();
  const sent = await database()
    .selectFrom("payout_events")
    .innerJoin("payouts", "payouts.id", "payout_events.payout_id")
    .select("payout_id")
    .where("event", "=", "sent")
    .where("beneficiary_phone", "=", "9876543210")
    .execute();
  expect(new Set(sent.map((row) => row.payout_id)).size).toBe(sent.length);
  expect(await world.faults()).toEqual([]);
});

test("updates delivered twice, at once and out of order settle once", async () => {
  const payer = await world.payer("₹10,000");
  const { body } = await payer.pay(upiOrder("pending@upi"));
  await world.work();
  const reference = body.data.reference_id;
  const success = { reference, state: "success", utr: "412345678901" } as const;
  await Promise.all([
    receiveUpdate(success),
    receiveUpdate({ reference, state: "processing" }),
    receiveUpdate(success),
    receiveUpdate(success),
    receiveUpdate({ reference, state: "processing" }),
  ]);
  await receiveUpdate({ reference, state: "processing" });
  await receiveUpdate(success);
  const shown = await payer.shown(body.data.id);
  expect(shown).toMatchObject({ status: "success", utr_number: "412345678901" });
  expect(await payer.balance()).toBe(10_000_00 - 1_005_90);
  expect(await world.faults()).toEqual([]);
});

test("stores a UTR and a charge that arrive after the success, and moves no money again [31.9]", async () => {
  const payer = await world.payer("₹10,000");
  const { body } = await payer.pay(upiOrder("pending@upi"));
  await world.work();
  const reference = body.data.reference_id;
  const success = { reference, state: "success" } as const;
  expect(await receiveUpdate(success)).toBe("settle");
  expect(await receiveUpdate(success)).toBe("nothing");
  const more = { ...success, utr: "412345678904", charge: { feePaise: 500n, taxPaise: 90n } };
  expect(await receiveUpdate(more)).toBe("complete");
  expect(await receiveUpdate(more)).toBe("nothing");
  expect(await receiveUpdate({ ...more, utr: "412345678999" })).toBe("nothing");
  const shown = await payer.shown(body.data.id);
  expect(shown).toMatchObject({ status: "success", utr_number: "412345678904" });
  expect(shown.events.filter((event: string) => event === "success")).toHaveLength(1);
  expect(await payer.balance()).toBe(10_000_00 - 1_005_90);
  expect(await world.faults()).toEqual([]);
});

test("a return that arrives before its success refunds the money once", async () => {
  const payer = await world.payer("₹10,000");
  const { body } = await payer.pay(upiOrder("pending@upi"));
  await world.work();
  const reference = body.data.reference_id;
  await receiveUpdate({ reference, state: "reversed", reason: "Returned" });
  await receiveUpdate({ reference, state: "success", utr: "412345678902" });
  await receiveUpdate({ reference, state: "reversed", reason: "Returned" });
  expect((await payer.shown(body.data.id)).status).toBe("failed");
  expect(await payer.balance()).toBe(10_000_00);
  expect(await world.faults()).toEqual([]);
});

test("a final state against an earlier final state moves no money and is shown", async () => {
  const payer = await world.payer("₹10,000");
  const { body } = await payer.pay(upiOrder("pending@upi"));
  await world.work();
  const reference = body.data.reference_id;
  await receiveUpdate({ reference, state: "failed", reason: "Closed" });
  await receiveUpdate({ reference, state: "success", utr: "412345678903" });
  const shown = await payer.shown(body.data.id);
  expect(shown.status).toBe("failed");
  expect(shown.events.at(-1)).toBe("contradiction");
  expect(await payer.balance()).toBe(10_000_00);
  expect(await world.faults()).toEqual([]);
});

test("an update of an unknown payout changes nothing and causes no error", async () => {
  await expect(receiveUpdate({ reference: "RKNOTOURS", state: "success" })).resolves.toBe(
    "unknown payout",
  );
});

/** Blocks a first attempt until its code has expired, and repeats it. @returns both answers. */
async function repeatWhileBlocked(by: (payer: Payer) => string) {
  const payer = await world.payer("₹10,000");
  const order = impsOrder();
  const body = { ...order, authorization_token: await payer.authorise(order) };
  const holder = separateConnection();
  await holder.connect();
  const passedMs = 6 * 60_000;
  try {
    await holder.query("begin");
    await holder.query(by(payer));
    const first = payer.post("/payouts/initiate", body, { key: "slow" });
    await until(async () => (await waitingForLocks()) === 1);
    world.pass(passedMs);
    let isAnswered = false;
    const repeat = payer.post("/payouts/initiate", body, { key: "slow" });
    void repeat.then(() => (isAnswered = true));
    await until(async () => isAnswered || (await waitingForLocks()) === 2);
    expect(isAnswered).toBe(false);
    await holder.query("commit");
    return [await first, await repeat] as const;
  } finally {
    await holder.end();
    world.pass(-passedMs);
  }
}

test("a repeat with an expired code waits for a first attempt that is still committing, and gets its answer", async () => {
  const [first, repeat] = await repeatWhileBlocked(() => "lock table payouts in share mode");
  expect(first.status).toBe(201);
  expect(repeat.text).toBe(first.text);
});

test("an attempt whose code expires before it locks the wallet is rejected, like its repeat", async () => {
  const [first, repeat] = await repeatWhileBlocked(
    ({ mobile }) =>
      `select from wallets where id = (select id from people where mobile = '${mobile}') for update`,
  );
  expect(first.body.error.code).toBe("PAYOUT_NOT_AUTHORISED");
  expect(repeat.body.error.code).toBe("PAYOUT_NOT_AUTHORISED");
});

test("a first request that arrives after its repeat was refused gets the same refusal", async () => {
  const payer = await world.payer("₹2,000");
  const order = impsOrder({ amount: 1_500 });
  const body = { ...order, authorization_token: await payer.authorise(order) };
  const spent = await payer.pay(impsOrder({ amount: 1_000 }));
  expect(spent.status).toBe(201);
  const refused = await payer.post("/payouts/initiate", body, { key: "delayed" });
  expect(refused.body.error.code).toBe("INSUFFICIENT_BALANCE");
  await world.work();
  await receiveUpdate({ reference: spent.body.data.reference_id, state: "failed" });
  expect(await payer.balance()).toBe(2_000_00);
  const late = await payer.post("/payouts/initiate", body, { key: "delayed" });
  expect([late.status, late.body.error.code]).toEqual([422, "INSUFFICIENT_BALANCE"]);
  expect(late.body.error.message).toBe(refused.body.error.message);
  expect((await payer.get("/payouts")).body.total).toBe(1);
  // No authorisation of that moment lives any longer, so the key works again with a new code.
  world.pass(5 * 60_000 + 1_000);
  const again = await payer.pay(order, { key: "delayed" });
  expect(again.status).toBe(201);
  expect(await world.faults()).toEqual([]);
});
