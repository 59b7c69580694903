// The guarantee: a super admin's order becomes one account at the provider, locked to the tenant's
// approved accounts as they change, and closed with the tenant; what stands still is seen.
import { approveBankAccount } from "@rokad/contract/bank-account-reviews";
import { addBankAccount } from "@rokad/contract/bank-accounts";
import { listNotifications } from "@rokad/contract/notifications";
import { followSimulatedCredit, simulateCredit } from "@rokad/contract/sandbox";
import { closeTenant } from "@rokad/contract/tenants";
import {
  closeVirtualAccount,
  listTenantVirtualAccounts,
  listVirtualAccounts,
  openVirtualAccount,
} from "@rokad/contract/virtual-accounts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { accountForm } from "../../test/forms.ts";
import { doJobs, receiverIn } from "../../test/receiver.ts";
import type { SignedIn } from "../../test/signed-in.ts";
import { openWorld, type World } from "../../test/world.ts";
import { database } from "../db.ts";
import { sandboxVirtualAccounts } from "../providers/sandbox/virtual-accounts.ts";
import { lookupHash } from "../sealing/seal.ts";
import { readMissedCredits } from "./read-missed-credits.ts";

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

const kept = async (tenantId: string) =>
  (await boss.ask(listTenantVirtualAccounts, { params: { id: tenantId } })).data;
const atTheBank = (reference: string | null) =>
  database()
    .selectFrom("sandbox_bank.virtual_accounts")
    .selectAll()
    .where("reference", "=", reference ?? "")
    .executeTakeFirstOrThrow();
const approve = async (owner: SignedIn, number: string) => {
  const { data } = await owner.ask(addBankAccount, { body: accountForm(number) });
  await boss.ask(approveBankAccount, { params: { id: data._id }, body: {} });
};

test("it is opened once however many order it, and the tenant sees it and is told", async () => {
  const tenant = await world.retailer();
  await world.approvedAccount(tenant);
  const order = () =>
    boss.post(`/super-admin/tenants/${tenant.id}/virtual-accounts`, { provider: "sandbox" });
  const answers = await Promise.all(Array.from({ length: 6 }, order));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.find(({ status }) => status === 409)?.body.error.code).toBe(
    "VIRTUAL_ACCOUNT_EXISTS",
  );
  expect((await kept(tenant.id)).accounts).toMatchObject([{ state: "opening", lock: "waiting" }]);
  expect((await tenant.ask(listVirtualAccounts, {})).data).toEqual([]);
  await doJobs();
  const { accounts, providers } = await kept(tenant.id);
  expect(accounts).toMatchObject([{ state: "open", lock: "set", provider: "sandbox" }]);
  expect(providers).not.toContain("sandbox");
  const { data } = await tenant.ask(listVirtualAccounts, {});
  expect(data).toMatchObject([
    { account_number: accounts[0]?.account_number, account_holder_name: tenant.name },
  ]);
  const { data: told } = await tenant.ask(listNotifications, { query: {} });
  expect(told[0]?.kind).toBe("virtual_account_opened");
});

test("without an approved account, or with a provider that has none, it is refused", async () => {
  const tenant = await world.retailer();
  const path = `/super-admin/tenants/${tenant.id}/virtual-accounts`;
  const early = await boss.post(path, { provider: "sandbox" });
  expect([early.status, early.body.error.code]).toEqual([422, "BANK_ACCOUNT_NOT_APPROVED"]);
  const nobodys = await boss.post(path, { provider: "nobody" });
  expect([nobodys.status, nobodys.body.error.code]).toEqual([422, "NO_VIRTUAL_ACCOUNTS"]);
  expect((await tenant.post(path, { provider: "sandbox" })).status).toBe(403);
  expect((await boss.get("/wallet/virtual-accounts")).status).toBe(403);
});

test("the provider's lock follows each approval, also those that come while it is asked", async () => {
  const { tenant, account, sender } = await receiverIn(world);
  const [second, third] = [world.newAccountNumber(), world.newAccountNumber()];
  await approve(tenant, second);
  expect((await kept(tenant.id)).accounts[0]?.lock).toBe("waiting");
  const lockTo = vi.spyOn(sandboxVirtualAccounts, "lockTo");
  lockTo.mockImplementationOnce(async () => approve(tenant, third));
  await doJobs();
  lockTo.mockRestore();
  const { senders } = await atTheBank(account.provider_reference);
  const hashes = [sender.accountNumber, second, third].map((number) =>
    lookupHash("account number", number).toString("hex"),
  );
  expect(senders.map((hash) => hash.toString("hex")).toSorted()).toEqual(hashes.toSorted());
  expect((await kept(tenant.id)).accounts[0]?.lock).toBe("set");
});

test("a lock that the provider does not take is shown as late, with why, and set at the next try", async () => {
  const { tenant } = await receiverIn(world);
  await approve(tenant, world.newAccountNumber());
  const lockTo = vi.spyOn(sandboxVirtualAccounts, "lockTo");
  lockTo.mockRejectedValueOnce(new Error("The bank answered 503"));
  await doJobs();
  lockTo.mockRestore();
  expect((await kept(tenant.id)).accounts[0]).toMatchObject({
    lock: "late",
    problem: "The bank answered 503",
  });
  await database()
    .updateTable("background_jobs")
    .set({ due_at: new Date(0) })
    .execute();
  await doJobs();
  expect((await kept(tenant.id)).accounts[0]).toMatchObject({ lock: "set", problem: null });
});

test("a closed one is closed at the bank, takes nothing more, and may be followed by another", async () => {
  const { tenant, account, send } = await receiverIn(world);
  const params = { id: account.id };
  await boss.ask(closeVirtualAccount, { params, body: { reason: "The tenant asked for it" } });
  expect((await tenant.ask(listVirtualAccounts, {})).data).toEqual([]);
  await send(500);
  await world.work();
  expect(await tenant.balance()).toBe(0);
  await doJobs();
  expect((await atTheBank(account.provider_reference)).is_open).toBe(false);
  expect((await kept(tenant.id)).accounts).toMatchObject([{ state: "closed" }]);
  const again = await boss.post(`/super-admin/virtual-accounts/${account.id}/close`, {
    reason: "Again",
  });
  expect(again.body.error.code).toBe("ALREADY_DECIDED");
  await boss.ask(openVirtualAccount, { params: { id: tenant.id }, body: { provider: "sandbox" } });
  await doJobs();
  expect((await kept(tenant.id)).accounts[0]?.state).toBe("open");
});

test("it is closed with its tenant", async () => {
  const { tenant, account } = await receiverIn(world);
  await boss.ask(closeTenant, { params: { id: tenant.id } });
  await doJobs();
  expect((await atTheBank(account.provider_reference)).is_open).toBe(false);
});

test("what arrives at the sandbox bank is told until it is taken, and credited once", async () => {
  const { tenant, send } = await receiverIn(world);
  const deliver = sandboxVirtualAccounts.deliverCredits;
  await send(1_000);
  await expect(
    deliver?.(async () => {
      throw new Error("the server died here");
    }),
  ).rejects.toThrow("died");
  await Promise.all([world.work(), world.work()]);
  expect(await tenant.balance()).toBe(1_000_00);
});

test("a credit that nobody told of is found in the provider's list, once", async () => {
  const { tenant, send } = await receiverIn(world);
  await send(1_000);
  await database().updateTable("sandbox_bank.credits").set({ told_at: new Date() }).execute();
  await world.work();
  expect(await tenant.balance()).toBe(0);
  await Promise.all([readMissedCredits(), readMissedCredits()]);
  await readMissedCredits();
  expect(await tenant.balance()).toBe(1_000_00);
});

test("play money without a sender or of a wrong shape", async () => {
  const { tenant, account } = await receiverIn(world);
  const body = { account_number: account.account_number ?? "", amount: 10 };
  await tenant.ask(simulateCredit, { body });
  await world.work();
  expect(await tenant.balance()).toBe(0);
  for (const wrong of [{}, { ...body, amount: 1.005 }, { ...body, utr_reference: "x" }]) {
    expect((await tenant.post("/sandbox/credits", wrong)).status).toBe(400);
  }
});

test("play money from an approved account: one's own, once under a key, and followed to its end", async () => {
  const { tenant, account, bankAccount } = await receiverIn(world);
  const stranger = await receiverIn(world);
  const body = { account_number: account.account_number ?? "", amount: 250 };
  const path = "/sandbox/credits";
  const own = { ...body, from_bank_account: bankAccount };
  const refused = await stranger.tenant.post(path, own);
  expect([refused.status, refused.body.error.fields]).toEqual([
    400,
    { from_bank_account: "Choose one of the approved bank accounts" },
  ]);
  const twice = await Promise.all([1, 2].map(() => tenant.post(path, own, { key: "play-1" })));
  const utrs = new Set(twice.map((each) => each.body.data.utr_reference));
  expect(utrs.size).toBe(1);
  const [utr = ""] = utrs;
  const follow = (who: SignedIn, of: string) =>
    who.ask(followSimulatedCredit, { params: { utr: of } });
  expect((await follow(tenant, utr)).data).toEqual({ state: "arriving", why: null });
  await world.work();
  expect((await follow(tenant, utr)).data).toEqual({ state: "credited", why: null });
  expect(await tenant.balance()).toBe(250_00);
  expect((await stranger.tenant.get(`${path}/${utr}`)).status).toBe(404);

  const { data } = await boss.ask(simulateCredit, {
    body: { ...body, from_bank_account: stranger.bankAccount },
  });
  await world.work();
  expect((await follow(boss, data.utr_reference)).data).toEqual({
    state: "suspense",
    why: "The sender is not an approved bank account of the tenant",
  });
});
