// The guarantee: what a payment request holds from its submission is in the books once, comes back when
// the request ends, and becomes its payout without being taken twice.
import { getTrialBalance } from "@rokad/contract/books";
import { getMoneyHeld } from "@rokad/contract/platform-analytics";
import { listUpcoming } from "@rokad/contract/upcoming";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { impsOrder } from "../../../test/forms.ts";
import { openHoldsWorld, type HoldsWorld } from "../../../test/holds-world.ts";
import { postAdjustment } from "../../../test/post-adjustment.ts";
import { database, transaction } from "../../database/db.ts";

let world: HoldsWorld;
beforeAll(async () => {
  world = await openHoldsWorld();
});
afterAll(async () => {
  await world.checkFunds();
  await world.close();
});

const day = 24 * 3_600_000;

describe("a request that is submitted", () => {
  test("holds amount, fee and GST, which the wallet, history, statement and request show", async () => {
    const { owner, preparer } = await world.holdingTeam();
    const request = await world.request(preparer, impsOrder({ amount: 4_000 }));
    expect(request.on_hold).toMatchObject({ amount: 4_005_90 });
    expect(request.timeline.at(-1)?.sentence).toBe("Submitted for approval: ₹4,005.90 on hold");
    expect(await world.money(owner)).toEqual([5_994.1, 4_005.9, 4_005.9]);
    expect(await world.holds(owner)).toMatchObject({ at_submission: true, count: 1 });
    const history = await world.history(owner);
    expect(history.data[0]).toMatchObject({
      description: "On hold for a payment request to Asha Rao",
      type: "debit",
      status: "pending",
      amount: { amount: 4_005_90 },
      request: { id: request.id },
    });
    expect(history.summary.net_balance.amount).toBe(5_994_10);
    const statement = await world.statement(owner);
    expect(statement.data.at(-1)).toMatchObject({
      kind: "request_hold",
      particulars: "Payment request to Asha Rao put on hold",
      debit: { amount: 4_005_90 },
      balance: { amount: 5_994_10 },
    });
    expect(statement.summary.closing_balance.amount).toBe(5_994_10);
    await world.check();
  });

  test("is part of what the books and the analytics compare with held money", async () => {
    const { preparer } = await world.holdingTeam("₹20,000");
    const boss = await world.superAdmin();
    const read = async () => ({
      balance: (await boss.ask(getTrialBalance, {})).data,
      held: (await boss.ask(getMoneyHeld, {})).data.held,
    });
    const before = await read();
    await world.request(preparer, impsOrder({ amount: 10_000 }));
    const { balance, held } = await read();
    const ledger = before.balance.held.left.amount + 10_005_90;
    expect([balance.held.left, balance.held.right, balance.held.difference]).toMatchObject(
      [ledger, ledger, 0].map((amount) => ({ amount })),
    );
    expect(balance.accounts.find(({ account }) => account === "held")?.document).toMatchObject({
      difference: { amount: 0 },
    });
    expect(balance.holding_requests).toBe(before.balance.holding_requests + 1);
    expect(balance.open_payouts).toBe(before.balance.open_payouts);
    expect(held.requests).toMatchObject({
      total: { amount: before.held.requests.total.amount + 10_005_90 },
      count: before.held.requests.count + 1,
    });
    expect(held.ledger_total.amount).toBe(held.total.amount + held.requests.total.amount);
  });

  test("is taken once in what leaves next: it has left the balance already", async () => {
    const { owner, preparer } = await world.holdingTeam("₹5,000");
    await world.request(preparer, impsOrder({ amount: 4_000 }));
    await world.choose(owner, false);
    await world.request(preparer, impsOrder({ amount: 500, ...other() }));
    const { data } = await owner.ask(listUpcoming, { query: { days: 7 } });
    expect(data.items.map((item) => [item.waits_for, item.balance_after.amount])).toEqual([
      ["Waits for approval, on hold", 994_10],
      ["Waits for approval", 488_20],
    ]);
    expect(data.top_up).toBeNull();
  });

  test("is refused where the wallet does not cover it, and a draft holds nothing", async () => {
    const { owner, preparer } = await world.holdingTeam("₹1,000");
    const refused = await world.submit(preparer, 1_000);
    expect([refused.status, refused.body.error.code]).toEqual([422, "INSUFFICIENT_BALANCE"]);
    const draft = await world.submit(preparer, 1_000, { submit: false });
    expect(draft.body.data.on_hold).toBeNull();
    const { id, content_hash } = draft.body.data;
    const submitted = await preparer.post(`/payment-requests/${id}/submit`, { content_hash });
    expect(submitted.body.error.code).toBe("INSUFFICIENT_BALANCE");
    await world.fund(owner, 500);
    expect((await preparer.post(`/payment-requests/${id}/submit`, { content_hash })).status).toBe(
      200,
    );
    expect(await world.money(owner)).toEqual([494.1, 1_005.9, 1_005.9]);
  });

  test("holds nothing where the business did not choose that", async () => {
    const { owner, preparer } = await world.team({ bands: world.oneApprover, wallet: "₹1,000" });
    expect((await world.request(preparer, impsOrder({ amount: 5_000 }))).on_hold).toBeNull();
    expect(await world.money(owner)).toEqual([1_000, 0, 0]);
  });

  test("does not overtake payouts that wait for funds", async () => {
    const { owner, preparer } = await world.holdingTeam("₹1,000", [
      { ...any, amount_up_to: 5_000, steps: [] },
      ...world.oneApprover,
    ]);
    await world.letWait(owner);
    await world.send(owner, 2_000);
    const refused = await world.submit(preparer, 100);
    expect([refused.status, refused.body.error.code]).toEqual([422, "INSUFFICIENT_BALANCE"]);
    expect(await world.money(owner)).toEqual([1_000, 0, 0]);
  });
});

const any = { amount_up_to: null, methods: null, sources: null, beneficiary: null };

describe("the last approval", () => {
  test("turns the hold into the payout, also in a wallet that has nothing else", async () => {
    const { owner, preparer, approver } = await world.holdingTeam("₹1,000");
    const request = await world.request(preparer, impsOrder({ amount: 994.1 }));
    expect(await world.money(owner)).toEqual([0, 1_000, 1_000]);
    expect(await world.approve(approver, [request])).toMatchObject([{ outcome: "sent" }]);
    expect(await world.money(owner)).toEqual([0, 1_000, 0]);
    expect(await world.postings(request.id)).toEqual(["request_hold", "request_release", "hold"]);
    const statement = await world.statement(owner);
    expect(statement.summary.wallet_history).toMatchObject({
      total_credits: { amount: 1_000_00 },
      total_debits: { amount: 1_000_00 },
      leaves_out_requests: true,
    });
    expect(statement.data.map(({ kind, balance }) => [kind, balance.amount])).toEqual([
      ["deposit", 1_000_00],
      ["request_hold", 0],
      ["request_release", 1_000_00],
      ["payout", 0],
    ]);
    const history = await world.history(owner);
    expect(history.data.map(({ description }) => description)).toEqual([
      "Payout to Asha Rao",
      "Wallet Credit",
    ]);
    await world.work();
    expect(await world.money(owner)).toEqual([0, 0, 0]);
    await world.check();
  });

  test("sends several with one signature, each by its own hold", async () => {
    const { owner, preparer, approver } = await world.holdingTeam("₹1,000");
    const requests = [];
    for (const amount of [100, 200, 300])
      requests.push(await world.request(preparer, impsOrder({ amount, ...other() })));
    const outcomes = await world.approve(approver, requests);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["sent", "sent", "sent"]);
    expect(await world.money(owner)).toEqual([382.3, 617.7, 0]);
    await world.check();
  });

  test("goes before payouts that wait for funds, because its money is set aside", async () => {
    const { owner, preparer, approver } = await world.holdingTeam("₹1,000", [
      { ...any, amount_up_to: 5_000, steps: [] },
      ...world.oneApprover,
    ]);
    await world.letWait(owner);
    const request = await world.request(preparer, impsOrder({ amount: 500 }));
    await world.send(owner, 2_000);
    expect(await world.approve(approver, [request])).toMatchObject([
      { outcome: "sent", message: expect.stringContaining("Approved and sent") },
    ]);
    expect(await world.money(owner)).toEqual([494.1, 505.9, 0]);
    await world.checkFunds();
  });

  test("of a wallet that owes something sends it all the same, and what comes back pays it off", async () => {
    const { owner, preparer, approver } = await world.holdingTeam("₹1,000");
    const request = await world.request(preparer, impsOrder({ amount: 500 }));
    const back = await world.request(preparer, impsOrder({ amount: 200, ...other() }));
    await transaction((db) =>
      postAdjustment(db, { walletId: owner.id, paise: 400_00n, debit: "wallet", credit: "losses" }),
    );
    expect(await world.money(owner)).toEqual([0, 711.8, 711.8]);
    expect(await world.approve(approver, [request])).toMatchObject([{ outcome: "sent" }]);
    expect((await preparer.post(`/payment-requests/${back.id}/withdraw`, {})).status).toBe(200);
    // It owed ₹111.80: 1,000 − 711.80 covers 288.20 of the 400.
    expect(await world.money(owner)).toEqual([205.9 - 111.8, 505.9, 0].map(round));
    await world.check();
  });

  test("that can't send it now keeps it on hold until it is sent", async () => {
    const { owner, preparer, approver } = await world.holdingTeam("₹1,000");
    const request = await world.request(preparer, impsOrder({ amount: 500 }));
    const allow = (providers: string[]) =>
      database()
        .updateTable("tenants")
        .set({ allowed_providers: providers })
        .where("id", "=", owner.id)
        .execute();
    await allow([]);
    expect(await world.approve(approver, [request])).toMatchObject([{ outcome: "waiting" }]);
    expect(await world.money(owner)).toEqual([494.1, 505.9, 505.9]);
    expect((await world.read(owner, request.id)).on_hold?.amount).toBe(505_90);
    await allow(["primary", "alternative"]);
    const { content_hash } = request;
    const sent = await preparer.post(`/payment-requests/${request.id}/send`, { content_hash });
    expect(sent.body.data.outcome).toBe("sent");
    expect(await world.money(owner)).toEqual([494.1, 505.9, 0]);
    await world.check();
  });

  test("at another fee asks again, and holds the new total", async () => {
    const { owner, preparer, approver } = await world.holdingTeam("₹1,000");
    const request = await world.request(preparer, impsOrder({ amount: 500 }));
    await world.withFee(10_00, async () => {
      expect(await world.approve(approver, [request])).toMatchObject([{ outcome: "returned" }]);
      expect(await world.money(owner)).toEqual([488.2, 511.8, 511.8]);
      const again = await world.read(owner, request.id);
      expect(await world.approve(approver, [again])).toMatchObject([{ outcome: "sent" }]);
    });
    expect(await world.money(owner)).toEqual([488.2, 511.8, 0]);
    await world.check();
  });
});

describe("a request that ends", () => {
  test("gives back what it holds when it is rejected, withdrawn or expired", async () => {
    const { owner, preparer, approver } = await world.holdingTeam("₹1,000");
    const [rejected, withdrawn, expired] = [
      await world.request(preparer, impsOrder({ amount: 100 })),
      await world.request(preparer, impsOrder({ amount: 200 })),
      await world.request(preparer, impsOrder({ amount: 300 })),
    ];
    expect(await world.money(owner)).toEqual([382.3, 617.7, 617.7]);
    await approver.post(`/payment-requests/${rejected.id}/reject`, {
      content_hash: rejected.content_hash,
      reason: "Paid already",
    });
    expect(await world.money(owner)).toEqual([488.2, 511.8, 511.8]);
    await preparer.post(`/payment-requests/${withdrawn.id}/withdraw`, {});
    expect(await world.money(owner)).toEqual([694.1, 305.9, 305.9]);
    await world.later(31 * day, () => world.expire());
    expect(await world.money(owner)).toEqual([1_000, 0, 0]);
    const shown = await world.read(owner, expired.id);
    expect([shown.state, shown.on_hold, shown.timeline.at(-1)?.sentence]).toEqual([
      "expired",
      null,
      "Expired: ₹305.90 back in the wallet",
    ]);
    const { data, summary } = await world.statement(owner);
    // The third came back on a later day.
    expect(data.slice(-2).map(({ kind, detail }) => [kind, detail])).toEqual(
      Array.from({ length: 2 }, () => ["request_release", "Not sent"]),
    );
    expect(summary.closing_balance.amount).toBe(694_10);
    await world.check();
  });

  test("an edit returns the hold and takes the new one, or changes nothing", async () => {
    const { owner, preparer } = await world.holdingTeam("₹1,000");
    const request = await world.request(preparer, impsOrder({ amount: 900 }));
    const edit = (amount: number) =>
      preparer.put(`/payment-requests/${request.id}`, {
        payout: impsOrder({ amount }),
        content_hash: request.content_hash,
      });
    expect((await edit(995)).body.error.code).toBe("INSUFFICIENT_BALANCE");
    expect(await world.money(owner)).toEqual([94.1, 905.9, 905.9]);
    expect((await edit(950)).status).toBe(200);
    expect(await world.money(owner)).toEqual([44.1, 955.9, 955.9]);
    await world.check();
  });

  test("a change of the choice touches nothing that is on hold", async () => {
    const { owner, preparer, approver } = await world.holdingTeam("₹1,000");
    const request = await world.request(preparer, impsOrder({ amount: 100 }));
    await world.choose(owner, false);
    expect((await world.request(preparer, impsOrder({ amount: 5_000 }))).on_hold).toBeNull();
    expect(await world.money(owner)).toEqual([894.1, 105.9, 105.9]);
    expect(await world.approve(approver, [request])).toMatchObject([{ outcome: "sent" }]);
    expect(await world.money(owner)).toEqual([894.1, 105.9, 0]);
  });
});

const round = (rupees: number) => Math.round(rupees * 100) / 100;
const other = () => ({ account_number: world.newAccountNumber() });
