// The guarantee: a tenant hears once of each thing that happened to them, and of nobody else's.
import type { Notification } from "@rokad/contract/notifications";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountForm } from "../../test/forms.ts";
import type { Payer } from "../../test/payer.ts";
import { impsOrder, openPayoutWorld, upiOrder, type PayoutWorld } from "../../test/payout-world.ts";
import type { SignedIn } from "../../test/signed-in.ts";
import { database } from "../db.ts";
import { hear, hearAll } from "../../test/hear.ts";

let world: PayoutWorld;
let boss: SignedIn;
beforeAll(async () => {
  world = await openPayoutWorld();
  boss = await world.superAdmin();
});
afterAll(() => world.close());

type Reader = Pick<SignedIn, "get" | "post"> | Payer;

async function listOf(reader: Reader, query: Record<string, string> = {}) {
  const { body } = await reader.get("/notifications", query);
  return body as { data: Notification[]; unread_count: number; next: string | null };
}

/** What was told, newest first. */
async function kindsOf(reader: Reader): Promise<string[]> {
  return (await listOf(reader)).data.map(({ kind }) => kind);
}

/** A payer whose earlier notifications, of the account and deposit behind the wallet, are read. */
async function payerWithNothingNew(): Promise<Payer> {
  const payer = await world.payer("₹20,000");
  const { data } = await listOf(payer);
  await payer.post("/notifications/read", { up_to: data[0]?.id });
  return payer;
}

const ofPayouts = (kinds: readonly string[]) => kinds.filter((kind) => kind.startsWith("payout"));

describe("a payout tells once", () => {
  test("that it was paid, with amount, beneficiary and UTR, however often the provider says so", async () => {
    const payer = await payerWithNothingNew();
    const { body } = await payer.pay(impsOrder({ amount: 1_500.25 }));
    expect(ofPayouts(await kindsOf(payer))).toEqual([]);
    await world.settle();
    const { utr_number: utr } = await payer.shown(body.data.id);
    const again = { state: "success", utr, reference: body.data.reference_id } as const;
    await Promise.all([hear(again), hearAll([again, again]), hear(again)]);
    const { data, unread_count: unread } = await listOf(payer);
    expect(unread).toBe(1);
    expect(ofPayouts(data.map(({ kind }) => kind))).toEqual(["payout_settled"]);
    expect(data[0]).toMatchObject({
      title: "Payout completed",
      text: `₹1,500.25 to Sample Traders, UTR ${utr}`,
      amount: { amount: 1_500_25, currency: "INR" },
      subject_id: body.data.id,
      reference: body.data.reference_id,
      read: false,
    });
  });

  test("that it failed, and why", async () => {
    const payer = await payerWithNothingNew();
    const { body } = await payer.pay(upiOrder("failure@upi"));
    await world.settle();
    const { failure_reason: reason } = await payer.shown(body.data.id);
    const { data } = await listOf(payer);
    expect(ofPayouts(data.map(({ kind }) => kind))).toEqual(["payout_failed"]);
    expect(data[0]?.text).toBe(`₹1,000.00 to Sample Traders is back in your wallet: ${reason}`);
  });

  test("of success and then of the bank's return, though reports come twice and out of order", async () => {
    const payer = await payerWithNothingNew();
    const { body } = await payer.pay(upiOrder("pending@upi"));
    await world.work();
    const reference = body.data.reference_id;
    const success = { reference, state: "success", utr: "412345678901" } as const;
    const reversed = { reference, state: "reversed", reason: "Account is frozen" } as const;
    const processing = { reference, state: "processing" } as const;
    // In one batch too, where both are of the same millisecond.
    await hearAll([success, success, reversed, processing]);
    await Promise.all([hear(reversed), hear(success), hear(processing)]);
    const { data } = await listOf(payer);
    expect(ofPayouts(data.map(({ kind }) => kind))).toEqual(["payout_reversed", "payout_settled"]);
    expect(data[0]?.text).toBe(
      "₹1,000.00 to Sample Traders was returned by the bank: Account is frozen",
    );
    expect(await world.faults()).toEqual([]);
  });

  test("nothing while the bank is still at it, nor when it contradicts itself", async () => {
    const payer = await payerWithNothingNew();
    const { body } = await payer.pay(upiOrder("pending@upi"));
    await world.settle();
    expect(ofPayouts(await kindsOf(payer))).toEqual([]);
    const reference = body.data.reference_id;
    await hear({ reference, state: "failed", reason: "No" });
    await hear({ reference, state: "success", utr: "412345678902" });
    expect(ofPayouts(await kindsOf(payer))).toEqual(["payout_failed"]);
  });
});

describe("a decision tells once", () => {
  test("that a deposit was approved, though 8 reviewers click at once", async () => {
    const tenant = await world.retailer();
    const deposit = await world.requestDeposit(tenant, 2_500);
    const approve = `/super-admin/deposits/${deposit._id}/approve` as const;
    await Promise.all(Array.from({ length: 8 }, () => boss.post(approve, {})));
    const { data } = await listOf(tenant);
    expect(data.map(({ kind }) => kind)).toEqual(["deposit_approved", "bank_account_approved"]);
    expect(data[0]).toMatchObject({
      title: "Deposit approved",
      text: `₹2,500.00 with UTR ${deposit.utr_reference} was added to your wallet`,
      subject_id: deposit._id,
      reference: deposit.utr_reference,
    });
    expect(data[1]?.text).toMatch(/^HDFC Bank \*{4}\d{4} is ready for deposits$/);
  });

  test("that a deposit or bank account was rejected, and why", async () => {
    const tenant = await world.retailer();
    const deposit = await world.requestDeposit(tenant, 2_500);
    const reason = { reason: "We did not receive this transfer" };
    await boss.post(`/super-admin/deposits/${deposit._id}/reject`, reason);
    const form = accountForm(world.newAccountNumber());
    const { body } = await tenant.post("/wallet/bank-accounts", form);
    const reject = `/super-admin/bank-accounts/${body.data._id}/reject` as const;
    await boss.post(reject, { reason: "The name does not match" });
    expect((await boss.post(reject, { reason: "Again" })).status).toBe(409);
    const { data } = await listOf(tenant);
    expect(data.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^HDFC Bank \*{4}\d{4} was not accepted: The name does not match$/),
      `₹2,500.00 with UTR ${deposit.utr_reference} was not accepted: We did not receive this transfer`,
      expect.stringContaining("is ready for deposits"),
    ]);
  });
});

test("nobody else sees a notification or can mark it, and a super admin has none of a tenant's", async () => {
  const owner = await world.retailer({ wallet: "₹500" });
  const other = await world.retailer();
  const { data } = await listOf(owner);
  expect(data).toHaveLength(2);
  expect(await listOf(other)).toMatchObject({ data: [], unread_count: 0, next: null });
  const ofBoss = (await listOf(boss)).data.map(({ kind }) => kind);
  expect(ofBoss.filter((kind) => /approved|rejected|settled|failed/.test(kind))).toEqual([]);
  const id = data[0]?.id ?? "";
  expect((await other.post(`/notifications/${id}/read`)).status).toBe(404);
  expect((await other.post("/notifications/read", { up_to: id })).body.data.unread_count).toBe(0);
  expect((await listOf(owner)).unread_count).toBe(2);
});

describe("reading", () => {
  test("marks one, or all up to what was seen, and again is as good as once", async () => {
    const tenant = await world.retailer({ wallet: "₹500" });
    const account = await world.approvedAccount(tenant);
    const [newest, middle, oldest] = (await listOf(tenant)).data;
    const one = `/notifications/${oldest?.id ?? ""}/read` as const;
    expect((await tenant.post(one)).body.data.unread_count).toBe(2);
    expect((await tenant.post(one)).body.data.unread_count).toBe(2);
    expect((await listOf(tenant)).data.map(({ read }) => read)).toEqual([false, false, true]);

    // What came after the list was drawn stays unread.
    const later = await world.requestDeposit(tenant, 100, account);
    await boss.post(`/super-admin/deposits/${later._id}/approve`, {});
    const all = { up_to: newest?.id ?? "" };
    expect((await tenant.post("/notifications/read", all)).body.data.unread_count).toBe(1);
    // An older list that is marked late takes nothing back.
    const older = { up_to: middle?.id ?? "" };
    expect((await tenant.post("/notifications/read", older)).body.data.unread_count).toBe(1);
    const after = await listOf(tenant);
    expect(after.data.map(({ read }) => read)).toEqual([false, true, true, true]);
  });

  test("pages go back to the first notification without a gap or a repeat", async () => {
    const tenant = await world.retailer({ wallet: "₹500" });
    for (let more = 0; more < 3; more += 1) await world.approvedAccount(tenant);
    const whole = (await listOf(tenant)).data.map(({ id }) => id);
    const seen: string[] = [];
    let before: string | null = "";
    while (before !== null) {
      const page = await listOf(tenant, { limit: "2", ...(before && { before }) });
      seen.push(...page.data.map(({ id }) => id));
      before = page.next;
    }
    expect(seen).toEqual(whole);
    expect(whole).toHaveLength(5);
  });

  test("the unread are counted up to 100 only, off the index, with thousands of them", async () => {
    const tenant = await world.retailer({ wallet: "₹500" });
    await sql`
      insert into notifications (person_id, id, kind, subject_id, created_at)
      select person_id, gen_random_uuid(), kind, subject_id, created_at
      from notifications, generate_series(1, 2000) where person_id = ${tenant.id}
    `.execute(database());
    const { data, unread_count: unread } = await listOf(tenant);
    expect([data.length, unread]).toEqual([20, 100]);
  });
});
