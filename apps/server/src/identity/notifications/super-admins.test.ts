// The guarantee: super admins get one notification of each pending task and problem, and tenants get
// none of them.
import type { Notification } from "@rokad/contract/notifications";
import { changeSettings, listSettings } from "@rokad/contract/settings";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { callerOf } from "../../../test/caller.ts";
import { accountForm } from "../../../test/forms.ts";
import { openPayoutWorld, upiOrder, type PayoutWorld } from "../../../test/payout-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { createSuperAdmin } from "../people/create-super-admin.ts";
import { now } from "../../kernel/clock.ts";
import { database, transaction } from "../../database/db.ts";
import { receiveUpdates } from "../../../test/provider-updates.ts";
import { notifyOverduePayouts } from "../../payouts/send/notify-overdue-payouts.ts";
import { notifySuperAdmins, type SuperAdminNotification } from "./notify-super-admins.ts";

let world: PayoutWorld;
let admin: SignedIn;
let colleague: SignedIn;
beforeAll(async () => {
  world = await openPayoutWorld();
  admin = await world.superAdmin();
  const mobile = world.newMobile();
  await createSuperAdmin({ mobile, name: "Arjun Rao" });
  colleague = await world.signIn(mobile);
});
afterEach(async () => {
  await database().deleteFrom("notifications").execute();
});
afterAll(() => world.close());

type Reader = Pick<SignedIn, "get">;

async function listOf(reader: Reader) {
  const { body } = await reader.get("/notifications");
  return body as { data: Notification[]; unread_count: number };
}

async function kindsOf(reader: Reader): Promise<string[]> {
  return (await listOf(reader)).data.map(({ kind }) => kind);
}

const send = (notification: SuperAdminNotification) =>
  transaction((db) => notifySuperAdmins(db, notification));

describe("a pending decision", () => {
  test("never says that a decided deposit is to approve, and counts a queue in one title", async () => {
    const tenant = await world.retailer();
    const account = await world.approvedAccount(tenant);
    const older = await world.requestDeposit(tenant, 300, account);
    const newer = await world.requestDeposit(tenant, 400, account);
    const deposits = async () =>
      (await listOf(colleague)).data.filter(({ kind }) => kind === "deposit_requested");
    const queue = "/super-admin/deposits";
    expect(await deposits()).toMatchObject([{ title: "2 deposits to approve", page: queue }]);

    await admin.post(`/super-admin/deposits/${newer._id}/approve`, {});
    const [line] = await deposits();
    expect(line).toMatchObject({ title: "Deposit to approve", page: queue });
    expect(line?.text).toMatch(/ was approved; an earlier one waits$/);
    await colleague.post("/notifications/read", { up_to: line?.id });
    expect(await deposits()).toMatchObject([
      { title: "Deposit approved", text: expect.stringMatching(/ was approved$/), read: true },
    ]);

    const last = await world.requestDeposit(tenant, 500, account);
    expect((await deposits()).map(({ title }) => title)).toEqual([
      "2 deposits to approve",
      "Deposit approved",
    ]);
    await admin.post(`/super-admin/deposits/${older._id}/reject`, { reason: "Not received" });
    expect((await deposits())[0]).toMatchObject({
      title: "Deposit to approve",
      page: expect.stringMatching(/^\/super-admin\/deposits\?utr=\w+$/),
    });
    await admin.post(`/super-admin/deposits/${last._id}/reject`, { reason: "Not received" });
    expect((await deposits())[0]?.title).toBe("Deposit rejected");
  });

  test("notifies each super admin of a deposit and a bank account, but not the tenant [18.10]", async () => {
    const tenant = await world.retailer({ name: "Sharma Traders" });
    await tenant.post("/wallet/bank-accounts", accountForm(world.newAccountNumber()));
    const account = await world.approvedAccount(tenant);
    await world.requestDeposit(tenant, 2_500, account);
    for (const reader of [admin, colleague]) {
      const { data, unread_count: unread } = await listOf(reader);
      expect(unread).toBe(2);
      expect(data[0]).toMatchObject({
        kind: "deposit_requested",
        title: "Deposit to approve",
        text: expect.stringMatching(
          /^₹2,500.00 from Sharma Traders \(UTR \w+\) needs your review$/,
        ),
      });
      // The text shows the account's current state: it was approved after the notification.
      expect(data[1]?.text).toMatch(/\(Sharma Traders\) was approved; an earlier one waits$/);
    }
    expect(await kindsOf(tenant)).toEqual(["bank_account_approved"]);
  });

  test("shows forty deposits as one unread line with their number and keeps read ones [18.11]", async () => {
    const tenant = await world.retailer();
    const account = await world.approvedAccount(tenant);
    await world.requestDeposit(tenant, 100, account);
    const first = (await listOf(admin)).data[0];
    await admin.post("/notifications/read", { up_to: first?.id });
    await Promise.all(Array.from({ length: 39 }, () => world.requestDeposit(tenant, 100, account)));
    await world.requestDeposit(tenant, 100, account);
    const { data, unread_count: unread } = await listOf(admin);
    const deposits = data.filter(({ kind }) => kind === "deposit_requested");
    expect(deposits.map(({ read }) => read)).toEqual([false, true]);
    expect(unread).toBe(1);
    expect(deposits[0]?.title).toMatch(/^4\d deposits to approve$/);
  });

  test("shows pending second approvals as one line, but not to the first approver [18.11]", async () => {
    const limit = { key: "second_approval_above_paise", value: JSON.stringify(1_000_00) };
    await database()
      .insertInto("settings")
      .values({ ...limit, updated_at: now() })
      .execute();
    const tenant = await world.retailer();
    const account = await world.approvedAccount(tenant);
    for (const rupees of [2_000, 3_000, 4_000]) {
      const { _id: id } = await world.requestDeposit(tenant, rupees, account);
      await admin.post(`/super-admin/deposits/${id}/approve`, {});
    }
    const { data } = await listOf(colleague);
    const seconds = data.filter(({ kind }) => kind === "deposit_needs_second");
    expect(seconds).toMatchObject([
      {
        title: "3 deposits awaiting a second signature",
        text: expect.stringMatching(/^₹4,000.00 .* has one approval and needs yours$/),
      },
    ]);
    expect(await kindsOf(admin)).not.toContain("deposit_needs_second");
    await database().deleteFrom("settings").where("key", "=", limit.key).execute();
  });

  test("shows how a deposit was decided, and nothing of a rejected request", async () => {
    const tenant = await world.retailer();
    const account = await world.approvedAccount(tenant);
    const deposit = await world.requestDeposit(tenant, 300, account);
    await admin.post(`/super-admin/deposits/${deposit._id}/reject`, { reason: "Not received" });
    const again = await tenant.post("/wallet/deposit/initiate", {
      bank_account: account,
      amount: 1,
      utr_reference: world.newUtr(),
    });
    expect(again.status).toBe(400);
    const { data } = await listOf(colleague);
    expect(data.map(({ kind }) => kind)).toEqual(["deposit_requested", "bank_account_requested"]);
    expect(data[0]?.text).toMatch(/ was rejected/);
  });
});

test("notifies once per payout of a provider that contradicts itself repeatedly [18.12]", async () => {
  const payer = await world.payer("₹5,000");
  await database().deleteFrom("notifications").execute();
  const { body } = await payer.pay(upiOrder("pending@upi"));
  await world.work();
  const reference = body.data.reference_id;
  await receiveUpdates([{ reference, state: "failed", reason: "No" }]);
  const contradiction = { reference, state: "success", utr: "412345678902" } as const;
  for (let again = 0; again < 3; again += 1) await receiveUpdates([contradiction, contradiction]);
  const { data } = await listOf(admin);
  expect(data.map(({ kind }) => kind)).toEqual(["payout_contradicted"]);
  expect(data[0]?.text).toBe(
    `${reference} (Sharma Traders, ₹1,000.00): the provider says success after it had reported failed. No money moved; check with the provider`,
  );
  expect(await kindsOf(payer)).toEqual(["payout_failed"]);
});

test("skips the person who acted, and sends a report to its requester only [18.13]", async () => {
  const settings = (await admin.ask(listSettings, {})).data;
  const seen = settings.find(({ key }) => key === "monthly_target_paise")?.value;
  const changes = [{ key: "monthly_target_paise" as const, seen, value: 700_00 }];
  await admin.ask(changeSettings, { body: { changes } });
  await send({
    kind: "report_ready",
    subjectId: admin.id,
    detail: "GST, 2026",
    onlyPersonId: admin.id,
  });
  await send({ kind: "provider_failing", subjectId: null, detail: "Primary gives no answers" });
  // Both may be of one millisecond, in which ids have no order.
  expect((await kindsOf(admin)).toSorted()).toEqual(["provider_failing", "report_ready"]);
  const { data } = await listOf(colleague);
  expect(data.map(({ text }) => text)).toEqual([
    "Primary gives no answers",
    "Meera Iyer changed Monthly target",
  ]);
});

test("notifies once of all overdue payouts, and shows their outcome later [18.12, 38.6]", async () => {
  const payer = await world.payer("₹5,000");
  const { body: first } = await payer.pay(upiOrder("pending@upi"));
  await payer.pay(upiOrder("pending@upi"));
  await world.work();
  await database().deleteFrom("notifications").execute();
  await notifyOverduePayouts();
  expect(await kindsOf(admin)).toEqual([]);
  world.pass(16 * 60 * 1000);
  const { token } = await world.signIn(admin.mobile);
  const reader = callerOf(world.app, token, () => undefined);
  await Promise.all([notifyOverduePayouts(), notifyOverduePayouts()]);
  const { data } = await listOf(reader);
  await notifyOverduePayouts();
  expect((await listOf(reader)).data[0]?.id).toBe(data[0]?.id);
  expect(data.map(({ kind }) => kind)).toEqual(["payout_stuck"]);
  expect(data[0]?.text).toMatch(
    /^\w+ \(Sharma Traders, ₹1,000.00\) still has no outcome, and 1 other$/,
  );
  await receiveUpdates([{ reference: data[0]?.reference ?? "", state: "failed", reason: "No" }]);
  expect((await listOf(reader)).data[0]?.text).toMatch(/now has an outcome: failed$/);
  expect(first.data.reference_id).not.toBe(data[0]?.reference);
});
