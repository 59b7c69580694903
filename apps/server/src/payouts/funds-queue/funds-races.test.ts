// The guarantee: whatever meets at a waiting payout, credits, workers, cancellations, expiries or a crash,
// it is funded once, cancelled or expired, in its turn, and the wallet has what the books say.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../../../test/disturbances.ts";
import { impsOrder } from "../../../test/forms.ts";
import { openFundsWorld, type FundsWorld } from "../../../test/funds-world.ts";
import { waitingForLocks } from "../../../test/waiting-for-locks.ts";
import { database, separateConnection, transaction } from "../../database/db.ts";
import { fundsQueueRule, verifyFundsQueue } from "./verify-funds-queue.ts";

let world: FundsWorld;
beforeAll(async () => {
  world = await openFundsWorld();
});
afterAll(async () => {
  await world.checkFunds();
  await world.close();
});

const statesOf = async (ids: readonly string[]) => {
  const { rows } = await sql<{ state: string }>`
    select state from funds_queue where id = any(${ids}::uuid[]) order by place
  `.execute(database());
  return rows.map(({ state }) => state);
};

test("four workers and two credits at once fund each payout once, in order", async () => {
  const owner = await world.waitingOwner("₹100");
  const ids: string[] = [];
  for (let at = 0; at < 12; at += 1) ids.push((await world.send(owner, 500 + at)).id);
  await Promise.all([
    world.fund(owner, 2_000),
    world.fund(owner, 2_500),
    ...[1, 2, 3, 4].map(() => world.fundWaiting()),
  ]);
  await Promise.all([1, 2, 3, 4].map(() => world.fundWaiting()));
  // 100 + 4,500 covers those of 500 to 508 rupees with their charges.
  expect(await statesOf(ids)).toEqual([
    ...Array.from({ length: 9 }, () => "funded"),
    ...Array.from({ length: 3 }, () => "waiting"),
  ]);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from payouts where tenant_id = ${owner.id}
  `.execute(database());
  expect(rows[0]?.count).toBe(9);
  await world.checkFunds();
});

test("requests of one wallet that arrive together wait in one order, and none overtakes", async () => {
  const owner = await world.waitingOwner("₹1,000");
  const ready: object[] = [];
  for (const amount of [400, 900, 50, 60, 70]) {
    const order = impsOrder({ amount, account_number: world.newAccountNumber() });
    await owner.post("/payouts/otp/send", { mobile: owner.mobile, payout: order });
    const otp = await world.codeFor(owner.mobile);
    const { body } = await owner.post("/payouts/otp/verify", { mobile: owner.mobile, otp });
    ready.push({ ...order, ...body.data });
  }
  const answers = await Promise.all(ready.map((body) => owner.post("/payouts/initiate", body)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  const waits = answers.map(({ body }) => body.data.waits_for_funds);
  const firstWait = waits.indexOf(true);
  expect(waits).toEqual(waits.map((_, at) => at >= firstWait));
  await world.fund(owner, 2_000);
  await world.work();
  expect(await world.waiting(owner)).toEqual([]);
  await world.checkFunds();
});

/** Runs two acts against each other: the row is locked until both wait for it. */
async function against(id: string, acts: readonly (() => Promise<unknown>)[]) {
  const blocker = separateConnection();
  await blocker.connect();
  try {
    await blocker.query("begin");
    await blocker.query("select from funds_queue where id = $1 for update", [id]);
    const running = acts.map((act) => act().catch((error: unknown) => error));
    await until(async () => (await waitingForLocks()) >= acts.length);
    await blocker.query("commit");
    return await Promise.all(running);
  } finally {
    await blocker.end();
  }
}

test("funds that arrive and a cancellation: one of them wins", async () => {
  for (const order of [0, 1]) {
    const owner = await world.waitingOwner("₹100");
    const { id } = await world.send(owner, 500);
    await world.fund(owner, 1_000);
    const acts = [() => world.fundWaiting(), () => world.cancelWait(owner, id)];
    await against(id, order === 0 ? acts : acts.toReversed());
    const [state] = await statesOf([id]);
    expect(["funded", "cancelled"]).toContain(state);
    expect(await owner.balance()).toBe(state === "funded" ? 594_10 : 1_100_00);
    const repeated = await world.cancelWait(owner, id);
    expect(repeated.body.error.code).toBe("PAYOUT_NOT_CANCELLABLE");
  }
  await world.checkFunds();
});

test("two cancellations end it once", async () => {
  const owner = await world.waitingOwner("₹100");
  const { id } = await world.send(owner, 500);
  const answers = await Promise.all([1, 2, 3].map(() => world.cancelWait(owner, id)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
});

test("after its time it is never sent, although funds arrived and no task has ended it yet", async () => {
  const owner = await world.waitingOwner("₹100");
  const late = [(await world.send(owner, 500)).id, (await world.send(owner, 600)).id];
  await world.letWait(owner, 200);
  const inTime = await world.send(owner, 700);
  await world.fund(owner, 5_000);
  await world.later(97 * 3_600_000, world.fundWaiting);
  expect(await statesOf([...late, inTime.id])).toEqual(["expired", "expired", "funded"]);
  expect(await world.notificationKinds(owner)).toContain("payout_wait_ended");
  await world.checkFunds();
});

test("at the end of its time, a task and the funds end it once", async () => {
  const owner = await world.waitingOwner("₹100");
  const { id } = await world.send(owner, 500);
  await world.fund(owner, 1_000);
  await world.later(97 * 3_600_000, () => Promise.all([world.expireWaits(), world.fundWaiting()]));
  expect(await statesOf([id])).toEqual(["expired"]);
  await world.checkFunds();
});

test("one that is funded while it is read is shown as sent, and never as cancelled", async () => {
  const owner = await world.waitingOwner("₹100");
  const { id } = await world.send(owner, 500);
  await world.fund(owner, 1_000);
  const blocker = separateConnection();
  await blocker.connect();
  try {
    await blocker.query("begin");
    // What reads the wait, and nothing else here, needs this table.
    await blocker.query("lock table payout_destinations in access exclusive mode");
    const reading = world.payout(owner, id);
    await until(async () => (await waitingForLocks()) >= 1);
    expect(await world.fundWaiting()).toBe(1);
    await blocker.query("commit");
    expect((await reading).status).not.toBe("cancelled");
  } finally {
    await blocker.end();
  }
});

test("a crash while payouts are created leaves all of them waiting", async () => {
  const owner = await world.waitingOwner("₹100");
  const { id } = await world.send(owner, 500);
  await world.fund(owner, 1_000);
  // The transaction fails after the payout is inserted.
  await sql`
    create function fail_on_purpose() returns trigger language plpgsql as
      $$ begin raise exception 'the power failed'; end $$
  `.execute(database());
  await sql`
    create trigger fail_on_purpose after insert on payouts
    for each statement execute function fail_on_purpose()
  `.execute(database());
  await expect(world.fundWaiting()).rejects.toThrow("the power failed");
  await sql`drop function fail_on_purpose cascade`.execute(database());
  expect(await statesOf([id])).toEqual(["waiting"]);
  expect(await owner.balance()).toBe(1_100_00);
  await world.work();
  expect(await statesOf([id])).toEqual(["funded"]);
});

test("the verification finds each kind of fault", async () => {
  const owner = await world.waitingOwner("₹100");
  const [first, second] = [await world.send(owner, 500), await world.send(owner, 600)];
  await world.fund(owner, 5_000);
  await world.work();
  const third = await world.send(owner, 9_000);
  const rulesBrokenBy = async (statement: ReturnType<typeof sql>) => {
    let found: string[] = [];
    await transaction(async (db) => {
      await statement.execute(db);
      found = [...new Set((await verifyFundsQueue(db)).map(({ rule }) => rule))];
      throw new Error("undo");
    }).catch(() => undefined);
    return found;
  };
  expect(
    await rulesBrokenBy(sql`update funds_queue set amount_paise = 1 where id = ${first.id}`),
  ).toEqual([fundsQueueRule.funded]);
  expect(
    await rulesBrokenBy(sql`update funds_queue set state = 'cancelled' where id = ${second.id}`),
  ).toEqual([fundsQueueRule.holdsNothing]);
  expect(
    await rulesBrokenBy(sql`update funds_queue set ended_number = 1000000 where id = ${first.id}`),
  ).toEqual([fundsQueueRule.order]);
  expect(
    await rulesBrokenBy(sql`update funds_queue set place = default where id = ${first.id}`),
  ).toEqual([fundsQueueRule.order]);
  expect(
    await rulesBrokenBy(sql`update payouts set reference_id = 'OTHER' where id = ${first.id}`),
  ).toContain(fundsQueueRule.funded);
  const late = sql`
    update payouts set created_at = created_at + interval '97 hours' where id = ${first.id}
  `;
  expect(await rulesBrokenBy(late)).toEqual([fundsQueueRule.inTime]);
  const { body } = await owner.post("/payment-requests", { payout: impsOrder(), submit: false });
  const named = sql`
    update payment_requests set state = 'approved', payout_id = gen_random_uuid()
    where id = ${body.data.id}
  `;
  expect(await rulesBrokenBy(named)).toEqual([fundsQueueRule.named]);
  expect((await world.cancelWait(owner, third.id)).status).toBe(200);
});
