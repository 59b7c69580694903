// The guarantee: an account is closed with its balance paid out to an approved account of the tenant,
// never with money in it, and nothing is started meanwhile, whatever happens at the same time.
import * as closings from "@rokad/contract/closings";
import { listNotifications } from "@rokad/contract/notifications";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openClosingWorld, type ClosingWorld } from "../../../test/closing-world.ts";
import { impsOrder } from "../../../test/payout-world.ts";
import { presign } from "../../../test/presign.ts";
import { database } from "../../database/db.ts";
import { applyProviderUpdates } from "../../payouts/send/apply-provider-updates.ts";
import { trialBalance } from "../../ledger/ledger.ts";

let world: ClosingWorld;
beforeAll(async () => {
  world = await openClosingWorld();
  await database()
    .insertInto("settings")
    .values({ key: "sign_in_codes_per_hour", value: "1000", updated_at: new Date() })
    .execute();
});
afterAll(() => world.close());

const inr = (amount: number) => ({ amount, currency: "INR" });

async function closeWithPayout(id: string, account: string) {
  await world.startClosing(id);
  const body = await world.payOutOf(id, account);
  return (await world.boss.ask(closings.payOutBalance, { params: { id }, body })).data.payouts;
}

async function notificationsOf(kind: string) {
  const { data } = await world.boss.ask(listNotifications, { query: { limit: "100" } });
  return data.filter((each) => each.kind === kind);
}

describe("closing with payout of the balance", () => {
  test("pays out ₹6.10 without a fee and closes the account when it is paid", async () => {
    const { owner, payer } = await world.tenant(6.1);
    const account = await world.account(owner);
    expect(await world.closing(owner.id)).toMatchObject({ balance: inr(6_10), parts: [inr(6_10)] });
    const [payout] = await closeWithPayout(owner.id, account);
    expect(await world.isClosed(owner.id)).toBe(false);
    expect((await payer.get("/wallet/balance")).body.data).toMatchObject({
      main_balance: inr(0),
      held_balance: inr(6_10),
      closing_since: expect.any(String),
    });
    expect((await payer.shown(payout?.id ?? "")).total).toEqual(inr(6_10));
    await world.settle();
    expect(await world.isClosed(owner.id)).toBe(true);
    expect((await payer.get("/wallet/balance")).status).toBe(401);
    expect(await world.faults()).toEqual([]);
  });

  test("splits a balance above the cap into payouts that a provider takes", async () => {
    const { owner } = await world.tenant(1_000_100.5);
    const payouts = await closeWithPayout(owner.id, await world.account(owner));
    expect(payouts).toHaveLength(3);
    const { withdrawals } = await world.closing(owner.id);
    const amounts = withdrawals.map(({ amount }) => amount.amount).toSorted((a, b) => a - b);
    expect(amounts).toEqual([100_50, 500_000_00, 500_000_00]);
    await world.settle();
    expect(await world.isClosed(owner.id)).toBe(true);
  });

  test("closes an empty account at once", async () => {
    const owner = await world.operator();
    expect((await world.startClosing(owner.id)).data.state).toBe("closed");
    expect(await world.isClosed(owner.id)).toBe(true);
  });

  test("stops payouts, withdrawals and deposits, and sends credits to suspense", async () => {
    const { owner, payer } = await world.tenant(1_000);
    const account = await world.account(owner);
    const token = await payer.authorise(impsOrder({ amount: 100 }));
    await world.startClosing(owner.id);
    const initiate = { ...impsOrder({ amount: 100 }), authorization_token: token };
    const refusals = [
      await payer.post("/payouts/initiate", initiate),
      await payer.post("/payouts/otp/send", { mobile: payer.mobile, payout: impsOrder() }),
      await payer.post("/wallet/withdrawals/otp/send", {
        mobile: payer.mobile,
        withdrawal: { bank_account: account, amount: 10 },
      }),
      await payer.post("/wallet/deposit/initiate", {
        bank_account: account,
        amount: 100,
        utr_reference: world.newUtr(),
      }),
    ];
    expect(refusals.map(({ status, body }) => [status, body.error.code])).toEqual(
      Array.from({ length: 4 }, () => [409, "TENANT_CLOSING"]),
    );
    expect(await payer.balance()).toBe(1_000_00);
  });

  test("waits for open payouts and pending deposits, and says who ends them", async () => {
    const { owner, payer } = await world.tenant(3_000);
    const account = await world.account(owner);
    const open = (await payer.pay(impsOrder({ amount: 1_000 }))).body.data;
    const deposit = await world.requestDeposit(owner, 500, account);
    await world.startClosing(owner.id);
    const { blockers } = await world.closing(owner.id);
    expect(blockers).toMatchObject([
      { kind: "payouts", count: 1, amount: inr(1_005_90) },
      { kind: "deposits", count: 1, amount: inr(500_00) },
    ]);
    const early = await world.payOut(owner.id, await world.payOutOf(owner.id, account));
    expect(early.body.error).toMatchObject({
      code: "CLOSING_CHANGED",
      message: "Payouts in progress must end first",
    });
    await world.settle();
    expect((await payer.shown(open.id)).status).toBe("success");
    const waits = await world.payOut(owner.id, await world.payOutOf(owner.id, account));
    expect(waits.body.error.message).toBe("Pending deposits must be decided first");
    await world.boss.post(`/super-admin/deposits/${deposit._id}/approve`, {});
    const body = await world.payOutOf(owner.id, account);
    expect(body.balance).toBe(3_000_00 - 1_005_90 + 500_00);
    expect((await world.payOut(owner.id, body)).status).toBe(201);
    await world.settle();
    expect(await world.isClosed(owner.id)).toBe(true);
    expect(await world.faults()).toEqual([]);
  });

  test("sets a remainder below ₹1 aside with a signature, in a posting of its own", async () => {
    const { owner } = await world.tenant(0.4);
    await world.startClosing(owner.id);
    expect(await world.closing(owner.id)).toMatchObject({ parts: [], remainder: inr(40) });
    const before = (await trialBalance(database()))["unclaimed"] ?? 0n;
    const path = `/super-admin/tenants/${owner.id}/closing/remainder` as const;
    const unsigned = await world.boss.post(path, { balance: 40 }, { signature: null });
    expect(unsigned.body.error.step_up?.summary).toMatch(/^Set ₹0.40 of .+ aside as unclaimed/);
    expect((await world.boss.post(path, { balance: 41 })).body.error.code).toBe("CLOSING_CHANGED");
    const done = await world.boss.post(path, { balance: 40 });
    expect([done.status, done.body.message]).toEqual([
      200,
      "Remainder set aside; tenant account closed",
    ]);
    expect((await trialBalance(database()))["unclaimed"]).toBe(before + 40n);
    expect(await world.isClosed(owner.id)).toBe(true);
    expect(await world.faults()).toEqual([]);
  });

  test("refuses to set aside what a provider would take", async () => {
    const { owner } = await world.tenant(1);
    await world.startClosing(owner.id);
    const path = `/super-admin/tenants/${owner.id}/closing/remainder` as const;
    const answer = await world.boss.post(path, { balance: 1_00 });
    expect([answer.status, answer.body.error.code]).toEqual([409, "CLOSING_CHANGED"]);
  });
});

describe("a withdrawal of a closing", () => {
  test("that fails leaves the account closing; another account then gets the balance", async () => {
    const { owner, payer } = await world.tenant(800);
    const failing = await world.account(owner, "failed");
    const before = (await notificationsOf("closing_blocked")).length;
    const [payout] = await closeWithPayout(owner.id, failing);
    await world.settle();
    expect(await world.isClosed(owner.id)).toBe(false);
    expect(await payer.balance()).toBe(800_00);
    const shown = await world.closing(owner.id);
    expect(shown).toMatchObject({ needs_attention: true, balance: inr(800_00) });
    expect(shown.withdrawals[0]).toMatchObject({ id: payout?.id, status: "failed" });
    const [notification] = await notificationsOf("closing_blocked");
    expect((await notificationsOf("closing_blocked")).length).toBe(before + 1);
    expect(notification?.text).toContain("₹800.00 of Sharma Traders could not be paid out");
    world.pass(31_000);
    const other = await world.account(owner);
    const body = await world.payOutOf(owner.id, other);
    expect((await world.payOut(owner.id, body)).status).toBe(201);
    expect((await world.closing(owner.id)).needs_attention).toBe(false);
    await world.settle();
    expect(await world.isClosed(owner.id)).toBe(true);
    expect(await world.faults()).toEqual([]);
  });

  test("that comes back after the closing opens it again, with the money in the wallet", async () => {
    const { owner } = await world.tenant(700);
    const [payout] = await closeWithPayout(owner.id, await world.account(owner, "returned"));
    await world.settle();
    expect(await world.isClosed(owner.id)).toBe(true);
    world.pass(10_000);
    await world.settle();
    expect(await world.isClosed(owner.id)).toBe(false);
    expect(await world.closing(owner.id)).toMatchObject({
      started: { by: null, reason: "Money came back after the account was closed" },
      balance: inr(700_00),
      needs_attention: true,
    });
    expect((await world.boss.get(`/super-admin/tenants/${owner.id}`)).body.data).toMatchObject({
      isActive: false,
      closing_since: expect.any(String),
    });
    const [notification] = await notificationsOf("closing_blocked");
    expect(notification?.text).toContain("was sent back by the bank after the account was closed");
    expect(await world.faults()).toEqual([]);
    world.pass(31_000);
    const next = await world.payOut(
      owner.id,
      await world.payOutOf(owner.id, await ofSame(owner.id)),
    );
    expect(next.status).toBe(201);
    await world.settle();
    void payout;
    expect(await world.isClosed(owner.id)).toBe(true);
    expect(await world.faults()).toEqual([]);
  });

  test("of which a part comes back after the closing opens it again too", async () => {
    const { owner } = await world.tenant(700);
    const [payout] = await closeWithPayout(owner.id, await world.account(owner));
    await world.settle();
    expect(await world.isClosed(owner.id)).toBe(true);
    await applyProviderUpdates([
      {
        reference: payout?.reference_id ?? "",
        adapter: "sandbox",
        state: "reversed",
        amountPaise: 300_00n,
        returnReference: `part-${payout?.reference_id}`,
      },
    ]);
    expect(await world.closing(owner.id)).toMatchObject({ balance: inr(300_00) });
    expect(await world.faults()).toEqual([]);
  });

  /** The account of the deposit, which the sandbox bank pays. */
  async function ofSame(tenantId: string): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      select bank_account_id as id from deposits where tenant_id = ${tenantId} limit 1
    `.execute(database());
    return rows[0]?.id ?? "";
  }
});

describe("a closing can be cancelled", () => {
  test("until its balance is being paid out", async () => {
    const { owner, payer } = await world.tenant(500);
    const params = { id: owner.id };
    await world.startClosing(owner.id);
    await world.boss.ask(closings.cancelClosing, { params });
    expect((await payer.get("/wallet/balance")).body.data.closing_since).toBeNull();
    expect((await payer.pay(impsOrder({ amount: 100 }))).status).toBe(201);
    await world.settle();
    await world.startClosing(owner.id);
    const pending = await world.account(owner, "pending");
    const body = await world.payOutOf(owner.id, pending);
    await world.payOut(owner.id, body);
    await world.work();
    const path = `/super-admin/tenants/${owner.id}/closing/cancel` as const;
    expect((await world.boss.post(path, {})).body.error).toMatchObject({
      code: "CLOSING_CHANGED",
      message: "The balance is being paid out; wait for the outcome",
    });
  });
});

describe("the payout of a balance needs", () => {
  test("a signature for this account and balance, an own approved account, and a super admin", async () => {
    const { owner, payer } = await world.tenant(500);
    const other = await world.tenant(100);
    const [account, foreign] = [await world.account(owner), await world.account(other.owner)];
    const path = `/super-admin/tenants/${owner.id}/closing` as const;
    const early = await world.payOut(owner.id, { bank_account: account, balance: 500_00 });
    expect(early.body.error.message).toBe("This account is not being closed");
    await world.startClosing(owner.id);
    const ofOther = await world.payOut(owner.id, { bank_account: foreign, balance: 500_00 });
    expect([ofOther.status, Object.keys(ofOther.body.error.fields)]).toEqual([
      400,
      ["bank_account"],
    ]);
    const body = await world.payOutOf(owner.id, account);
    const signature = await presign(world.boss, `${path}/payout`, body);
    const changed = { ...body, balance: 499_00 };
    const wrong = await world.payOut(owner.id, changed, world.boss, signature);
    expect(wrong.body.error.code).toBe("CLOSING_CHANGED");
    for (const call of ["", "/payout", "/remainder", "/cancel"]) {
      expect((await payer.post(`${path}${call}`, {})).status).toBe(403);
    }
    expect((await payer.get(path)).status).toBe(403);
    expect((await world.closing(owner.id)).withdrawals).toEqual([]);
  });
});
