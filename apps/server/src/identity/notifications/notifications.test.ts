// The guarantee: a tenant gets one notification of each event of theirs, and none of anyone else's.
import type { Notification } from "@rokad/contract/notifications";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountForm } from "../../../test/forms.ts";
import type { Payer } from "../../../test/payer.ts";
import {
  impsOrder,
  openPayoutWorld,
  upiOrder,
  type PayoutWorld,
} from "../../../test/payout-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { database, transaction } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";
import { receiveUpdate, receiveUpdates } from "../../../test/provider-updates.ts";
import { notify } from "./notify.ts";
import { personKinds } from "./person-kinds.ts";

let world: PayoutWorld;
let admin: SignedIn;
beforeAll(async () => {
  world = await openPayoutWorld();
  admin = await world.superAdmin();
});
afterAll(() => world.close());

type Reader = Pick<SignedIn, "get" | "post"> | Payer;

async function listOf(reader: Reader, query: Record<string, string> = {}) {
  const { body } = await reader.get("/notifications", query);
  return body as { data: Notification[]; unread_count: number; next: string | null };
}

/** The kinds of notifications, newest first. */
async function kindsOf(reader: Reader): Promise<string[]> {
  return (await listOf(reader)).data.map(({ kind }) => kind);
}

/** A payer whose notifications of the bank account and deposit are already read. */
async function payerWithNoUnread(): Promise<Payer> {
  const payer = await world.payer("₹20,000");
  const { data } = await listOf(payer);
  await payer.post("/notifications/read", { up_to: data[0]?.id });
  return payer;
}

const ofPayouts = (kinds: readonly string[]) => kinds.filter((kind) => kind.startsWith("payout"));

describe("a payout creates one notification", () => {
  test("when it is paid, with amount, beneficiary and UTR, for repeated updates [4.2]", async () => {
    const payer = await payerWithNoUnread();
    const { body } = await payer.pay(impsOrder({ amount: 1_500.25 }));
    expect(ofPayouts(await kindsOf(payer))).toEqual([]);
    await world.settle();
    const { utr_number: utr } = await payer.shown(body.data.id);
    const again = { state: "success", utr, reference: body.data.reference_id } as const;
    await Promise.all([receiveUpdate(again), receiveUpdates([again, again]), receiveUpdate(again)]);
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

  test("when it fails, with the reason [4.3]", async () => {
    const payer = await payerWithNoUnread();
    const { body } = await payer.pay(upiOrder("failure@upi"));
    await world.settle();
    const { failure_reason: reason } = await payer.shown(body.data.id);
    const { data } = await listOf(payer);
    expect(ofPayouts(data.map(({ kind }) => kind))).toEqual(["payout_failed"]);
    expect(data[0]?.text).toBe(`₹1,000.00 to Sample Traders was refunded with charges: ${reason}`);
  });

  test("each for success and the bank's return, for repeated updates out of order [4.4]", async () => {
    const payer = await payerWithNoUnread();
    const { body } = await payer.pay(upiOrder("pending@upi"));
    await world.work();
    const reference = body.data.reference_id;
    const success = { reference, state: "success", utr: "412345678901" } as const;
    const reversed = { reference, state: "reversed", reason: "Account is frozen" } as const;
    const processing = { reference, state: "processing" } as const;
    // Also in one batch, where both have the same millisecond.
    await receiveUpdates([success, success, reversed, processing]);
    await Promise.all([receiveUpdate(reversed), receiveUpdate(success), receiveUpdate(processing)]);
    const { data } = await listOf(payer);
    expect(ofPayouts(data.map(({ kind }) => kind))).toEqual(["payout_reversed", "payout_settled"]);
    expect(data[0]?.text).toBe(
      "₹1,000.00 to Sample Traders was returned by the bank and refunded with charges: Account is frozen",
    );
    expect(await world.faults()).toEqual([]);
  });

  test("none while it is processing or when the provider contradicts itself [4.3]", async () => {
    const payer = await payerWithNoUnread();
    const { body } = await payer.pay(upiOrder("pending@upi"));
    await world.settle();
    expect(ofPayouts(await kindsOf(payer))).toEqual([]);
    const reference = body.data.reference_id;
    await receiveUpdate({ reference, state: "failed", reason: "No" });
    await receiveUpdate({ reference, state: "success", utr: "412345678902" });
    expect(ofPayouts(await kindsOf(payer))).toEqual(["payout_failed"]);
  });
});

describe("a decision creates one notification", () => {
  test("when 8 reviewers approve a deposit at once [4.5, 4.7]", async () => {
    const tenant = await world.retailer();
    const deposit = await world.requestDeposit(tenant, 2_500);
    const approve = `/super-admin/deposits/${deposit._id}/approve` as const;
    await Promise.all(Array.from({ length: 8 }, () => admin.post(approve, {})));
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

  test("when a deposit or bank account is rejected, with the reason [4.6]", async () => {
    const tenant = await world.retailer();
    const deposit = await world.requestDeposit(tenant, 2_500);
    const reason = { reason: "We did not receive this transfer" };
    await admin.post(`/super-admin/deposits/${deposit._id}/reject`, reason);
    const form = accountForm(world.newAccountNumber());
    const { body } = await tenant.post("/wallet/bank-accounts", form);
    const reject = `/super-admin/bank-accounts/${body.data._id}/reject` as const;
    await admin.post(reject, { reason: "The name does not match" });
    expect((await admin.post(reject, { reason: "Again" })).status).toBe(409);
    const { data } = await listOf(tenant);
    expect(data.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^HDFC Bank \*{4}\d{4} was rejected: The name does not match$/),
      `₹2,500.00 with UTR ${deposit.utr_reference} was rejected: We did not receive this transfer`,
      expect.stringContaining("is ready for deposits"),
    ]);
  });
});

test("only its owner sees or marks a notification, and super admins get none of a tenant's [4.9]", async () => {
  const owner = await world.retailer({ wallet: "₹500" });
  const other = await world.retailer();
  const { data } = await listOf(owner);
  expect(data).toHaveLength(2);
  expect(await listOf(other)).toMatchObject({ data: [], unread_count: 0, next: null });
  const adminKinds = (await listOf(admin)).data.map(({ kind }) => kind);
  expect(adminKinds.filter((kind) => /approved|rejected|settled|failed/.test(kind))).toEqual([]);
  const id = data[0]?.id ?? "";
  expect((await other.post(`/notifications/${id}/read`)).status).toBe(404);
  expect((await other.post("/notifications/read", { up_to: id })).body.data.unread_count).toBe(0);
  expect((await listOf(owner)).unread_count).toBe(2);
});

describe("reading", () => {
  test("marks one or all up to the newest listed, and repeating changes nothing [4.10]", async () => {
    const tenant = await world.retailer({ wallet: "₹500" });
    const account = await world.approvedAccount(tenant);
    const [newest, middle, oldest] = (await listOf(tenant)).data;
    const one = `/notifications/${oldest?.id ?? ""}/read` as const;
    expect((await tenant.post(one)).body.data.unread_count).toBe(2);
    expect((await tenant.post(one)).body.data.unread_count).toBe(2);
    expect((await listOf(tenant)).data.map(({ read }) => read)).toEqual([false, false, true]);

    // A notification after the list was loaded stays unread.
    const later = await world.requestDeposit(tenant, 100, account);
    await admin.post(`/super-admin/deposits/${later._id}/approve`, {});
    const all = { up_to: newest?.id ?? "" };
    expect((await tenant.post("/notifications/read", all)).body.data.unread_count).toBe(1);
    // Marking an older list later does not move the mark back.
    const older = { up_to: middle?.id ?? "" };
    expect((await tenant.post("/notifications/read", older)).body.data.unread_count).toBe(1);
    const after = await listOf(tenant);
    expect(after.data.map(({ read }) => read)).toEqual([false, true, true, true]);
  });

  test("by a colleague leaves a member's own notice unread in the count too", async () => {
    const owner = await world.operator({ wallet: "₹500" });
    const priya = await world.member(owner, ["viewer"], "Priya Nair");
    await sql`
      insert into notifications (person_id, id, kind, subject_id, created_at)
      select id, ${newId()}, 'codes_guessed', id, now() from people where mobile = ${priya.mobile}
    `.execute(database());
    await world.approvedAccount(owner);
    const { data, unread_count: before } = await listOf(priya);
    await owner.post("/notifications/read", { up_to: data[0]?.id });
    const after = await listOf(priya);
    expect([before, after.unread_count]).toEqual([data.length, 1]);
    expect(after.data.filter(({ read }) => !read).map(({ kind }) => kind)).toEqual([
      "codes_guessed",
    ]);
  });

  test("by a colleague leaves the founder's own notices unread, until the founder reads them", async () => {
    const owner = await world.operator({ wallet: "₹500" });
    const viewer = await world.member(owner, ["viewer"]);
    await transaction((db) =>
      notify(db, [{ personId: owner.id, kind: "passkey_added", subjectId: owner.id }]),
    );
    await world.approvedAccount(owner);
    const { data } = await listOf(owner);
    const all = { up_to: data[0]?.id ?? "" };
    expect((await viewer.post("/notifications/read", all)).body.data.unread_count).toBe(0);
    const after = await listOf(owner);
    expect(after.unread_count).toBe(1);
    expect(after.data.filter(({ read }) => !read).map(({ kind }) => kind)).toEqual([
      "passkey_added",
    ]);
    expect((await owner.post("/notifications/read", all)).body.data.unread_count).toBe(0);
    expect((await listOf(owner)).data.filter(({ read }) => !read)).toEqual([]);
  });

  test("finds notices about a person by an index that has every kind of them", async () => {
    const { rows } = await sql<{ kinds: string }>`
      select pg_get_expr(indpred, indrelid) as kinds from pg_index
      where indexrelid = 'notifications_personal'::regclass
    `.execute(database());
    for (const kind of Object.keys(personKinds)) expect(rows[0]?.kinds).toContain(`'${kind}'`);
  });

  test("pages back to the first notification without a gap or a repeat [4.12]", async () => {
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

  test("counts at most 100 of thousands of unread notifications [4.11]", async () => {
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
