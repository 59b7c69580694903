// The guarantee: before the code, a payer sees an earlier payout to the same account; while one of the
// same amount is unclear, the server requires a reason.
import { afterAll, beforeAll, expect, test } from "vitest";
import { newestSeq } from "../../../test/audit-log.ts";
import { Payer } from "../../../test/payer.ts";
import { impsOrder, openPayoutWorld, type PayoutWorld } from "../../../test/payout-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { database } from "../../database/db.ts";

let world: PayoutWorld;
let owner: SignedIn;
let payer: Payer;
beforeAll(async () => {
  world = await openPayoutWorld();
  owner = await world.operator({ wallet: "₹1,00,000" });
  payer = new Payer(world.app, owner.mobile, owner.token);
});
afterAll(() => world.close());

const ask = (order: object) => payer.post("/payouts/review", order);
const question = ({ method, account_number, ifsc_code, amount }: ReturnType<typeof impsOrder>) => ({
  method,
  account_number,
  ifsc_code,
  amount,
});

test("an earlier payout is found for 24 hours, the same amount first; a failed one is not", async () => {
  const order = impsOrder({ account_number: "810001234567", amount: 1_500.5 });
  expect((await ask(question(order))).body.data).toEqual({
    earlier: null,
    saved_as: null,
    cooling: null,
    day_total: null,
  });
  const first = await payer.pay(order);
  await payer.pay({ ...order, amount: 20 });
  expect((await ask(question(order))).body.data.earlier).toMatchObject({
    id: first.body.data.id,
    amount: { amount: 1_500_50 },
    is_same_amount: true,
    is_unclear: false,
  });
  const other = await ask(question({ ...order, amount: 30 }));
  expect(other.body.data.earlier).toMatchObject({
    amount: { amount: 20_00 },
    is_same_amount: false,
  });
  const failing = impsOrder({ account_number: "026291800001190", ifsc_code: "YESB0000262" });
  await payer.pay(failing);
  await world.settle();
  expect((await ask(question(failing))).body.data.earlier).toBeNull();
  const otherOwner = await world.payer("₹1,000");
  const theirs = await otherOwner.post("/payouts/review", question(order));
  expect(theirs.body.data.earlier).toBeNull();
});

test("one that is unclear needs a reason, which the server asks, keeps and audits", async () => {
  const order = impsOrder({
    account_number: "000000000504",
    ifsc_code: "HDFC0000504",
    amount: 77,
  });
  const first = await payer.pay(order);
  await world.work();
  expect((await payer.shown(first.body.data.id)).open_outcome?.kind).toBe("unknown");
  expect((await ask(question(order))).body.data.earlier).toMatchObject({
    id: first.body.data.id,
    is_unclear: true,
  });
  const { status, body } = await payer.post("/payouts/otp/send", {
    mobile: owner.mobile,
    payout: order,
  });
  expect([status, body.error.code, body.error.message]).toEqual([
    409,
    "REPEAT_REASON_REQUIRED",
    "₹77.00 to this account, sent 1 min ago, is still unclear. Say why you send it again.",
  ]);
  const since = await newestSeq();
  const again = { ...order, repeat_reason: "Second invoice of the day" };
  const token = await payer.authorise(again);
  // The code was for a payout with this reason, so another one is rejected.
  const changed = await payer.post("/payouts/initiate", {
    ...again,
    repeat_reason: "Other",
    authorization_token: token,
  });
  expect(changed.body.error.code).toBe("PAYOUT_NOT_AUTHORISED");
  const second = await payer.post("/payouts/initiate", { ...again, authorization_token: token });
  expect(second.status).toBe(201);
  const { timeline } = await payer.shown(second.body.data.id);
  expect(timeline.map((line: { sentence: string }) => line.sentence)).toContain(
    "Sent again while an earlier payout was unclear: Second invoice of the day",
  );
  const rows = await database()
    .selectFrom("audit_log")
    .select(["act", "reason", "subject_id", "actor_id"])
    .where("seq", ">", since)
    .where("act", "=", "payout.repeated")
    .execute();
  expect(rows).toEqual([
    {
      act: "payout.repeated",
      reason: "Second invoice of the day",
      subject_id: second.body.data.id,
      actor_id: owner.id,
    },
  ]);
  // Another amount, or another account, needs none.
  expect((await payer.pay({ ...order, amount: 78 })).status).toBe(201);
});
