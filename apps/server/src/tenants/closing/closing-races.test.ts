// The guarantee: whatever comes at the same time as a closing is either part of it or refused, and the
// balance is paid out once.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openClosingWorld, type ClosingWorld } from "../../../test/closing-world.ts";
import { impsOrder } from "../../../test/payout-world.ts";
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
    const codes = [
      await world.codeFor(owner.id, account),
      await world.codeFor(owner.id, account, ravi),
    ];
    const answers = await Promise.all([
      world.payOut(owner.id, codes[0] ?? {}),
      world.payOut(owner.id, codes[1] ?? {}, ravi),
      world.payOut(owner.id, codes[0] ?? {}),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 409]);
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
      const path = `/super-admin/tenants/${owner.id}/closing/payout/code` as const;
      const code = await world.boss.post(path, { bank_account: account });
      expect((await approving).status).toBe(200);
      // Either the deposit was still pending, or its money is part of the balance.
      if (code.status === 200) expect(code.body.data).toMatchObject({ balance: inr(700_00) });
      else expect(code.body.error.code).toBe("CLOSING_CHANGED");
      world.pass(31_000);
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

describe("between the code and the payout of the balance", () => {
  test("money that comes back changes the balance, so a new code is needed", async () => {
    const { owner, payer } = await world.tenant(2_000);
    const { body } = await payer.pay(impsOrder({ amount: 500 }));
    await world.settle();
    const account = await world.account(owner);
    await world.startClosing(owner.id);
    const code = await world.codeFor(owner.id, account);
    const reference = String(body.data.reference_id);
    await applyProviderUpdates([{ reference, adapter: "sandbox", state: "reversed" }]);
    const answer = await world.payOut(owner.id, code);
    expect([answer.status, answer.body.error.message]).toEqual([
      409,
      "The balance has changed since the code was sent. Request a new code.",
    ]);
    world.pass(31_000);
    const next = await world.codeFor(owner.id, account);
    expect(next.balance).toBe(2_000_00);
    expect((await world.payOut(owner.id, next)).status).toBe(201);
  });

  test("an account that is no longer approved gets nothing", async () => {
    const { owner } = await world.tenant(500);
    const account = await world.account(owner);
    await world.startClosing(owner.id);
    const code = await world.codeFor(owner.id, account);
    const setStatus = (status: "rejected" | "approved") =>
      database().updateTable("bank_accounts").set({ status }).where("id", "=", account).execute();
    await setStatus("rejected");
    const answer = await world.payOut(owner.id, code);
    expect(answer.body.error.code).toBe("BANK_ACCOUNT_NOT_APPROVED");
    expect((await world.closing(owner.id)).withdrawals).toEqual([]);
    await setStatus("approved");
  });
});
