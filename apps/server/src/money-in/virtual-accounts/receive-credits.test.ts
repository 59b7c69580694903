// Money on a virtual account enters the ledger once, also when it is reported repeatedly or at the
// same time. It credits a tenant only when sender, tenant and UTR match; otherwise it goes to suspense.
import { approveDeposit } from "@rokad/contract/deposit-reviews";
import { initiateDeposit, listDeposits } from "@rokad/contract/deposits";
import { listNotifications } from "@rokad/contract/notifications";
import { startClosing } from "@rokad/contract/closings";
import { closeTenant, setTenantStatus } from "@rokad/contract/tenants";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openReceiver } from "../../../test/receiver.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database } from "../../database/db.ts";
import { trialBalance } from "../../ledger/ledger.ts";
import type { IncomingCredit } from "../../providers/virtual-accounts.ts";
import { receiveCredits } from "./receive-credits.ts";

let world: World;
let boss: SignedIn;
beforeAll(async () => {
  world = await openWorld();
  boss = await world.superAdmin();
});
afterAll(async () => {
  expect(await world.faults()).toEqual([]);
  await world.close();
});

const receiver = () => openReceiver(world);

const readCredit = (credit: IncomingCredit) =>
  database()
    .selectFrom("incoming_credits")
    .select(["state", "reason", "deposit_id"])
    .where("credit_reference", "=", credit.creditReference)
    .executeTakeFirstOrThrow();
const suspenseBalance = async () => (await trialBalance(database()))["suspense"] ?? 0n;

/** Expects the credit in suspense with this reason, and no deposit. */
async function expectSuspended(credit: IncomingCredit, reason: string) {
  const before = await suspenseBalance();
  await receiveCredits("sandbox", [credit]);
  expect(await readCredit(credit)).toMatchObject({
    state: "suspense",
    reason,
    deposit_id: null,
  });
  expect((await suspenseBalance()) - before).toBe(credit.amountPaise);
}

test("a credit from an approved account becomes a completed deposit and notifies the tenant [37.5]", async () => {
  const { tenant, credit } = await receiver();
  const arrived = credit();
  await receiveCredits("sandbox", [arrived]);
  expect(await tenant.balance()).toBe(1_500_50);
  const { data } = await tenant.ask(listDeposits, { query: {} });
  expect(data).toHaveLength(1);
  expect(data[0]).toMatchObject({
    status: "completed",
    utr_reference: arrived.utr,
    virtual_account: { provider: "sandbox" },
  });
  expect(data[0]?.bank_account).toBeUndefined();
  const { data: notifications } = await tenant.ask(listNotifications, { query: {} });
  expect(notifications[0]).toMatchObject({ kind: "deposit_credited", subject_id: data[0]?._id });
});

test("50 deliveries of one credit at the same time create one deposit [37.4]", async () => {
  const { tenant, credit } = await receiver();
  const arrived = credit();
  await Promise.all(Array.from({ length: 50 }, () => receiveCredits("sandbox", [arrived])));
  await receiveCredits("sandbox", [arrived, arrived]);
  expect(await tenant.balance()).toBe(1_500_50);
  expect((await tenant.ask(listDeposits, { query: {} })).total).toBe(1);
});

test("two providers may use the same reference for two credits", async () => {
  const { tenant, credit } = await receiver();
  const arrived = credit();
  await receiveCredits("sandbox", [arrived]);
  const before = await suspenseBalance();
  await receiveCredits("other", [arrived]);
  expect(await tenant.balance()).toBe(1_500_50);
  expect((await suspenseBalance()) - before).toBe(1_500_50n);
});

test("a sender matches without leading zeros and at any branch, but not at another bank", async () => {
  const { tenant, sender, credit } = await receiver();
  const same = {
    ...sender,
    accountNumber: sender.accountNumber.replace(/^0+/, ""),
    ifscCode: `${sender.ifscCode.slice(0, 4)}0999999`,
  };
  await receiveCredits("sandbox", [credit({ sender: same })]);
  expect(await tenant.balance()).toBe(1_500_50);
  await expectSuspended(
    credit({ sender: { ...sender, ifscCode: "ZZZZ0000001" } }),
    "sender_unknown",
  );
});

describe("a credit goes to suspense", () => {
  test("for an unknown virtual account, a missing sender, and a missing or invalid UTR [37.7]", async () => {
    const { credit } = await receiver();
    await expectSuspended(credit({ virtualAccount: "va_nobodys" }), "unknown_account");
    await expectSuspended(credit({ sender: null }), "sender_missing");
    await expectSuspended(credit({ utr: null }), "utr_missing");
    await expectSuspended(credit({ utr: "SHORT1" }), "utr_missing");
  });

  test("when the provider refunded part of it, or it is no bank transfer in rupees", async () => {
    const { tenant, credit } = await receiver();
    for (const problem of ["partly_refunded", "other_method", "other_currency"] as const) {
      await expectSuspended(credit({ problem }), problem);
    }
    expect(await tenant.balance()).toBe(0);
  });

  test("from an account that another tenant has approved [37.7]", async () => {
    const one = await receiver();
    const other = await receiver();
    await expectSuspended(one.credit({ sender: other.sender }), "sender_unknown");
    expect(await one.tenant.balance()).toBe(0);
    expect(await other.tenant.balance()).toBe(0);
  });

  test("for a tenant whose account is being closed", async () => {
    const { tenant, credit } = await receiver();
    await world.fund(tenant, 100);
    await boss.ask(startClosing, { params: { id: tenant.id }, body: { reason: "Asked for" } });
    await expectSuspended(credit(), "tenant_inactive");
    expect(await tenant.balance()).toBe(100_00);
  });

  test("for a deactivated or closed tenant, and super admins are notified", async () => {
    const { tenant, credit } = await receiver();
    const params = { id: tenant.id };
    await boss.ask(setTenantStatus, { params, body: { isActive: false, reason: "Asked for" } });
    await expectSuspended(credit(), "tenant_inactive");
    await boss.ask(closeTenant, { params });
    await expectSuspended(credit(), "account_closed");
    const { data } = await boss.ask(listNotifications, { query: {} });
    expect(data.filter(({ kind }) => kind === "money_in_suspense")).toHaveLength(1);
    expect(data[0]).toMatchObject({ kind: "money_in_suspense" });
  });

  test("when its UTR belongs to another tenant or amount, or was credited before [37.7]", async () => {
    const { tenant, bankAccount, credit } = await receiver();
    const other = await receiver();
    const ask = async (owner: SignedIn, account: string, rupees: number) => {
      const utr_reference = world.newUtr();
      const body = { bank_account: account, amount: rupees, utr_reference };
      return (await owner.ask(initiateDeposit, { body })).data;
    };
    const claimed = await ask(other.tenant, other.bankAccount, 1500.5);
    await expectSuspended(credit({ utr: claimed.utr_reference }), "utr_claimed");
    const differs = await ask(tenant, bankAccount, 1600);
    await expectSuspended(credit({ utr: differs.utr_reference }), "amount_differs");
    const approved = await ask(tenant, bankAccount, 1500.5);
    await boss.ask(approveDeposit, { params: { id: approved._id }, body: {} });
    await expectSuspended(credit({ utr: approved.utr_reference }), "utr_credited");
    expect(await tenant.balance()).toBe(1_500_50);
  });
});

describe("a deposit request for the same transfer", () => {
  test("is completed by the credit, and nothing is credited twice [37.6]", async () => {
    const { tenant, bankAccount, credit } = await receiver();
    const arrived = credit();
    const body = { bank_account: bankAccount, amount: 1500.5, utr_reference: arrived.utr ?? "" };
    const { data: request } = await tenant.ask(initiateDeposit, { body });
    await receiveCredits("sandbox", [arrived]);
    const { data } = await tenant.ask(listDeposits, { query: {} });
    expect(data).toMatchObject([{ _id: request._id, status: "completed" }]);
    expect(await tenant.balance()).toBe(1_500_50);
    const late = await boss.post(`/super-admin/deposits/${request._id}/approve`, {});
    expect(late.body.error.code).toBe("ALREADY_DECIDED");
  });

  test("is rejected after the credit, because the money was already credited [37.6]", async () => {
    const { tenant, bankAccount, credit } = await receiver();
    const arrived = credit();
    await receiveCredits("sandbox", [arrived]);
    const body = { bank_account: bankAccount, amount: 1500.5, utr_reference: arrived.utr };
    const late = await tenant.post("/wallet/deposit/initiate", body);
    expect(late.status).toBe(409);
    expect(late.body.error.message).toBe("This transfer was already credited to your wallet");
  });

  test("with its approval and the credit at the same time credits once, in any order [37.6]", async () => {
    for (let round = 0; round < 4; round += 1) {
      const { tenant, bankAccount, credit } = await receiver();
      const arrived = credit();
      const body = { bank_account: bankAccount, amount: 1500.5, utr_reference: arrived.utr };
      const requestAndApprove = async () => {
        const { body: answer } = await tenant.post("/wallet/deposit/initiate", body);
        const id = answer.data?._id;
        if (id) await boss.post(`/super-admin/deposits/${id}/approve`, {});
      };
      await Promise.all([requestAndApprove(), receiveCredits("sandbox", [arrived])]);
      const inSuspense = (await readCredit(arrived)).state === "suspense";
      // If the approval came first, the credit goes to suspense as already credited.
      expect(await tenant.balance()).toBe(1_500_50);
      expect((await tenant.ask(listDeposits, { query: {} })).total).toBe(1);
      if (inSuspense) expect((await readCredit(arrived)).reason).toBe("utr_credited");
    }
  });

  test("cannot be approved while its transfer is in suspense", async () => {
    const { tenant, bankAccount, credit } = await receiver();
    const arrived = credit({ sender: null });
    const body = { bank_account: bankAccount, amount: 1500.5, utr_reference: arrived.utr ?? "" };
    const { data } = await tenant.ask(initiateDeposit, { body });
    await receiveCredits("sandbox", [arrived]);
    const rejectedAnswer = await boss.post(`/super-admin/deposits/${data._id}/approve`, {});
    expect([rejectedAnswer.status, rejectedAnswer.body.error.code]).toEqual([
      409,
      "MONEY_IN_SUSPENSE",
    ]);
    expect(await tenant.balance()).toBe(0);
  });
});
