// The guarantee: a payout that the wallet does not cover holds nothing, is shown with its place and what
// is missing, and is sent once, in its turn, when funds arrive, or ends with a notification.
import { approveDeposits } from "@rokad/contract/deposit-reviews";
import { listPayouts } from "@rokad/contract/payouts";
import { reviewPayout } from "@rokad/contract/payout-review";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { impsOrder } from "../../../test/forms.ts";
import { postAdjustment } from "../../../test/post-adjustment.ts";
import { transaction } from "../../database/db.ts";
import { openFundsWorld, type FundsWorld } from "../../../test/funds-world.ts";

let world: FundsWorld;
beforeAll(async () => {
  world = await openFundsWorld();
});
afterAll(() => world.close());

describe("without the setting", () => {
  test("a payout that the wallet does not cover is refused", async () => {
    const owner = await world.operator({ wallet: "₹1,000" });
    const sent = await owner.post("/payouts/otp/send", {
      mobile: owner.mobile,
      payout: impsOrder({ amount: 5_000 }),
    });
    expect([sent.status, sent.body.error.code]).toEqual([422, "INSUFFICIENT_BALANCE"]);
    expect(await world.queue(owner)).toMatchObject({ is_on: false, count: 0, wait_hours: 96 });
  });

  test("only an owner changes it, and signs the change [42.1]", async () => {
    const { owner, preparer, approver } = await world.team();
    const form = { is_on: true, wait_hours: 24 };
    for (const person of [preparer, approver])
      expect((await person.put("/payouts/funds-queue", form)).status).toBe(403);
    const unsigned = await owner.put("/payouts/funds-queue", form, { signature: null });
    expect(unsigned.body.error.code).toBe("STEP_UP_REQUIRED");
    for (const wait_hours of [0, 241, 1.5]) {
      const bad = await owner.put("/payouts/funds-queue", { ...form, wait_hours });
      expect([bad.status, Object.keys(bad.body.error.fields)]).toEqual([400, ["wait_hours"]]);
    }
    expect((await owner.put("/payouts/funds-queue", form)).body.data).toMatchObject(form);
  });
});

describe("a payout that waits", () => {
  test("holds nothing and is shown as pending with its place and what is missing [42.2]", async () => {
    const owner = await world.waitingOwner();
    const first = await world.send(owner, 3_000);
    const second = await world.send(owner, 400);
    expect([first.waits_for_funds, second.waits_for_funds]).toEqual([true, true]);
    expect(await owner.balance()).toBe(1_000_00);
    const shown = await world.payout(owner, second.id);
    expect(shown).toMatchObject({
      status: "pending",
      reference_id: second.reference_id,
      waiting_for_funds: { place: 2, missing: { amount: 2_411_80 }, reason: null },
      can_cancel: false,
      can_cancel_wait: true,
      open_outcome: null,
    });
    expect(shown.timeline.map(({ event }) => event)).toEqual(["waits_for_funds"]);
    expect(await world.queue(owner)).toMatchObject({
      count: 2,
      total: { amount: 3_411_80 },
      missing: { amount: 2_411_80 },
    });
    expect((await owner.get("/wallet/balance")).body.data).toMatchObject({
      held_balance: { amount: 0 },
      funds_queue: { is_on: true, count: 2, missing: { amount: 2_411_80 } },
    });
    expect((await owner.get("/payouts/summary")).body.data.pending_count).toBe(2);
    expect((await owner.get("/wallet/history")).body.total).toBe(1);
    await world.checkFunds();
  });

  test("is shown before the code, with what is missing", async () => {
    const owner = await world.waitingOwner();
    await world.send(owner, 3_000);
    const { body } = await owner.post("/payouts/otp/send", {
      mobile: owner.mobile,
      payout: impsOrder({ amount: 400 }),
    });
    expect(body.data.missing).toEqual({ amount: 2_411_80, currency: "INR" });
    const rich = await world.waitingOwner("₹9,000");
    const covered = await rich.post("/payouts/otp/send", {
      mobile: rich.mobile,
      payout: impsOrder({ amount: 400 }),
    });
    expect(covered.body.data.missing).toBe(null);
  });

  test("comes first in the lists of all and of pending payouts, whatever the page", async () => {
    const owner = await world.waitingOwner("₹5,000");
    const paid = [await world.send(owner, 100), await world.send(owner, 200)];
    const waits = [
      await world.send(owner, 6_000),
      await world.send(owner, 50),
      await world.send(owner, 60),
    ];
    const expected = [...waits, ...paid.toReversed()].map(({ id }) => id);
    for (const status of ["all", "pending"] as const)
      for (const limit of [1, 2, 3, 10]) {
        const ids: string[] = [];
        for (let page = 1; (page - 1) * limit < 5; page += 1) {
          const { data, total } = await owner.ask(listPayouts, { query: { status, limit, page } });
          expect(total).toBe(5);
          ids.push(...data.map(({ id }) => id));
        }
        expect(ids).toEqual(expected);
      }
    const { body } = await owner.get("/payouts?status=all");
    expect(body.summary).toMatchObject({
      total_amount: { amount: 6_410_00 },
      total_charges: { amount: 5 * 590 },
      pending_count: 5,
    });
    expect((await owner.get("/payouts?status=success")).body.total).toBe(0);
    await world.checkFunds();
  });

  test("is sent once when funds arrive, in its order, with the reference that it had [42.3]", async () => {
    const owner = await world.waitingOwner();
    const first = await world.send(owner, 3_000);
    const second = await world.send(owner, 400);
    await world.work();
    expect(await world.waiting(owner)).toEqual([3_000, 400]);
    await world.fund(owner, 2_100);
    await world.work();
    expect(await world.waiting(owner)).toEqual([400]);
    const shown = await world.payout(owner, first.id);
    expect(shown).toMatchObject({
      status: "success",
      reference_id: first.reference_id,
      waiting_for_funds: null,
    });
    expect(shown.timeline.map(({ event }) => event).slice(0, 2)).toEqual([
      "waits_for_funds",
      "requested",
    ]);
    expect(await owner.balance()).toBe(94_10);
    await world.fund(owner, 500);
    await world.work();
    expect((await world.payout(owner, second.id)).status).toBe("success");
    expect(await owner.balance()).toBe(594_10 - 405_90);
    const kinds = await world.notificationKinds(owner);
    expect(kinds.filter((kind: string) => kind.startsWith("payout_"))).toEqual([
      "payout_settled",
      "payout_funded",
      "payout_settled",
      "payout_funded",
      "payout_waits",
      "payout_waits",
    ]);
    await world.checkFunds();
  });

  test("is not overtaken by a smaller one, even one that the wallet covers [42.4]", async () => {
    const owner = await world.waitingOwner();
    await world.send(owner, 3_000);
    expect((await world.send(owner, 10)).waits_for_funds).toBe(true);
    await world.work();
    expect(await world.waiting(owner)).toEqual([3_000, 10]);
    await world.letWait(owner, 96, false);
    const { status, body } = await owner.post("/payouts/otp/send", {
      mobile: owner.mobile,
      payout: impsOrder({ amount: 10 }),
    });
    expect([status, body.error.code]).toEqual([422, "INSUFFICIENT_BALANCE"]);
    await world.checkFunds();
  });

  test("gets the same answer for a repeat of its key, while it waits, after it is sent and after it ended", async () => {
    const owner = await world.waitingOwner();
    const order = impsOrder({ amount: 2_000 });
    const first = await owner.pay(order, { key: "salary-1" });
    expect(first.body.data.waits_for_funds).toBe(true);
    const again = await owner.pay(order, { key: "salary-1" });
    expect(again.text).toBe(first.text);
    const other = await owner.pay(impsOrder({ amount: 2_001 }), { key: "salary-1" });
    expect(other.body.error.code).toBe("IDEMPOTENCY_KEY_REUSED");
    await world.fund(owner, 2_000);
    await world.work();
    const sent = await owner.pay(order, { key: "salary-1" });
    expect([sent.status, sent.body.data.id]).toEqual([201, first.body.data.id]);
    expect((await owner.get("/payouts")).body.total).toBe(1);
    const gone = await owner.pay(impsOrder({ amount: 7_000 }), { key: "salary-2" });
    await world.cancelWait(owner, gone.body.data.id);
    const repeated = await owner.pay(impsOrder({ amount: 7_000 }), { key: "salary-2" });
    expect(repeated.body.data.id).toBe(gone.body.data.id);
    await world.work();
    expect(await world.waiting(owner)).toEqual([]);
    await world.checkFunds();
  });

  test("is an earlier payout to the same account for the next one", async () => {
    const owner = await world.waitingOwner();
    const account_number = world.newAccountNumber();
    const { id } = await world.send(owner, 3_000, { account_number });
    const { data } = await owner.ask(reviewPayout, {
      body: { method: "imps", account_number, ifsc_code: "HDFC0000060", amount: 3_000 },
    });
    expect(data.earlier).toMatchObject({ id, status: "pending", is_same_amount: true });
  });

  test("is in the files of all, of pending and of waiting payouts, and says so", async () => {
    const owner = await world.waitingOwner();
    await world.send(owner, 500);
    const { reference_id: reference } = await world.send(owner, 3_000);
    const file = async (status: string) =>
      (await owner.get(`/payouts/export?status=${status}`)).text;
    for (const status of ["all", "pending", "waiting_for_funds"]) {
      const line = (await file(status)).split("\n").find((one) => one.includes(reference));
      expect(line).toContain("yes");
    }
    expect((await file("all")).match(/RKA/g)).toHaveLength(2);
    expect(await file("not_funded")).not.toContain(reference);
  });

  test("uses its code up: the same token starts nothing else", async () => {
    const owner = await world.waitingOwner();
    const order = impsOrder({ amount: 2_000 });
    await owner.post("/payouts/otp/send", { mobile: owner.mobile, payout: order });
    const otp = await world.codeFor(owner.mobile);
    const { body } = await owner.post("/payouts/otp/verify", { mobile: owner.mobile, otp });
    const request = { ...order, ...body.data };
    const answers = await Promise.all(
      [1, 2, 3].map(() => owner.post("/payouts/initiate", request)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await world.waiting(owner)).toEqual([2_000]);
  });
});

describe("funds that arrive", () => {
  test("in bulk approvals, from returned payouts and cancelled ones send what waits", async () => {
    const owner = await world.waitingOwner("₹3,000");
    const boss = await world.superAdmin();
    // The bank returns it after it was paid, with its charges.
    await world.send(owner, 1_000, { account_number: "02014457596969", ifsc_code: "CITI0000001" });
    await world.send(owner, 2_900);
    await world.work();
    expect(await world.waiting(owner)).toEqual([]);
    await world.send(owner, 5_000);
    const deposits = [
      await world.requestDeposit(owner, 3_000),
      await world.requestDeposit(owner, 3_000),
    ];
    await boss.ask(approveDeposits, {
      body: { ids: deposits.map(({ _id }) => _id) },
    });
    await world.work();
    expect(await world.waiting(owner)).toEqual([]);
    await world.checkFunds();
  });

  test("pay off what the business owes before any payout", async () => {
    const owner = await world.waitingOwner();
    await transaction((db) =>
      postAdjustment(db, {
        walletId: owner.id,
        paise: 3_000_00n,
        debit: "wallet",
        credit: "losses",
      }),
    );
    const { id } = await world.send(owner, 500);
    expect((await world.payout(owner, id)).waiting_for_funds?.missing.amount).toBe(505_90);
    await world.fund(owner, 2_000);
    await world.work();
    expect(await world.waiting(owner)).toEqual([500]);
    await world.fund(owner, 600);
    await world.work();
    expect(await world.waiting(owner)).toEqual([]);
    expect(await owner.balance()).toBe(94_10);
    await world.checkFunds();
  });
});
