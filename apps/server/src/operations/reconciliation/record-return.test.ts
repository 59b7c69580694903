// The guarantee: a return that is not clear moves money only when a super admin records it with a
// code for exactly this record; above the limit two people record the same. What the provider
// repeats afterwards changes nothing.
import type { ReturnForm } from "@rokad/contract/partial-returns";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Payer } from "../../../test/payer.ts";
import { openReconciliationWorld } from "../../../test/reconciliation-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { presign } from "../../../test/presign.ts";
import { database } from "../../database/db.ts";
import { configuredProviders, useProviders } from "../../providers/configured-providers.ts";
import type { Provider } from "../../providers/provider.ts";
import {
  applyProviderUpdates,
  type AdapterUpdate,
} from "../../payouts/send/apply-provider-updates.ts";

let world: Awaited<ReturnType<typeof openReconciliationWorld>>;
let meera: SignedIn;
let ravi: SignedIn;
let payer: Payer;
const mobiles = { meera: "", ravi: "" };

beforeAll(async () => {
  world = await openReconciliationWorld();
  // The tests send more codes than a person may within an hour.
  await database()
    .insertInto("settings")
    .values({ key: "sign_in_codes_per_hour", value: "1000", updated_at: new Date() })
    .execute();
  mobiles.meera = world.boss.mobile;
  mobiles.ravi = (await world.newSuperAdmin("Ravi Menon")).mobile;
});
beforeEach(async () => {
  meera = await world.signIn(mobiles.meera);
  ravi = await world.signIn(mobiles.ravi);
  payer = new Payer(world.app, world.payer.mobile, (await world.signIn(world.payer.mobile)).token);
});
afterAll(() => world.close());

/** A paid payout, and the difference of a return of ₹400 whose reference is missing. */
async function unclearReturn() {
  const { id, reference } = await world.settledPayout();
  const update: AdapterUpdate = {
    reference,
    adapter: "sandbox",
    state: "reversed",
    amountPaise: 400_00n,
  };
  const before = await payer.balance();
  await applyProviderUpdates([update]);
  const differences = await world.differences({ state: "open" });
  const difference = differences.find(({ subject }) => subject === reference);
  expect(difference).toMatchObject({ kind: "amount", action: "record_return", is_severe: true });
  expect(await payer.balance()).toBe(before);
  return { id, reference, update, before, difference: difference?.id ?? "" };
}

const entry = (change: Partial<ReturnForm> = {}): ReturnForm => ({
  amount: 400,
  return_reference: `TICKET ${String(Math.random()).slice(2, 12)}`,
  refund_charges: false,
  reason: "The bank returned a part",
  ...change,
});

const pathOf = (id: string) => `/super-admin/reconciliation/differences/${id}/return` as const;

const recordBy = (person: SignedIn, id: string, body: ReturnForm) => person.post(pathOf(id), body);

async function withLimit(paise: number, work: () => Promise<void>) {
  const key = "second_approval_above_paise";
  const row = { key, value: JSON.stringify(paise), updated_at: new Date() };
  await database().insertInto("settings").values(row).execute();
  await work();
  await database().deleteFrom("settings").where("key", "=", key).execute();
}

describe("a return that a super admin records", () => {
  test("is booked once, and the provider's repeats change nothing", async () => {
    const { id, reference, update, before, difference } = await unclearReturn();
    const answer = await recordBy(meera, difference, entry());
    expect([answer.status, answer.body.message]).toEqual([
      200,
      "₹400.00 returned to the tenant's wallet",
    ]);
    expect(answer.body.data).toMatchObject({ state: "settled" });
    expect(await payer.balance()).toBe(before + 400_00);
    expect((await payer.shown(id)).status).toBe("success");
    // The same record again, now with the provider's own references.
    const repeat = { ...update, providerReference: `sandbox-${reference}` };
    expect(await applyProviderUpdates([repeat])).toEqual(["mismatch"]);
    expect(await payer.balance()).toBe(before + 400_00);
    const again = await recordBy(meera, difference, entry());
    expect([again.status, again.body.error.code]).toEqual([409, "DIFFERENCE_CHANGED"]);
    expect(await world.faults()).toEqual([]);
  });

  test("refunds fee and GST when the person decides so", async () => {
    const { before, difference } = await unclearReturn();
    await recordBy(meera, difference, entry({ refund_charges: true }));
    expect(await payer.balance()).toBe(before + 405_90);
    expect(await world.faults()).toEqual([]);
  });

  test("of all that is still out moves what was signed: with fee and GST", async () => {
    const { reference, before, difference } = await unclearReturn();
    const earlier = { reference, adapter: "sandbox", state: "reversed" } as const;
    await applyProviderUpdates([{ ...earlier, amountPaise: 400_00n, returnReference: "part" }]);
    const kept = await recordBy(meera, difference, entry({ amount: 600 }));
    expect([kept.status, kept.body.error.message]).toEqual([
      409,
      "Nothing of this payout stays paid then, so its fee and GST come back too. Choose to refund them.",
    ]);
    expect(await payer.balance()).toBe(before + 400_00);
    const { status, body } = await recordBy(
      meera,
      difference,
      entry({ amount: 600, refund_charges: true }),
    );
    expect([status, body.message]).toEqual([200, "₹605.90 returned to the tenant's wallet"]);
    expect(await payer.balance()).toBe(before + 1_005_90);
    expect(await world.faults()).toEqual([]);
  });

  test("is booked once when two people record it at the same time", async () => {
    const { before, difference } = await unclearReturn();
    const [one, other] = [entry(), entry()];
    const path = pathOf(difference);
    const ofMeera = await presign(meera, path, one);
    const ofRavi = await presign(ravi, path, other);
    const answers = await Promise.all([
      meera.post(path, one, { signature: ofMeera }),
      ravi.post(path, other, { signature: ofRavi }),
      meera.post(path, one, { signature: ofMeera }),
    ]);
    const statuses = answers.map(({ status }) => status).toSorted();
    // The repeat finds its signature used, or the difference handled.
    expect([statuses[0], statuses.slice(1).every((status) => [403, 409].includes(status))]).toEqual(
      [200, true],
    );
    expect(await payer.balance()).toBe(before + 400_00);
    expect(await world.faults()).toEqual([]);
  });

  test("needs a signature of exactly this record", async () => {
    const { before, difference } = await unclearReturn();
    const signed = entry();
    const path = pathOf(difference);
    const signature = await presign(meera, path, signed);
    const changed = await meera.post(path, { ...signed, amount: 500 }, { signature });
    expect(changed.body.error.code).toBe("STEP_UP_REQUIRED");
    expect(changed.body.error.step_up?.summary).toMatch(/^Record that ₹500.00 of payout RK/);
    const ofRavi = await presign(ravi, path, signed);
    expect((await meera.post(path, signed, { signature: ofRavi })).status).toBe(403);
    expect(await payer.balance()).toBe(before);
  });

  test("is refused above what is still out, and with a reference that is recorded already", async () => {
    const first = await unclearReturn();
    const signed = entry();
    await recordBy(meera, first.difference, signed);
    const second = await unclearReturn();
    const same = await recordBy(meera, second.difference, signed);
    const above = await recordBy(meera, second.difference, entry({ amount: 1_000.01 }));
    expect([same, above].map(({ status, body }) => [status, body.error.code])).toEqual([
      [409, "RETURN_NOT_RECORDABLE"],
      [409, "RETURN_NOT_RECORDABLE"],
    ]);
    const tenant = await payer.post(
      `/super-admin/reconciliation/differences/${second.difference}/return`,
      {},
    );
    expect(tenant.status).toBe(403);
    expect(await world.faults()).toEqual([]);
  });

  test.each([
    ["no amount", { amount: undefined }, ["amount"]],
    ["a fraction of a paisa", { amount: 1.005 }, ["amount"]],
    ["no reference", { return_reference: "" }, ["return_reference"]],
    ["no choice about the charges", { refund_charges: "yes" }, ["refund_charges"]],
    ["no reason", { reason: " " }, ["reason"]],
  ])("with %s is rejected", async (_what, change, fields) => {
    const id = "01994c5b-3c92-7f04-9d6e-1b2f4c8e7a55";
    const answer = await meera.post(pathOf(id), { ...entry(), ...change });
    expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([400, fields]);
  });

  test("above the limit is booked when a second person records the same", async () => {
    await withLimit(399_00, async () => {
      const { before, difference } = await unclearReturn();
      const signed = entry();
      const first = await recordBy(meera, difference, signed);
      expect(first.body.message).toBe("Recorded. A second super admin must record the same.");
      expect(first.body.data).toMatchObject({
        state: "open",
        first_return: { return_reference: signed.return_reference, refund_charges: false },
      });
      const alone = await recordBy(meera, difference, signed);
      expect(alone.body.error.code).toBe("SECOND_APPROVER_NEEDED");
      const accomplice = await world.superAdminAddedNow("Helper");
      const tooNew = await recordBy(accomplice, difference, signed);
      expect(tooNew.body.error.code).toBe("CONFIRMER_TOO_NEW");
      // Another record replaces the first.
      await recordBy(ravi, difference, entry({ amount: 399.5 }));
      expect(await payer.balance()).toBe(before);
      const last = await recordBy(ravi, difference, signed);
      expect(last.body.message).toBe("Recorded. A second super admin must record the same.");
      const booked = await recordBy(meera, difference, signed);
      expect(booked.body.data).toMatchObject({ state: "settled" });
      expect(await payer.balance()).toBe(before + 400_00);
    });
    expect(await world.faults()).toEqual([]);
  });
});

describe("a return that no update reported", () => {
  /** The sandbox returns a half, and the update is lost. */
  async function lostReturn(): Promise<string> {
    const { reference } = await world.settledPayout("partial@upi");
    await database()
      .updateTable("sandbox_bank.transfers")
      .set({ returned_paise: 500_00n, plan: "[]", next_at: null })
      .where("reference", "=", reference)
      .execute();
    world.pass(60_000);
    meera = await world.signIn(mobiles.meera);
    return reference;
  }
  async function openAfterRun(reference: string) {
    await world.reconcile();
    const list = await world.differences({ state: "open" });
    return list.filter(({ subject }) => subject === reference);
  }
  const half = entry({ amount: 500, return_reference: "SANDBOX 1" });

  test("is found by a run, and no more after it is recorded", async () => {
    const reference = await lostReturn();
    const [difference] = await openAfterRun(reference);
    expect(difference).toMatchObject({ kind: "amount", action: "record_return" });
    await recordBy(meera, difference?.id ?? "", half);
    const paidBefore = (await world.runs())[0]?.ours.amount?.amount ?? 0;
    expect(await openAfterRun(reference)).toEqual([]);
    expect((await world.runs())[0]?.ours.amount?.amount).toBe(paidBefore - 500_00);
    expect(await world.faults()).toEqual([]);
  });

  test("is not found again by a run during which it is recorded", async () => {
    const reference = await lostReturn();
    const [difference] = await openAfterRun(reference);
    const sandbox = configuredProviders()[0] as Provider;
    const provider: Provider = {
      ...sandbox,
      async balance() {
        await recordBy(meera, difference?.id ?? "", { ...half, return_reference: "SANDBOX 2" });
        return sandbox.balance?.() ?? 0n;
      },
    };
    useProviders({ primary: provider, alternative: provider });
    expect(await openAfterRun(reference)).toEqual([]);
    useProviders({ primary: sandbox, alternative: sandbox });
    expect((await world.differences()).find(({ subject }) => subject === reference)).toMatchObject({
      state: "settled",
    });
  });

  test("stays open until all of it is recorded", async () => {
    const reference = await lostReturn();
    const [difference] = await openAfterRun(reference);
    const record = (amount: number) => recordBy(meera, difference?.id ?? "", entry({ amount }));
    const part = await record(100);
    expect(part.body).toMatchObject({
      message:
        "₹100.00 returned to the tenant's wallet. The provider reports ₹500.00: the difference stays open for the rest.",
      data: { state: "open" },
    });
    const rest = await record(400);
    expect(rest.body).toMatchObject({
      message: "₹400.00 returned to the tenant's wallet",
      data: { state: "settled" },
    });
    expect(await world.faults()).toEqual([]);
  });
});
