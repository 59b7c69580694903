// The guarantee: whoever runs the installation hears once of what waits or is not well, and no
// tenant ever does.
import type { Notification } from "@rokad/contract/notifications";
import { changeSettings, listSettings } from "@rokad/contract/settings";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { callerOf } from "../../test/caller.ts";
import { accountForm } from "../../test/forms.ts";
import { openPayoutWorld, upiOrder, type PayoutWorld } from "../../test/payout-world.ts";
import type { SignedIn } from "../../test/signed-in.ts";
import { openSuperAdmin } from "../admin.ts";
import { database, transaction } from "../db.ts";
import { hearAll } from "../../test/hear.ts";
import { watchPayouts } from "../payouts/watch-payouts.ts";
import { tellSuperAdmins, type News } from "./tell-super-admins.ts";

let world: PayoutWorld;
let boss: SignedIn;
let colleague: SignedIn;
beforeAll(async () => {
  world = await openPayoutWorld();
  boss = await world.superAdmin();
  const mobile = world.newMobile();
  await openSuperAdmin({ mobile, name: "Arjun Rao" });
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

const tell = (news: News) => transaction((db) => tellSuperAdmins(db, news));

describe("what waits for a decision", () => {
  test("each super admin hears of a deposit and of a bank account, and the tenant does not", async () => {
    const tenant = await world.retailer({ name: "Sharma Traders" });
    await tenant.post("/wallet/bank-accounts", accountForm(world.newAccountNumber()));
    const account = await world.approvedAccount(tenant);
    await world.requestDeposit(tenant, 2_500, account);
    for (const reader of [boss, colleague]) {
      const { data, unread_count: unread } = await listOf(reader);
      expect(unread).toBe(2);
      expect(data[0]).toMatchObject({
        kind: "deposit_requested",
        title: "Deposit to approve",
        text: expect.stringMatching(/^₹2,500.00 from Sharma Traders, UTR \w+, waits for you$/),
      });
      // The account that was approved meanwhile is told of as it stands now.
      expect(data[1]?.text).toMatch(/of Sharma Traders was approved$/);
    }
    expect(await kindsOf(tenant)).toEqual(["bank_account_approved"]);
  });

  test("forty deposits are one unread line with their number, and what was read stays", async () => {
    const tenant = await world.retailer();
    const account = await world.approvedAccount(tenant);
    await world.requestDeposit(tenant, 100, account);
    const first = (await listOf(boss)).data[0];
    await boss.post("/notifications/read", { up_to: first?.id });
    await Promise.all(Array.from({ length: 39 }, () => world.requestDeposit(tenant, 100, account)));
    await world.requestDeposit(tenant, 100, account);
    const { data, unread_count: unread } = await listOf(boss);
    const deposits = data.filter(({ kind }) => kind === "deposit_requested");
    expect(deposits.map(({ read }) => read)).toEqual([false, true]);
    expect(unread).toBe(1);
    expect(deposits[0]?.title).toMatch(/^4\d deposits to approve$/);
  });

  test("second approvals that wait are one line with their number, and not for who gave the first", async () => {
    const settings = (await boss.ask(listSettings, {})).data;
    const key = "second_approval_above_paise";
    const seen = settings.find((setting) => setting.key === key)?.value;
    await boss.ask(changeSettings, { body: { changes: [{ key, seen, value: 1_000_00 }] } });
    const tenant = await world.retailer();
    const account = await world.approvedAccount(tenant);
    for (const rupees of [2_000, 3_000, 4_000]) {
      const { _id: id } = await world.requestDeposit(tenant, rupees, account);
      await boss.post(`/super-admin/deposits/${id}/approve`, {});
    }
    const { data } = await listOf(colleague);
    const seconds = data.filter(({ kind }) => kind === "deposit_needs_second");
    expect(seconds).toMatchObject([
      {
        title: "3 second approvals needed",
        text: expect.stringMatching(/^₹4,000.00 .* was approved once and needs you$/),
      },
    ]);
    expect(await kindsOf(boss)).not.toContain("deposit_needs_second");
    const back = { key, seen: 1_000_00, back_to_default: true } as const;
    await boss.ask(changeSettings, { body: { changes: [back] } });
  });

  test("a deposit that was decided says how, and nothing of a refused request is told", async () => {
    const tenant = await world.retailer();
    const account = await world.approvedAccount(tenant);
    const deposit = await world.requestDeposit(tenant, 300, account);
    await boss.post(`/super-admin/deposits/${deposit._id}/reject`, { reason: "Not received" });
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

test("a provider that contradicts itself is told of once for each payout, however often it does", async () => {
  const payer = await world.payer("₹5,000");
  await database().deleteFrom("notifications").execute();
  const { body } = await payer.pay(upiOrder("pending@upi"));
  await world.work();
  const reference = body.data.reference_id;
  await hearAll([{ reference, state: "failed", reason: "No" }]);
  const contradiction = { reference, state: "success", utr: "412345678902" } as const;
  for (let again = 0; again < 3; again += 1) await hearAll([contradiction, contradiction]);
  const { data } = await listOf(boss);
  expect(data.map(({ kind }) => kind)).toEqual(["payout_contradicted"]);
  expect(data[0]?.text).toBe(
    `${reference} of Sharma Traders, ₹1,000.00, the provider says success after it had said failed. No money was moved; please look into it`,
  );
  expect(await kindsOf(payer)).toEqual(["payout_failed"]);
});

test("who did it is not told of it, and a report is for the one who asked", async () => {
  const settings = (await boss.ask(listSettings, {})).data;
  const seen = settings.find(({ key }) => key === "fee_paise")?.value;
  await boss.ask(changeSettings, { body: { changes: [{ key: "fee_paise", seen, value: 700 }] } });
  await tell({ kind: "report_ready", subjectId: boss.id, detail: "GST, 2026", only: boss.id });
  await tell({ kind: "provider_failing", subjectId: null, detail: "Primary gives no answers" });
  expect(await kindsOf(boss)).toEqual(["provider_failing", "report_ready"]);
  const { data } = await listOf(colleague);
  expect(data.map(({ text }) => text)).toEqual([
    "Primary gives no answers",
    "Meera Iyer changed Platform fee",
  ]);
});

test("payouts that wait too long are told of once, together, and what became of them", async () => {
  const payer = await world.payer("₹5,000");
  const { body: first } = await payer.pay(upiOrder("pending@upi"));
  await payer.pay(upiOrder("pending@upi"));
  await world.work();
  await database().deleteFrom("notifications").execute();
  await watchPayouts();
  expect(await kindsOf(boss)).toEqual([]);
  world.pass(16 * 60 * 1000);
  const { token } = await world.signIn(boss.mobile);
  const reader = callerOf(world.app, token, () => undefined);
  await Promise.all([watchPayouts(), watchPayouts()]);
  const { data } = await listOf(reader);
  await watchPayouts();
  expect((await listOf(reader)).data[0]?.id).toBe(data[0]?.id);
  expect(data.map(({ kind }) => kind)).toEqual(["payout_stuck"]);
  expect(data[0]?.text).toMatch(
    /^\w+ of Sharma Traders, ₹1,000.00, has waited too long for its outcome, and 1 other$/,
  );
  await hearAll([{ reference: data[0]?.reference ?? "", state: "failed", reason: "No" }]);
  expect((await listOf(reader)).data[0]?.text).toMatch(/has its answer now: failed$/);
  expect(first.data.reference_id).not.toBe(data[0]?.reference);
});
