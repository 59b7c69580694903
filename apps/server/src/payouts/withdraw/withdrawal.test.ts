// The guarantee: a tenant gets its whole balance back to an approved account of its own, without a
// fee, once for each code, and takes the way of every payout.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { financialYearOf } from "@rokad/contract/days";
import { openClosingWorld, type ClosingWorld } from "../../../test/closing-world.ts";
import type { Payer } from "../../../test/payer.ts";
import { database } from "../../database/db.ts";
import { today } from "../../kernel/days.ts";

let world: ClosingWorld;
beforeAll(async () => {
  world = await openClosingWorld();
});
afterAll(() => world.close());

const inr = (amount: number) => ({ amount, currency: "INR" });

async function withdraw(payer: Payer, form: object, options: { key?: string } = {}) {
  const authorization_token = await world.authorise(payer, form);
  return payer.post("/wallet/withdrawals", { ...form, authorization_token }, options);
}

describe("a withdrawal", () => {
  test("pays the whole balance to the own account, without fee and GST", async () => {
    const { owner, payer } = await world.tenant(6.1);
    const bank_account = await world.account(owner);
    const { status, body } = await withdraw(payer, { bank_account, amount: 6.1 });
    expect([status, body.data.status]).toEqual([201, "pending"]);
    expect(await payer.balance()).toBe(0);
    await world.settle();
    const shown = (await payer.get(`/payouts/${body.data.id}`)).body.data;
    expect(shown).toMatchObject({
      kind: "withdrawal",
      status: "success",
      amount: inr(6_10),
      txn_fee: inr(0),
      gst_amount: inr(0),
      total: inr(6_10),
    });
    expect(await world.faults()).toEqual([]);
  });

  test("is shown apart from payouts in history, statement, GST summary, export and receipt", async () => {
    const { owner, payer } = await world.tenant(5_000);
    const bank_account = await world.account(owner);
    const { body } = await withdraw(payer, { bank_account, amount: 5_000 });
    await world.settle();
    const [row] = (await payer.get("/wallet/history")).body.data;
    expect(row).toMatchObject({
      description: "Withdrawal to your bank account",
      amount: inr(5_000_00),
      payout: { kind: "withdrawal" },
    });
    const [listed] = (await payer.get("/payouts")).body.data;
    expect(listed).toMatchObject({ kind: "withdrawal", txn_fee: inr(0) });
    const year = String(financialYearOf(today()));
    const period = { from: today(), to: today() };
    const line = (await payer.get("/reports/statement", period)).body.data.at(-1);
    expect(line).toMatchObject({
      kind: "withdrawal",
      particulars: "Withdrawal to your bank account",
      debit: inr(5_000_00),
    });
    expect(line.detail).not.toContain("fee");
    const gst = (await payer.get("/reports/gst", { year })).body.data.total;
    expect(gst).toMatchObject({ paid_count: 0, fees: inr(0), gst: inr(0) });
    expect((await payer.get("/payouts/export")).text).toContain(",Withdrawal,");
    expect((await payer.get("/wallet/history/export")).text).toContain("Withdrawal to your");
    const [notification] = (await payer.get("/notifications")).body.data;
    expect(notification).toMatchObject({ kind: "payout_settled", title: "Withdrawal completed" });
    expect((await payer.get(`/payouts/${body.data.id}/receipt`)).status).toBe(200);
  });

  test("of the whole balance wins once when eight are sent at the same time", async () => {
    const { owner, payer } = await world.tenant(900);
    const form = { bank_account: await world.account(owner), amount: 900 };
    const tokens: string[] = [];
    for (let at = 0; at < 8; at += 1) {
      tokens.push(await world.authorise(payer, form));
      world.pass(31_000);
    }
    const answers = await Promise.all(
      tokens.map((authorization_token) =>
        payer.post("/wallet/withdrawals", { ...form, authorization_token }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(422)]);
    expect(await payer.balance()).toBe(0);
    await world.settle();
    expect(await world.faults()).toEqual([]);
  });

  test("repeats its answer for the same key, also when the account is no longer approved", async () => {
    const { owner, payer } = await world.tenant(300);
    const form = { bank_account: await world.account(owner), amount: 100 };
    const first = await withdraw(payer, form, { key: "w-1" });
    await database()
      .updateTable("bank_accounts")
      .set({ status: "rejected" })
      .where("id", "=", form.bank_account)
      .execute();
    const body = { ...form, authorization_token: "expired" };
    const again = await payer.post("/wallet/withdrawals", body, { key: "w-1" });
    expect([again.status, again.body.data.id]).toEqual([201, first.body.data.id]);
    const other = await payer.post("/wallet/withdrawals", { ...body, amount: 101 }, { key: "w-1" });
    expect(other.status).toBe(422);
    expect(await payer.balance()).toBe(200_00);
    await database()
      .updateTable("bank_accounts")
      .set({ status: "approved" })
      .where("id", "=", form.bank_account)
      .execute();
  });

  test("that fails brings the amount back, and one that comes back too", async () => {
    const { owner, payer } = await world.tenant(1_000);
    const failing = await withdraw(payer, {
      bank_account: await world.account(owner, "failed"),
      amount: 400,
    });
    await world.settle();
    expect((await payer.shown(failing.body.data.id)).status).toBe("failed");
    expect(await payer.balance()).toBe(1_000_00);
    await withdraw(payer, { bank_account: await world.account(owner, "returned"), amount: 400 });
    await world.settle();
    expect(await payer.balance()).toBe(600_00);
    world.pass(10_000);
    await world.settle();
    expect(await payer.balance()).toBe(1_000_00);
    const [row] = (await payer.get("/wallet/history")).body.data;
    expect(row.description).toBe("Withdrawal reversed");
    expect(await world.faults()).toEqual([]);
  });
});

describe("a withdrawal is refused", () => {
  test.each([
    ["no account", { bank_account: "" }, ["bank_account"]],
    ["an amount below ₹1", { amount: 0.99 }, ["amount"]],
    ["a fraction of a paisa", { amount: 1.005 }, ["amount"]],
    ["more than ₹5,00,000", { amount: 500_000.01 }, ["amount"]],
    ["no amount", { amount: undefined }, ["amount"]],
  ])("with %s", async (_what, change, fields) => {
    const { owner, payer } = await world.tenant(100);
    const form = { bank_account: await world.account(owner), amount: 1, ...change };
    const body = { mobile: payer.mobile, withdrawal: form };
    const answer = await payer.post("/wallet/withdrawals/otp/send", body);
    expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([
      400,
      fields.map((field) => `withdrawal.${field}`),
    ]);
  });

  test("to an account that is not approved, another tenant's, or above the balance", async () => {
    const { owner, payer } = await world.tenant(100);
    const other = await world.tenant(100);
    const own = await world.account(owner);
    const foreign = await world.account(other.owner);
    const token = await world.authorise(payer, { bank_account: own, amount: 50 });
    const refusal = async (withdrawal: object) => {
      const body = { mobile: payer.mobile, withdrawal };
      const answer = await payer.post("/wallet/withdrawals/otp/send", body);
      return [answer.status, answer.body.error.code];
    };
    expect(await refusal({ bank_account: foreign, amount: 50 })).toEqual([400, "INVALID_INPUT"]);
    expect(await refusal({ bank_account: own, amount: 100.01 })).toEqual([
      422,
      "INSUFFICIENT_BALANCE",
    ]);
    const post = (form: object) =>
      payer.post("/wallet/withdrawals", { ...form, authorization_token: token });
    // The code is for this account and amount.
    expect((await post({ bank_account: own, amount: 51 })).body.error.code).toBe(
      "PAYOUT_NOT_AUTHORISED",
    );
    await database()
      .updateTable("bank_accounts")
      .set({ status: "rejected" })
      .where("id", "=", own)
      .execute();
    expect((await post({ bank_account: own, amount: 50 })).body.error.code).toBe(
      "BANK_ACCOUNT_NOT_APPROVED",
    );
    expect(await payer.balance()).toBe(100_00);
    await database()
      .updateTable("bank_accounts")
      .set({ status: "approved" })
      .where("id", "=", own)
      .execute();
  });

  test("with the token of a payout, and a payout with the token of a withdrawal", async () => {
    const { owner, payer } = await world.tenant(1_000);
    const form = { bank_account: await world.account(owner), amount: 50 };
    const token = await world.authorise(payer, form);
    const order = {
      method: "imps",
      beneficiary_name: "Sample Traders",
      beneficiary_email: "accounts@example.com",
      beneficiary_phone: "9876543210",
      beneficiary_address: "1 Sample Road",
      account_number: "000123456789",
      ifsc_code: "HDFC0000001",
      amount: 50,
    };
    const payout = await payer.post("/payouts/initiate", { ...order, authorization_token: token });
    expect(payout.body.error.code).toBe("PAYOUT_NOT_AUTHORISED");
    world.pass(31_000);
    const payoutToken = await payer.authorise(order);
    const body = { ...form, authorization_token: payoutToken };
    expect((await payer.post("/wallet/withdrawals", body)).body.error.code).toBe(
      "PAYOUT_NOT_AUTHORISED",
    );
    expect(await payer.balance()).toBe(1_000_00);
  });
});
