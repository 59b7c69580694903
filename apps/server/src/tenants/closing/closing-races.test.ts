// The guarantee: whatever comes at the same time as a closing is either part of it or refused, and the
// balance is paid out once.
import { limits } from "@rokad/contract/limits";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openClosingWorld, type ClosingWorld } from "../../../test/closing-world.ts";
import { impsOrder } from "../../../test/payout-world.ts";
import { presign } from "../../../test/presign.ts";
import { saveSetting } from "../../../test/save-setting.ts";
import { database } from "../../database/db.ts";
import { applyProviderUpdates } from "../../payouts/send/apply-provider-updates.ts";

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

describe("at the same time", () => {
  test("two people who start a closing: one does, the other reads that it is", async () => {
    const { owner } = await world.tenant(500);
    const ravi = await world.newSuperAdmin("Ravi Menon");
    const path = `/super-admin/tenants/${owner.id}/closing` as const;
    const answers = await Promise.all(
      [world.boss, ravi, world.boss, ravi].map((one) => one.post(path, { reason: "Closed" })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  });

  test("two people who pay out the balance: one payout", async () => {
    const { owner } = await world.tenant(500);
    const account = await world.account(owner);
    const ravi = await world.newSuperAdmin("Ravi Menon");
    await world.startClosing(owner.id);
    const body = await world.payOutOf(owner.id, account);
    const path = `/super-admin/tenants/${owner.id}/closing/payout`;
    const ofBoss = await presign(world.boss, path, body);
    const ofRavi = await presign(ravi, path, body);
    const answers = await Promise.all([
      world.payOut(owner.id, body, world.boss, ofBoss),
      world.payOut(owner.id, body, ravi, ofRavi),
      world.payOut(owner.id, body, world.boss, ofBoss),
    ]);
    const [won, ...lost] = answers.map(({ status }) => status).toSorted();
    expect(won).toBe(201);
    // The repeat finds its signature used, or the balance paid out.
    for (const status of lost) expect([403, 409]).toContain(status);
    expect((await world.closing(owner.id)).withdrawals).toHaveLength(1);
    await world.settle();
    expect(await world.isClosed(owner.id)).toBe(true);
    expect(await world.faults()).toEqual([]);
  });

  test("a deposit that is approved and the payout of the balance", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { owner } = await world.tenant(500);
      const account = await world.account(owner);
      const deposit = await world.requestDeposit(owner, 200, account);
      await world.startClosing(owner.id);
      const approving = world.boss.post(`/super-admin/deposits/${deposit._id}/approve`, {});
      const paying = await world.payOut(owner.id, { bank_account: account, balance: 500_00 });
      expect((await approving).status).toBe(200);
      // Either the deposit was still pending, or its money changed the balance.
      expect(paying.body.error.code).toBe("CLOSING_CHANGED");
      const body = await world.payOutOf(owner.id, account);
      expect(body.balance).toBe(700_00);
      expect((await world.payOut(owner.id, body)).status).toBe(201);
    }
    expect(await world.faults()).toEqual([]);
  });

  test("a payout that is initiated and the start of the closing: both or the refusal", async () => {
    for (let round = 0; round < 8; round += 1) {
      const { owner, payer } = await world.tenant(500);
      const order = impsOrder({ amount: 100 });
      const authorization_token = await payer.authorise(order);
      const [started, paid] = await Promise.all([
        world.startClosing(owner.id),
        payer.post("/payouts/initiate", { ...order, authorization_token }),
      ]);
      expect(started.data.state).toBe("closing");
      const { blockers } = await world.closing(owner.id);
      expect(blockers).toHaveLength(paid.status === 201 ? 1 : 0);
      if (paid.status !== 201) expect(paid.body.error.code).toBe("TENANT_CLOSING");
    }
  });
});

describe("between the signature and the payout of the balance", () => {
  test("money that comes back changes the balance, so a new signature is needed", async () => {
    const { owner, payer } = await world.tenant(2_000);
    const paid = await payer.pay(impsOrder({ amount: 500 }));
    await world.settle();
    const account = await world.account(owner);
    await world.startClosing(owner.id);
    const body = await world.payOutOf(owner.id, account);
    const path = `/super-admin/tenants/${owner.id}/closing/payout`;
    const signature = await presign(world.boss, path, body);
    const reference = String(paid.body.data.reference_id);
    await applyProviderUpdates([{ reference, adapter: "sandbox", state: "reversed" }]);
    const answer = await world.payOut(owner.id, body, world.boss, signature);
    expect([answer.status, answer.body.error.message]).toEqual([
      409,
      "The balance has changed. Check the new one.",
    ]);
    const next = await world.payOutOf(owner.id, account);
    expect(next.balance).toBe(2_000_00);
    expect((await world.payOut(owner.id, next)).status).toBe(201);
  });

  test("a payout maximum that became too low is named, and nothing is paid", async () => {
    const { owner } = await world.tenant(500.5);
    const account = await world.account(owner);
    await world.startClosing(owner.id);
    const body = await world.payOutOf(owner.id, account);
    const path = `/super-admin/tenants/${owner.id}/closing/payout`;
    const signature = await presign(world.boss, path, body);
    await saveSetting("imps_payout_paise_max", 1_00);
    const shown = await world.closing(owner.id);
    expect(shown).toMatchObject({ parts: [], remainder: null });
    expect(shown.blockers).toMatchObject([{ kind: "maximum", amount: inr(1_00) }]);
    const refused = await world.payOut(owner.id, body, world.boss, signature);
    expect(refused.body.error).toMatchObject({
      code: "CLOSING_CHANGED",
      message: shown.blockers[0]?.sentence,
    });
    await saveSetting("imps_payout_paise_max", limits.payoutPaiseMax);
    expect(await world.closing(owner.id)).toMatchObject({ blockers: [], parts: [inr(500_50)] });
  });

  test("an account that is no longer approved gets nothing", async () => {
    const { owner } = await world.tenant(500);
    const account = await world.account(owner);
    await world.startClosing(owner.id);
    const body = await world.payOutOf(owner.id, account);
    const path = `/super-admin/tenants/${owner.id}/closing/payout`;
    const signature = await presign(world.boss, path, body);
    const setStatus = (status: "rejected" | "approved") =>
      database().updateTable("bank_accounts").set({ status }).where("id", "=", account).execute();
    await setStatus("rejected");
    const answer = await world.payOut(owner.id, body, world.boss, signature);
    expect(answer.body.error.code).toBe("BANK_ACCOUNT_NOT_APPROVED");
    expect((await world.closing(owner.id)).withdrawals).toEqual([]);
    await setStatus("approved");
  });
});
