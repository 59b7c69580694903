// The guarantee: where the policy says so, payments to one account on one day in India meet the band of
// their sum, in whichever way they are sent, and the same money never counts twice.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBatchWorld, type BatchWorld } from "../../../test/batch-world.ts";
import { impsOrder } from "../../../test/forms.ts";
import { machinePayout, newKey, sendingForm } from "../../../test/key-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { database } from "../../database/db.ts";
import { useClock } from "../../kernel/clock.ts";
import { fundWaiting } from "../funds-queue/fund-waiting.ts";
import { approvalRule, verifyApprovals } from "../requests/verify-approvals.ts";

/** Noon in India: no test crosses midnight by chance. */
const noonMs = Date.parse("2027-01-04T06:30:00Z");
const startedMs = Date.now();
const restoreClock = useClock(() => new Date(noonMs + Date.now() - startedMs));

let world: BatchWorld;
beforeAll(async () => {
  world = await openBatchWorld();
});
afterAll(async () => {
  await world.close();
  restoreClock();
});

const any = { amount_up_to: null, methods: null, sources: null, beneficiary: null };
/** Alone up to ₹5,000. */
const bands = [
  { ...any, amount_up_to: 5_000, steps: [] },
  { ...any, steps: [{ approvals: 1, roles: ["approver"], people: [] }] },
];

async function teamThat(rules: object = { counts_day: true }) {
  const team = await world.team();
  await world.savePolicy(team.owner, bands, rules);
  return team;
}

const sendCode = (by: SignedIn, payout: object) =>
  by.post("/payouts/otp/send", { mobile: by.mobile, payout });
const orderTo = (account_number: string, amount: number, change: object = {}) =>
  impsOrder({ amount, account_number, ...change });

/** What the console says of the day before the code. */
async function review(by: SignedIn, order: object) {
  const { method, account_number, ifsc_code, amount } = order as Record<string, unknown>;
  const body = { method, account_number, ifsc_code, amount };
  return (await by.post("/payouts/review", body)).body.data.day_total;
}

/** The token of a code that was entered. */
async function authorise(by: SignedIn, order: object) {
  await sendCode(by, order);
  const otp = await world.codeFor(by.mobile);
  const { body } = await by.post("/payouts/otp/verify", { mobile: by.mobile, otp });
  return body.data;
}

/** Rupees that the bands compared, the least first. */
async function countedOf(owner: SignedIn) {
  const { rows } = await sql<{ rupees: number }>`
    select (counted_paise / 100)::int as rupees from payout_policies
    where tenant_id = ${owner.id} order by rupees
  `.execute(database());
  return rows.map(({ rupees }) => rupees);
}

describe("a payment that is split", () => {
  test("meets the band of its sum before the code, which says why", async () => {
    const { owner } = await teamThat();
    const account = world.newAccountNumber();
    for (const amount of [2_000, 2_000])
      expect((await owner.pay(orderTo(account, amount))).status).toBe(201);
    await world.work();
    const { status, body } = await sendCode(owner, orderTo(account, 2_000));
    expect([status, body.error.code]).toEqual([409, "APPROVAL_REQUIRED"]);
    expect(body.error.message).toBe(
      "₹4,000 was already sent or submitted to this account today, so this counts as ₹6,000. Submit this as a payment request.",
    );
    expect(await review(owner, orderTo(account, 2_000))).toEqual({
      amount: { amount: 6_000_00, currency: "INR" },
      sentence:
        "₹4,000 was already sent or submitted to this account today, so this counts as ₹6,000.",
    });
    expect((await owner.pay(orderTo(account, 1_000))).status).toBe(201);
    expect(await countedOf(owner)).toEqual([2_000, 4_000, 5_000]);
    await world.check();
  });

  test("counts neither another account nor the same digits at another bank", async () => {
    const { owner } = await teamThat();
    const account = world.newAccountNumber();
    const elsewhere = { ifsc_code: "ICIC0000001" };
    expect((await owner.pay(orderTo(account, 5_000))).status).toBe(201);
    expect((await owner.pay(orderTo(account, 5_000, elsewhere))).status).toBe(201);
    expect((await owner.pay(orderTo(world.newAccountNumber(), 5_000))).status).toBe(201);
    expect((await sendCode(owner, orderTo(account, 1))).status).toBe(409);
    await world.check();
  });

  test("starts again at midnight in India", async () => {
    const { owner } = await teamThat();
    const account = world.newAccountNumber();
    expect((await owner.pay(orderTo(account, 5_000))).status).toBe(201);
    const codeAt = (instant: string) =>
      world.at(instant, async () =>
        sendCode(await world.signIn(owner.mobile), orderTo(account, 2_000)),
      );
    expect((await codeAt("2027-01-04T18:29:59Z")).status).toBe(409);
    expect((await codeAt("2027-01-04T18:30:00Z")).status).toBe(200);
    await world.check();
  });

  test("does not count what failed", async () => {
    const { owner } = await teamThat();
    const failing = orderTo("026291800001190", 5_000, { ifsc_code: "YESB0000262" });
    expect((await owner.pay(failing)).status).toBe(201);
    expect((await sendCode(owner, failing)).status).toBe(409);
    await world.work();
    expect((await sendCode(owner, failing)).status).toBe(200);
    await world.check();
  });

  test("is refused at the payout too, also by payouts that are created together", async () => {
    const { owner } = await teamThat();
    const account = world.newAccountNumber();
    const orders = [1_996, 1_997, 1_998, 1_999, 2_000].map((amount) => orderTo(account, amount));
    const tokens: object[] = [];
    for (const order of orders) tokens.push(await authorise(owner, order));
    const sent = await Promise.all(
      orders.map((order, at) => owner.post("/payouts/initiate", { ...order, ...tokens[at] })),
    );
    const codes = sent.map(({ status, body }) => (status === 201 ? "sent" : body.error.code));
    expect(codes.toSorted()).toEqual([
      "APPROVAL_REQUIRED",
      "APPROVAL_REQUIRED",
      "APPROVAL_REQUIRED",
      "sent",
      "sent",
    ]);
    await world.check();
  });

  test("by a key needs people too", async () => {
    const { owner } = await teamThat();
    const { caller } = await newKey(world, owner, sendingForm());
    const payout = machinePayout({
      account_number: world.newAccountNumber(),
      amount_paise: 3_000_00,
    });
    expect((await caller.post("/payouts", payout, { key: "first" })).status).toBe(201);
    const { body } = await caller.post("/payouts", payout, { key: "second" });
    expect(body.error.code).toBe("APPROVAL_REQUIRED");
    await world.check();
  });
});

describe("a payment request", () => {
  test("counts while it waits and once as its payout, but not when it is withdrawn", async () => {
    const { owner, preparer, approver } = await teamThat();
    const account = world.newAccountNumber();
    /** Rupees that another ₹1 would count as. */
    const countedNow = async () =>
      ((await review(owner, orderTo(account, 1)))?.amount.amount ?? 0) / 100;
    const request = await world.request(preparer, orderTo(account, 4_000));
    expect(request.day_total).toBeNull();
    expect(await countedNow()).toBe(4_001);
    expect((await sendCode(owner, orderTo(account, 1_001))).status).toBe(409);
    const other = await world.request(preparer, orderTo(account, 500));
    expect(await countedNow()).toBe(4_501);
    await preparer.post(`/payment-requests/${other.id}/withdraw`, {});
    expect(await countedNow()).toBe(4_001);
    expect(await world.approve(approver, [request])).toMatchObject([{ outcome: "sent" }]);
    expect(await countedNow()).toBe(4_001);
    expect(await countedOf(owner)).toEqual([4_000]);
    await world.check();
  });

  test("asks the steps of the sum, says so, and keeps them", async () => {
    const { owner, preparer } = await teamThat();
    const account = world.newAccountNumber();
    expect((await owner.pay(orderTo(account, 4_000))).status).toBe(201);
    const request = await world.request(preparer, orderTo(account, 2_000));
    expect(request.steps).toMatchObject([{ approvals: 1, roles: ["approver"] }]);
    expect(request.day_total?.sentence).toBe(
      "₹4,000 was already sent or submitted to this account that day, so this counts as ₹6,000.",
    );
    await world.savePolicy(owner, bands, { counts_day: false });
    expect((await world.read(preparer, request.id)).steps).toEqual(request.steps);
    await world.check();
  });

  test("counts with another that is submitted at the same moment", async () => {
    const { preparer, approver } = await teamThat();
    const account = world.newAccountNumber();
    const requests = await Promise.all(
      [3_000, 3_001].map((amount) => world.request(preparer, orderTo(account, amount))),
    );
    const counted = requests.map(({ day_total }) => day_total?.amount.amount ?? null);
    expect(counted.toSorted()).toEqual([6_001_00, null]);
    await world.approve(approver, requests);
    await world.check();
  });
});

test("a payout that waits for funds counts, and once as its payout", async () => {
  const { owner } = await teamThat();
  await owner.put("/payouts/funds-queue", { is_on: true, wait_hours: 96 });
  const [first, account] = [world.newAccountNumber(), world.newAccountNumber()];
  await world.fund(owner, 40_000);
  const accounts = Array.from({ length: 17 }, () => world.newAccountNumber());
  for (const one of accounts) await owner.pay(orderTo(one, 5_000));
  await owner.pay(orderTo(first, 4_500));
  expect((await owner.pay(orderTo(account, 3_000))).body.data.waits_for_funds).toBe(true);
  expect((await sendCode(owner, orderTo(account, 3_000))).status).toBe(409);
  expect((await owner.pay(orderTo(account, 2_000))).body.data.waits_for_funds).toBe(true);
  // Enough for the first one only: what waits behind it counted it already.
  await world.fund(owner, 3_000);
  await fundWaiting();
  expect((await countedOf(owner)).slice(0, 3)).toEqual([3_000, 4_500, 5_000]);
  await world.fund(owner, 5_000);
  await fundWaiting();
  expect((await countedOf(owner)).filter((rupees) => rupees === 5_000)).toHaveLength(18);
  expect((await review(owner, orderTo(account, 1)))?.amount.amount).toBe(5_001_00);
  await world.check();
});

describe("the rule of a policy", () => {
  test("is off by default, and payments count alone", async () => {
    const { owner, preparer } = await teamThat({});
    const account = world.newAccountNumber();
    for (const amount of [5_000, 4_999])
      expect((await owner.pay(orderTo(account, amount))).status).toBe(201);
    expect((await world.request(preparer, orderTo(account, 1_000))).day_total).toBeNull();
    expect(await countedOf(owner)).toEqual([4_999, 5_000]);
    await world.check();
  });

  test("is a version of it, and kept when it is not sent", async () => {
    const { owner } = await teamThat();
    await world.savePolicy(owner, bands);
    expect((await owner.get("/approval-policy")).body.data.in_force?.counts_day).toBe(true);
    await world.savePolicy(owner, bands, { counts_day: false });
    const { body } = await owner.get("/approval-policy/versions");
    expect(body.data.map(({ counts_day }) => counts_day)).toEqual([false, true, true]);
  });
});

test("the verification finds a payout that counted too little, or too much without the rule", async () => {
  const { owner } = await teamThat();
  const account = world.newAccountNumber();
  await owner.pay(orderTo(account, 1_000));
  const second = await world.at(new Date(noonMs + 5 * 60_000).toISOString(), () =>
    owner.pay(orderTo(account, 1_000)),
  );
  const plain = await teamThat({});
  const third = await plain.owner.pay(orderTo(account, 1_000));
  const set = (id: string, rupees: number) =>
    sql`update payout_policies set counted_paise = ${rupees * 100} where payout_id = ${id}`.execute(
      database(),
    );
  const faultsOf = async (id: string, rupees: number, right: number) => {
    await set(id, rupees);
    const faults = await verifyApprovals(database());
    await set(id, right);
    return faults;
  };
  expect(await verifyApprovals(database())).toEqual([]);
  await sql`alter table payout_policies disable trigger user`.execute(database());
  const [inDay, alone] = [second.body.data.id, third.body.data.id];
  expect(await faultsOf(inDay, 1_999, 2_000)).toEqual([{ rule: approvalRule.day, where: inDay }]);
  expect(await faultsOf(alone, 1_001, 1_000)).toEqual([{ rule: approvalRule.day, where: alone }]);
  expect(await faultsOf(inDay, 5_001, 2_000)).toEqual([
    { rule: approvalRule.recorded, where: inDay },
  ]);
  await sql`alter table payout_policies enable trigger user`.execute(database());
});
