// The guarantee: nothing is credited from a revoked bank account unless a reviewer was warned and
// decides that deposit on its own. What was credited before stays.
import { initiateDeposit } from "@rokad/contract/deposits";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountForm } from "../../../test/forms.ts";
import { openReceiver } from "../../../test/receiver.ts";
import { runDueJobs } from "../../../test/run-due-jobs.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { creditRow, statementsOf } from "../../../test/statement-world.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { until } from "../../../test/disturbances.ts";
import { waitingForLocks } from "../../../test/waiting-for-locks.ts";
import { database, separateConnection } from "../../database/db.ts";
import { receiveCredits } from "../virtual-accounts/receive-credits.ts";

let world: World;
let boss: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  world = await openWorld();
  boss = await world.superAdmin();
  other = await world.newSuperAdmin("Ravi Nair");
});
afterAll(() => world.close());

const reason = "Reported as stolen";
const revoke = (id: string, by: SignedIn = boss) =>
  by.post(`/super-admin/bank-accounts/${id}/revoke`, { reason });
const approve = (id: string, body: object = {}) =>
  boss.post(`/super-admin/deposits/${id}/approve`, body);

async function tenantWithAccount() {
  const tenant = await world.retailer();
  return { tenant, account: await world.approvedAccount(tenant) };
}

describe("a revocation", () => {
  test("ends new deposit requests, tells the tenant why, and is in the audit log", async () => {
    const { tenant, account } = await tenantWithAccount();
    const { status, body } = await revoke(account);
    expect([status, body.message, body.data]).toEqual([
      200,
      "Bank account revoked",
      expect.objectContaining({ status: "revoked", revocation_reason: reason }),
    ]);
    const form = { bank_account: account, amount: 500, utr_reference: world.newUtr() };
    const refused = await tenant.post("/wallet/deposit/initiate", form);
    expect([refused.status, refused.body.error.code]).toEqual([422, "BANK_ACCOUNT_NOT_APPROVED"]);
    const { body: mine } = await tenant.get("/wallet/bank-accounts", { status: "revoked" });
    expect(mine.data).toMatchObject([{ _id: account, revocation_reason: reason }]);
    const { body: notified } = await tenant.get("/notifications");
    expect(notified.data[0]).toMatchObject({
      kind: "bank_account_revoked",
      subject_id: account,
      text: expect.stringContaining(`is no longer accepted for deposits: ${reason}`) as string,
    });
    const { body: queue } = await boss.get("/super-admin/bank-accounts", { status: "revoked" });
    expect(queue.data.at(-1)).toMatchObject({
      _id: account,
      decided_by: "Meera Iyer",
      revoked: { by: "Meera Iyer" },
    });
    const entry = await database()
      .selectFrom("audit_log")
      .select(["act", "reason", "before", "after"])
      .where("subject_id", "=", account)
      .where("act", "=", "bank_account.revoked")
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      reason,
      before: { status: "approved" },
      after: { status: "revoked", tenant: tenant.id },
    });
  });

  test("happens once, for an approved account only, by a super admin with a reason", async () => {
    const { tenant, account } = await tenantWithAccount();
    const { body: added } = await tenant.post(
      "/wallet/bank-accounts",
      accountForm(world.newAccountNumber()),
    );
    expect((await revoke(added.data._id)).body.error).toMatchObject({
      code: "BANK_ACCOUNT_NOT_REVOCABLE",
      message: "Only an approved bank account can be revoked",
    });
    expect((await revoke("01900000-0000-7000-8000-000000000000")).status).toBe(404);
    expect((await revoke(account, tenant)).status).toBe(403);
    const path = `/super-admin/bank-accounts/${account}/revoke` as const;
    expect((await boss.post(path, { reason: " " })).body.error.fields).toEqual({
      reason: "A reason is required",
    });
    const answers = await Promise.all([
      revoke(account),
      revoke(account, other),
      revoke(account),
      revoke(account, other),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.error.message).toMatch(
      /^This bank account was already revoked by (Meera Iyer|Ravi Nair) on /,
    );
  });

  test("lets the tenant add the account again, which needs a new approval after a warning", async () => {
    const tenant = await world.retailer();
    const form = accountForm(world.newAccountNumber());
    const { data } = (await tenant.post("/wallet/bank-accounts", form)).body;
    await boss.post(`/super-admin/bank-accounts/${data._id}/approve`, {});
    expect((await tenant.post("/wallet/bank-accounts", form)).status).toBe(409);
    await revoke(data._id);
    const again = (await tenant.post("/wallet/bank-accounts", form)).body.data;
    expect(again.status).toBe("pending");
    const { body } = await boss.get("/super-admin/bank-accounts", {
      status: "pending",
      search: tenant.mobile,
    });
    expect(body.data[0]?.warnings[0]).toMatchObject({
      code: "REVOKED_BEFORE",
      message: expect.stringContaining(reason) as string,
    });
    await boss.post(`/super-admin/bank-accounts/${again._id}/approve`, {});
    const deposit = await world.requestDeposit(tenant, 500, again._id);
    expect((await approve(deposit._id)).status).toBe(200);
  });
});

describe("a waiting deposit of a revoked account", () => {
  test("has a warning, is left out of bulk approvals, and is approved on its own after it", async () => {
    const { tenant, account } = await tenantWithAccount();
    const waiting = await world.requestDeposit(tenant, 500, account);
    await revoke(account);
    const { body } = await boss.get("/super-admin/deposits", { utr: waiting.utr_reference });
    expect(body.data[0]?.warnings[0]).toMatchObject({
      code: "ACCOUNT_REVOKED",
      message: expect.stringContaining(reason) as string,
    });
    const bulk = await boss.post("/super-admin/deposits/approve", { ids: [waiting._id] });
    expect(bulk.body.data).toMatchObject([{ outcome: "refused", code: "BANK_ACCOUNT_REVOKED" }]);
    // A reviewer whose page is older than the revocation has not seen the warning.
    const unwarned = await approve(waiting._id);
    expect([unwarned.status, unwarned.body.error.code]).toEqual([409, "BANK_ACCOUNT_REVOKED"]);
    expect(await tenant.balance()).toBe(0);
    expect((await approve(waiting._id, { accept_revoked_account: true })).status).toBe(200);
    expect(await tenant.balance()).toBe(500_00);
    expect(await world.faults()).toEqual([]);
  });

  test("is not approved from a bank statement, also in bulk", async () => {
    const statements = statementsOf(world);
    const utr = "HDFCN52026041234";
    const { tenant, deposits } = await statements.tenantWith(utr);
    const { id } = await statements.importRows(boss, creditRow(utr));
    const account = await database()
      .selectFrom("deposits")
      .select("bank_account_id")
      .where("id", "=", deposits[0]?._id ?? "")
      .executeTakeFirstOrThrow();
    await revoke(account.bank_account_id ?? "");
    const { body } = await boss.get(`/super-admin/statement-imports/${id}/lines`);
    expect(body.data).toMatchObject([
      { outcome: "account_revoked", group: "decide", can_approve: false },
    ]);
    await statements.approveAll(boss, id);
    expect(await tenant.balance()).toBe(0);
  });

  test("makes a revocation wait for an approval that is committing", async () => {
    const { tenant, account } = await tenantWithAccount();
    const waiting = await world.requestDeposit(tenant, 500, account);
    const holder = separateConnection();
    await holder.connect();
    try {
      await holder.query("begin");
      await holder.query("select from wallets where id = $1 for update", [tenant.id]);
      const approval = boss.post("/super-admin/deposits/approve", { ids: [waiting._id] });
      await until(async () => (await waitingForLocks()) === 1);
      const revocation = revoke(account);
      await until(async () => (await waitingForLocks()) === 2);
      await holder.query("commit");
      expect((await approval).body.data).toMatchObject([{ outcome: "approved" }]);
      expect((await revocation).status).toBe(200);
    } finally {
      await holder.end();
    }
  });

  test("is credited once or not at all when a revocation races with approvals and requests", async () => {
    for (let round = 0; round < 6; round += 1) {
      const { tenant, account } = await tenantWithAccount();
      const waiting = await world.requestDeposit(tenant, 500, account);
      const request = { bank_account: account, amount: 700, utr_reference: world.newUtr() };
      const [revoked, bulk, single, requested] = await Promise.all([
        revoke(account),
        boss.post("/super-admin/deposits/approve", { ids: [waiting._id] }),
        other.post(`/super-admin/deposits/${waiting._id}/approve`, {}),
        tenant.post(initiateDeposit.path, request),
      ]);
      expect(revoked.status).toBe(200);
      const credits =
        Number(bulk.body.data[0]?.outcome === "approved") + Number(single.status === 200);
      expect(credits).toBeLessThanOrEqual(1);
      expect(await tenant.balance()).toBe(credits * 500_00);
      expect([201, 422]).toContain(requested.status);
      expect((await tenant.post(initiateDeposit.path, request)).status).not.toBe(201);
    }
    expect(await world.faults()).toEqual([]);
  });
});

describe("a virtual account", () => {
  test("takes a revoked account for an unknown sender, also for a waiting request", async () => {
    const receiver = await openReceiver(world);
    expect(await receiveCredits("sandbox", [receiver.credit()])).toEqual(["credited"]);
    const before = await receiver.tenant.balance();
    const waiting = await world.requestDeposit(receiver.tenant, 1_500.5, receiver.bankAccount);
    await revoke(receiver.bankAccount);
    const credits = [receiver.credit(), receiver.credit({ utr: waiting.utr_reference })];
    expect(await receiveCredits("sandbox", credits)).toEqual(["suspended", "suspended"]);
    expect(await receiver.tenant.balance()).toBe(before);
    const reasons = await database()
      .selectFrom("incoming_credits")
      .select("reason")
      .where("virtual_account_id", "=", receiver.account.id)
      .where("state", "=", "suspense")
      .execute();
    expect(reasons.map((row) => row.reason)).toEqual(["sender_unknown", "sender_unknown"]);
    await runDueJobs();
    const { lock_wanted: wanted, lock_set: set } = await database()
      .selectFrom("virtual_accounts")
      .select(["lock_wanted", "lock_set"])
      .where("id", "=", receiver.account.id)
      .executeTakeFirstOrThrow();
    expect(set).toBe(wanted);
    expect(await world.faults()).toEqual([]);
  });
});
