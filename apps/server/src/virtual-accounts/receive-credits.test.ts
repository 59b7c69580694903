// The guarantee: money that arrives on a virtual account is in the books once, however often and
// by however many it is told; it becomes a tenant's only when sender, tenant and UTR leave no
// doubt, and is in suspense otherwise.
import { approveDeposit } from "@rokad/contract/deposit-reviews";
import { initiateDeposit, listDeposits } from "@rokad/contract/deposits";
import { listNotifications } from "@rokad/contract/notifications";
import { closeTenant, setTenantStatus } from "@rokad/contract/tenants";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { receiverIn } from "../../test/receiver.ts";
import type { SignedIn } from "../../test/signed-in.ts";
import { openWorld, type World } from "../../test/world.ts";
import { database } from "../db.ts";
import { trialBalance } from "../ledger/ledger.ts";
import type { IncomingCredit } from "../providers/virtual-accounts.ts";
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

const receiver = () => receiverIn(world);

const recorded = (credit: IncomingCredit) =>
  database()
    .selectFrom("incoming_credits")
    .select(["state", "reason", "deposit_id"])
    .where("credit_reference", "=", credit.creditReference)
    .executeTakeFirstOrThrow();
const suspense = async () => (await trialBalance(database()))["suspense"] ?? 0n;

/** It changed no wallet and lies in suspense for this reason. */
async function expectSuspended(credit: IncomingCredit, reason: string) {
  const before = await suspense();
  await receiveCredits("sandbox", [credit]);
  expect(await recorded(credit)).toMatchObject({ state: "suspense", reason, deposit_id: null });
  expect((await suspense()) - before).toBe(credit.amountPaise);
}

test("a credit from an approved account becomes a completed deposit, and the tenant is told", async () => {
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
  const { data: told } = await tenant.ask(listNotifications, { query: {} });
  expect(told[0]).toMatchObject({ kind: "deposit_credited", subject_id: data[0]?._id });
});

test("50 deliveries of one credit at once give one deposit", async () => {
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
  const before = await suspense();
  await receiveCredits("other", [arrived]);
  expect(await tenant.balance()).toBe(1_500_50);
  expect((await suspense()) - before).toBe(1_500_50n);
});

test("leading zeros and the branch make no other sender; another bank does", async () => {
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

describe("it goes to suspense", () => {
  test("for an unknown virtual account, and a sender that nobody told", async () => {
    const { credit } = await receiver();
    await expectSuspended(credit({ virtualAccount: "va_nobodys" }), "unknown_account");
    await expectSuspended(credit({ sender: null }), "sender_missing");
    await expectSuspended(credit({ utr: null }), "utr_missing");
    await expectSuspended(credit({ utr: "SHORT1" }), "utr_missing");
  });

  test("from an account that another tenant has approved", async () => {
    const one = await receiver();
    const other = await receiver();
    await expectSuspended(one.credit({ sender: other.sender }), "sender_unknown");
    expect(await one.tenant.balance()).toBe(0);
    expect(await other.tenant.balance()).toBe(0);
  });

  test("for a tenant who is deactivated or closed, and super admins are told of it", async () => {
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

  test("when its UTR is another tenant's, of another amount, or credited before", async () => {
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

describe("beside a request of the same transfer", () => {
  test("the pending request is completed by it, and nothing is credited twice", async () => {
    const { tenant, bankAccount, credit } = await receiver();
    const arrived = credit();
    const body = { bank_account: bankAccount, amount: 1500.5, utr_reference: arrived.utr ?? "" };
    const { data: asked } = await tenant.ask(initiateDeposit, { body });
    await receiveCredits("sandbox", [arrived]);
    const { data } = await tenant.ask(listDeposits, { query: {} });
    expect(data).toMatchObject([{ _id: asked._id, status: "completed" }]);
    expect(await tenant.balance()).toBe(1_500_50);
    const late = await boss.post(`/super-admin/deposits/${asked._id}/approve`, {});
    expect(late.body.error.code).toBe("ALREADY_DECIDED");
  });

  test("a request that comes after is told that the money is there", async () => {
    const { tenant, bankAccount, credit } = await receiver();
    const arrived = credit();
    await receiveCredits("sandbox", [arrived]);
    const body = { bank_account: bankAccount, amount: 1500.5, utr_reference: arrived.utr };
    const late = await tenant.post("/wallet/deposit/initiate", body);
    expect(late.status).toBe(409);
    expect(late.body.error.message).toBe("This transfer has been credited to your wallet already");
  });

  test("request, approval and credit at once credit once, whoever comes first", async () => {
    for (let round = 0; round < 4; round += 1) {
      const { tenant, bankAccount, credit } = await receiver();
      const arrived = credit();
      const body = { bank_account: bankAccount, amount: 1500.5, utr_reference: arrived.utr };
      const asked = async () => {
        const { body: answer } = await tenant.post("/wallet/deposit/initiate", body);
        const id = answer.data?._id;
        if (id) await boss.post(`/super-admin/deposits/${id}/approve`, {});
      };
      await Promise.all([asked(), receiveCredits("sandbox", [arrived])]);
      const inSuspense = (await recorded(arrived)).state === "suspense";
      // An approval that was first leaves the credit in suspense, where somebody says it is the same.
      expect(await tenant.balance()).toBe(1_500_50);
      expect((await tenant.ask(listDeposits, { query: {} })).total).toBe(1);
      if (inSuspense) expect((await recorded(arrived)).reason).toBe("utr_credited");
    }
  });

  test("a request whose transfer lies in suspense can't be approved from the bank", async () => {
    const { tenant, bankAccount, credit } = await receiver();
    const arrived = credit({ sender: null });
    await receiveCredits("sandbox", [arrived]);
    const body = { bank_account: bankAccount, amount: 1500.5, utr_reference: arrived.utr ?? "" };
    const { data } = await tenant.ask(initiateDeposit, { body });
    const refused = await boss.post(`/super-admin/deposits/${data._id}/approve`, {});
    expect([refused.status, refused.body.error.code]).toEqual([409, "MONEY_IN_SUSPENSE"]);
    expect(await tenant.balance()).toBe(0);
  });
});
