// The guarantee: an adjustment moves its money once, after two different super admins have signed
// exactly this adjustment; a deposit is never corrected by more than its amount.
import { listNotifications } from "@rokad/contract/notifications";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  letter,
  openAdjustmentWorld,
  type AdjustmentWorld,
} from "../../../test/adjustment-world.ts";
import { auditRowsOf } from "../../../test/audit-log.ts";
import { upiOrder } from "../../../test/forms.ts";
import { presign } from "../../../test/presign.ts";
import { getAdjustment, getAdjustmentTarget } from "@rokad/contract/adjustments";
import { formatMoney } from "@rokad/money/format";
import { sql } from "kysely";
import { database } from "../../database/db.ts";

let world: AdjustmentWorld;
beforeAll(async () => {
  world = await openAdjustmentWorld();
});
afterAll(async () => {
  expect(await world.faults()).toEqual([]);
  await world.close();
});

const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
];

describe("a wrong credit", () => {
  test("is taken back by two people: the wallet, the deposit, the tenant and the audit log show it", async () => {
    const { tenant, deposit } = await world.credited(5_000);
    const [asha, ravi] = await world.pair();
    const form = world.wrongCredit(tenant, 5_000, {
      deposit_id: deposit._id,
      reference: deposit.utr_reference,
      document: letter,
    });
    const id = await world.propose(asha, form);
    expect(await world.wallet(tenant)).toEqual([5_000_00, 0, 0]);
    const shown = await ravi.ask(getAdjustment, { params: { id } });
    expect(shown.data).toMatchObject({
      state: "proposed",
      proposed_by: { name: asha.name },
      why_not: null,
      document: { file_name: "letter.pdf", kind: "pdf", bytes: 26 },
      deposit: { utr_reference: deposit.utr_reference },
    });
    expect((await world.confirm(ravi, id)).status).toBe(200);
    expect(await world.wallet(tenant)).toEqual([0, 0, 0]);
    const after = (await asha.ask(getAdjustment, { params: { id } })).data;
    expect(after).toMatchObject({
      state: "posted",
      closed_by: { name: ravi.name },
      owed: { amount: 0 },
      deposit: { corrected: { amount: 5_000_00 } },
    });
    const { data } = await tenant.ask(listNotifications, { query: {} });
    expect(data[0]).toMatchObject({
      kind: "wallet_adjusted",
      text: "₹5,000.00 was taken from your wallet (wrong credit): The deposit was approved by mistake",
    });
    const log = await auditRowsOf(id);
    expect(log.map(({ act, actor_id: actor }) => [act, actor])).toEqual([
      ["adjustment.proposed", asha.id],
      ["adjustment.confirmed", ravi.id],
    ]);
    expect(JSON.stringify(log)).not.toContain(letter.content);
  });

  test("takes what is available, never what is held; the rest is owed and paid by the next credit", async () => {
    const { tenant, deposit } = await world.credited(1_000);
    await tenant.pay(upiOrder("pending@upi", { amount: 600 }));
    const [before] = await world.wallet(tenant);
    await world.adjust(world.wrongCredit(tenant, 1_000, { deposit_id: deposit._id }));
    const [, held, owed] = await world.wallet(tenant);
    expect([before + owed, held]).toEqual([1_000_00, 1_000_00 - before]);
    // Nothing is available, so nothing can be paid out.
    const refused = await tenant
      .pay(upiOrder("success@upi", { amount: 1 }))
      .catch((error) => error);
    expect(String(refused)).toMatch(/does not cover/);
    await world.fund(tenant, 700);
    expect(await world.wallet(tenant)).toEqual([700_00 - owed, held, 0]);
    const { data } = await tenant.ask(listNotifications, { query: {} });
    expect(data.map(({ kind, text }) => [kind, text])).toContainEqual([
      "receivable_paid",
      `The last ${formatMoney({ amount: owed, currency: "INR" })} that you owed was paid by a credit`,
    ]);
  });

  test("leaves a debt that the refund of a cancelled payout pays, and the tenant learns it", async () => {
    const { tenant, deposit } = await world.credited(1_000);
    const payout = await tenant.pay(upiOrder("pending@upi", { amount: 600 }));
    await world.adjust(world.wrongCredit(tenant, 500, { deposit_id: deposit._id }));
    const [, , owed] = await world.wallet(tenant);
    expect(owed).toBeGreaterThan(0);
    const { status } = await tenant.post(`/payouts/${payout.body.data.id}/cancel`);
    expect(status).toBe(200);
    expect(await world.wallet(tenant)).toEqual([500_00, 0, 0]);
    const { data } = await tenant.ask(listNotifications, { query: {} });
    expect(data.map(({ kind }) => kind)).toContain("receivable_paid");
  });

  test("can be undone, and then corrected again", async () => {
    const { tenant, deposit } = await world.credited(300);
    const link = { deposit_id: deposit._id };
    await world.adjust(world.wrongCredit(tenant, 300, link));
    const undo = world.wrongCredit(tenant, 300, {
      kind: "wrong_debit",
      debit_account: "bank",
      credit_account: "wallet",
      ...link,
    });
    await world.adjust(undo);
    expect(await world.wallet(tenant)).toEqual([300_00, 0, 0]);
    const [asha] = await world.pair();
    const again = await asha.post("/super-admin/adjustments", undo);
    expect(codeOf(again)).toEqual([409, "ADJUSTMENT_NOT_POSSIBLE"]);
    await world.adjust(world.wrongCredit(tenant, 300, link));
    expect(await world.wallet(tenant)).toEqual([0, 0, 0]);
  });
});

describe("a deposit is never corrected by more than its amount", () => {
  test("when proposals add up", async () => {
    const { tenant, deposit } = await world.credited(1_000);
    const link = { deposit_id: deposit._id };
    const [asha, ravi] = await world.pair();
    const id = await world.propose(asha, world.wrongCredit(tenant, 600, link));
    const target = await ravi.ask(getAdjustmentTarget, { params: { id: deposit._id } });
    expect(target.data).toMatchObject({
      corrected: { amount: 0 },
      proposed: { amount: 600_00 },
      correctable: { amount: 400_00 },
    });
    const tooMuch = await ravi.post(
      "/super-admin/adjustments",
      world.wrongCredit(tenant, 400.01, link),
    );
    expect(tooMuch.body.error.message).toBe("₹400.00 of this deposit can still be corrected");
    expect((await world.confirm(ravi, id)).status).toBe(200);
    await world.adjust(world.wrongCredit(tenant, 400, link));
    const [kiran] = await world.pair();
    const none = await kiran.post(
      "/super-admin/adjustments",
      world.wrongCredit(tenant, 0.01, link),
    );
    expect(none.body.error.message).toMatch(/already corrected in full/);
  });

  test("when 6 proposals of all of it race", async () => {
    const { tenant, deposit } = await world.credited(800);
    const form = world.wrongCredit(tenant, 800, { deposit_id: deposit._id });
    const people = await Promise.all([world.pair(), world.pair(), world.pair()]);
    const results = await Promise.allSettled(people.flat().map((one) => world.propose(one, form)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("by the database's own rule", async () => {
    const { deposit } = await world.credited(100);
    const change = sql`
      update deposits set corrected_paise = amount_paise + 1 where id = ${deposit._id}
    `.execute(database());
    await expect(change).rejects.toThrow("deposits_corrected");
  });
});

describe("the signatures", () => {
  test("8 confirmations at once post it once", async () => {
    const { tenant } = await world.credited(1_000);
    const [asha] = await world.pair();
    const id = await world.propose(asha, world.wrongCredit(tenant, 250));
    const others = (await Promise.all([1, 2, 3, 4].map(() => world.pair()))).flat();
    const path = `/super-admin/adjustments/${id}/confirm` as const;
    const signed = await Promise.all(
      others.map(async (one) => [one, await presign(one, path)] as const),
    );
    const answers = await Promise.all(
      signed.map(([one, signature]) => one.post(path, undefined, { signature })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)]);
    expect(await world.wallet(tenant)).toEqual([750_00, 0, 0]);
  });

  test("of a confirmation, a withdrawal and a rejection at once, one wins", async () => {
    for (let round = 0; round < 3; round += 1) {
      const { tenant } = await world.credited(1_000);
      const [asha, ravi] = await world.pair();
      const [kiran] = await world.pair();
      const id = await world.propose(asha, world.wrongCredit(tenant, 1_000));
      const path = `/super-admin/adjustments/${id}` as const;
      const signature = await presign(ravi, `${path}/confirm`);
      const answers = await Promise.all([
        ravi.post(`${path}/confirm`, undefined, { signature }),
        asha.post(`${path}/withdraw`),
        kiran.post(`${path}/reject`, { reason: "The tenant is right" }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
      const { data } = await asha.ask(getAdjustment, { params: { id } });
      const [available] = await world.wallet(tenant);
      expect(available).toBe(data.state === "posted" ? 0 : 1_000_00);
    }
  });

  test("never of one person, nor for other values or another adjustment", async () => {
    const { tenant } = await world.credited(1_000);
    const [asha, ravi] = await world.pair();
    const form = world.wrongCredit(tenant, 100);
    const signature = await presign(asha, "/super-admin/adjustments", form);
    const changed = await asha.post(
      "/super-admin/adjustments",
      { ...form, amount: 1_000 },
      { signature },
    );
    expect(codeOf(changed)).toEqual([403, "STEP_UP_REQUIRED"]);
    expect(changed.body.error.step_up?.summary).toBe(
      "Propose wrong credit of ₹1,000.00 for Sharma Traders",
    );
    const [kiran, meera] = await world.pair();
    const id = await world.propose(kiran, form);
    const other = await world.propose(meera, { ...form, amount: 200 });
    const own = await world.confirm(kiran, id);
    expect(codeOf(own)).toEqual([409, "SECOND_APPROVER_NEEDED"]);
    const ofOther = await presign(ravi, `/super-admin/adjustments/${other}/confirm`);
    const wrong = await ravi.post(`/super-admin/adjustments/${id}/confirm`, undefined, {
      signature: ofOther,
    });
    expect(codeOf(wrong)).toEqual([403, "STEP_UP_REQUIRED"]);
    expect(await world.wallet(tenant)).toEqual([1_000_00, 0, 0]);
  });

  test("not those of a proposer who was deactivated; another person rejects it", async () => {
    const { tenant } = await world.credited(100);
    const [asha, ravi] = await world.pair();
    const id = await world.propose(asha, world.wrongCredit(tenant, 100));
    const path = `/super-admin/adjustments/${id}/confirm` as const;
    const signature = await presign(ravi, path);
    await sql`update people set is_active = false where id = ${asha.id}`.execute(database());
    const refused = await ravi.post(path, undefined, { signature });
    expect(codeOf(refused)).toEqual([409, "ADJUSTMENT_NOT_POSSIBLE"]);
    const rejected = await ravi.post(`/super-admin/adjustments/${id}/reject`, { reason: "Gone" });
    expect(rejected.status).toBe(200);
    const { data } = await ravi.ask(getAdjustment, { params: { id } });
    expect(data).toMatchObject({ state: "rejected", rejection: "Gone", owed: null });
  });

  test("not those of a super admin added for it, nor of a proposer who lost the role", async () => {
    const { tenant } = await world.credited(100);
    const [asha, ravi] = await world.pair();
    const id = await world.propose(asha, world.wrongCredit(tenant, 100));
    const accomplice = await world.superAdminAddedNow("Helper");
    const tooNew = await world.confirm(accomplice, id);
    expect(codeOf(tooNew)).toEqual([409, "CONFIRMER_TOO_NEW"]);
    await sql`update people set installation_roles = '{auditor}' where id = ${asha.id}`.execute(
      database(),
    );
    const refused = await world.confirm(ravi, id);
    expect(codeOf(refused)).toEqual([409, "ADJUSTMENT_NOT_POSSIBLE"]);
    expect(await world.wallet(tenant)).toEqual([100_00, 0, 0]);
    await ravi.post(`/super-admin/adjustments/${id}/reject`, { reason: "Gone" });
  });

  test("each person has the action that is theirs: withdraw one's own, reject another's", async () => {
    const { tenant } = await world.credited(100);
    const [asha, ravi] = await world.pair();
    const id = await world.propose(asha, world.wrongCredit(tenant, 100));
    expect(codeOf(await ravi.post(`/super-admin/adjustments/${id}/withdraw`))).toEqual([
      409,
      "ADJUSTMENT_NOT_POSSIBLE",
    ]);
    const own = await asha.post(`/super-admin/adjustments/${id}/reject`, { reason: "No" });
    expect(codeOf(own)).toEqual([409, "SECOND_APPROVER_NEEDED"]);
    expect((await asha.post(`/super-admin/adjustments/${id}/withdraw`)).status).toBe(200);
    const late = await world.confirm(ravi, id);
    expect(late.body.error).toMatchObject({
      code: "ALREADY_DECIDED",
      message: expect.stringMatching(/^This adjustment was already withdrawn by Asha Rao/),
    });
  });
});
