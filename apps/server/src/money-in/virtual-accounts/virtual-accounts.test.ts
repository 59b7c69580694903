// A super admin's request opens one account at the provider. Its allowed senders follow the tenant's
// approved accounts, it closes with the tenant, and a stuck sync is visible.
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
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { accountForm } from "../../../test/forms.ts";
import { openReceiver } from "../../../test/receiver.ts";
import { runDueJobs } from "../../../test/run-due-jobs.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openRazorpayX, razorpayxCredentials } from "../../../test/stand-ins/razorpayx.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { useCredentials } from "../../kernel/credentials.ts";
import { adapterOf, useProviders } from "../../providers/configured-providers.ts";
import { razorpayxProvider } from "../../providers/razorpayx/razorpayx.ts";
import { database } from "../../database/db.ts";
import { sandboxVirtualAccounts } from "../../providers/sandbox/virtual-accounts.ts";
import { blindIndex } from "../../database/encryption/encrypt.ts";
import { fetchMissedCredits } from "./fetch-missed-credits.ts";

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

const accountsOf = async (tenantId: string) =>
  (await boss.ask(listTenantVirtualAccounts, { params: { id: tenantId } })).data;
const sandboxAccount = (reference: string | null) =>
  database()
    .selectFrom("sandbox_bank.virtual_accounts")
    .selectAll()
    .where("reference", "=", reference ?? "")
    .executeTakeFirstOrThrow();
const approve = async (owner: SignedIn, number: string) => {
  const { data } = await owner.ask(addBankAccount, { body: accountForm(number) });
  await boss.ask(approveBankAccount, { params: { id: data._id }, body: {} });
};

test("opens once from 6 requests at the same time; the tenant sees it and is notified [37.1]", async () => {
  const tenant = await world.retailer();
  await world.approvedAccount(tenant);
  const open = () =>
    boss.post(`/super-admin/tenants/${tenant.id}/virtual-accounts`, { provider: "sandbox" });
  const answers = await Promise.all(Array.from({ length: 6 }, open));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.find(({ status }) => status === 409)?.body.error.code).toBe(
    "VIRTUAL_ACCOUNT_EXISTS",
  );
  expect((await accountsOf(tenant.id)).accounts).toMatchObject([
    { state: "opening", lock: "waiting" },
  ]);
  expect((await tenant.ask(listVirtualAccounts, {})).data).toEqual([]);
  await runDueJobs();
  const { accounts, providers } = await accountsOf(tenant.id);
  expect(accounts).toMatchObject([{ state: "open", lock: "set", provider: "sandbox" }]);
  expect(providers).not.toContain("sandbox");
  const { data } = await tenant.ask(listVirtualAccounts, {});
  expect(data).toMatchObject([
    { account_number: accounts[0]?.account_number, account_holder_name: tenant.name },
  ]);
  const { data: notifications } = await tenant.ask(listNotifications, { query: {} });
  expect(notifications[0]?.kind).toBe("virtual_account_opened");
});

test("rejects a tenant without an approved account and a provider without virtual accounts", async () => {
  const tenant = await world.retailer();
  const path = `/super-admin/tenants/${tenant.id}/virtual-accounts`;
  const early = await boss.post(path, { provider: "sandbox" });
  expect([early.status, early.body.error.code]).toEqual([422, "BANK_ACCOUNT_NOT_APPROVED"]);
  const unknownAnswer = await boss.post(path, { provider: "nobody" });
  expect([unknownAnswer.status, unknownAnswer.body.error.code]).toEqual([
    422,
    "NO_VIRTUAL_ACCOUNTS",
  ]);
  expect((await tenant.post(path, { provider: "sandbox" })).status).toBe(403);
  expect((await boss.get("/wallet/virtual-accounts")).status).toBe(403);
});

test("updates the allowed senders after each approval, also after one during an update [37.2]", async () => {
  const { tenant, account, sender } = await openReceiver(world);
  const [second, third] = [world.newAccountNumber(), world.newAccountNumber()];
  await approve(tenant, second);
  expect((await accountsOf(tenant.id)).accounts[0]?.lock).toBe("waiting");
  const setAllowedSenders = vi.spyOn(sandboxVirtualAccounts, "setAllowedSenders");
  setAllowedSenders.mockImplementationOnce(async () => approve(tenant, third));
  await runDueJobs();
  setAllowedSenders.mockRestore();
  const { senders } = await sandboxAccount(account.provider_reference);
  const hashes = [sender.accountNumber, second, third].map((number) =>
    blindIndex("account number", number).toString("hex"),
  );
  expect(senders.map((hash) => hash.toString("hex")).toSorted()).toEqual(hashes.toSorted());
  expect((await accountsOf(tenant.id)).accounts[0]?.lock).toBe("set");
});

test("shows a failed update of the senders as late, with the reason, and retries it [37.2]", async () => {
  const { tenant } = await openReceiver(world);
  await approve(tenant, world.newAccountNumber());
  const setAllowedSenders = vi.spyOn(sandboxVirtualAccounts, "setAllowedSenders");
  setAllowedSenders.mockRejectedValueOnce(new Error("The bank answered 503"));
  await runDueJobs();
  setAllowedSenders.mockRestore();
  expect((await accountsOf(tenant.id)).accounts[0]).toMatchObject({
    lock: "late",
    problem: "The bank answered 503",
  });
  await database()
    .updateTable("background_jobs")
    .set({ due_at: new Date(0) })
    .execute();
  await runDueJobs();
  expect((await accountsOf(tenant.id)).accounts[0]).toMatchObject({ lock: "set", problem: null });
});

test("closes at the provider, credits nothing afterwards, and can be replaced [37.3]", async () => {
  const { tenant, account, send } = await openReceiver(world);
  const params = { id: account.id };
  await boss.ask(closeVirtualAccount, { params, body: { reason: "The tenant asked for it" } });
  expect((await tenant.ask(listVirtualAccounts, {})).data).toEqual([]);
  await send(500);
  await world.work();
  expect(await tenant.balance()).toBe(0);
  await runDueJobs();
  expect((await sandboxAccount(account.provider_reference)).is_open).toBe(false);
  expect((await accountsOf(tenant.id)).accounts).toMatchObject([{ state: "closed" }]);
  const again = await boss.post(`/super-admin/virtual-accounts/${account.id}/close`, {
    reason: "Again",
  });
  expect(again.body.error.code).toBe("ALREADY_DECIDED");
  await boss.ask(openVirtualAccount, { params: { id: tenant.id }, body: { provider: "sandbox" } });
  await runDueJobs();
  expect((await accountsOf(tenant.id)).accounts[0]?.state).toBe("open");
});

test("closes with its tenant [37.3]", async () => {
  const { tenant, account } = await openReceiver(world);
  await boss.ask(closeTenant, { params: { id: tenant.id } });
  await runDueJobs();
  expect((await sandboxAccount(account.provider_reference)).is_open).toBe(false);
});

test("delivers a sandbox credit until it is received, and credits it once [37.12]", async () => {
  const { tenant, send } = await openReceiver(world);
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

test("fetches a credit without a webhook from the provider's list, once [37.11]", async () => {
  const { tenant, send } = await openReceiver(world);
  await send(1_000);
  await database().updateTable("sandbox_bank.credits").set({ reported_at: new Date() }).execute();
  await world.work();
  expect(await tenant.balance()).toBe(0);
  await Promise.all([fetchMissedCredits(), fetchMissedCredits()]);
  await fetchMissedCredits();
  expect(await tenant.balance()).toBe(1_000_00);
});

test("a sandbox account whose opening had no answer gets the senders of the next call", async () => {
  const openFor = (accountNumber: string) => {
    const senders = [{ accountNumber, ifscCode: "SBIN0000001" }];
    return sandboxVirtualAccounts.open({
      key: "LOST",
      name: "Shop",
      mobile: "9876543210",
      senders,
    });
  };
  const opened = await openFor("000111");
  expect(await openFor("000222")).toEqual(opened);
  const { senders } = await sandboxAccount(opened.providerReference);
  expect(senders).toEqual([blindIndex("account number", "000222")]);
});

test("asks RazorpayX about a listed credit once, however often the list has it", async () => {
  const standIn = await openRazorpayX();
  const bank = adapterOf("primary");
  const razorpayx = razorpayxProvider({ baseUrl: standIn.baseUrl, timeoutMs: 5_000 });
  useProviders({ primary: bank, alternative: bank }, [razorpayx]);
  useCredentials(razorpayxCredentials);
  onTestFinished(async () => {
    useProviders({ primary: bank, alternative: bank });
    useCredentials({});
    await standIn.close();
  });
  const { tenant, sender } = await openReceiver(world);
  const path = `/super-admin/tenants/${tenant.id}/virtual-accounts`;
  expect((await boss.post(path, { provider: "razorpayx" })).status).toBe(201);
  await runDueJobs();
  const [account] = standIn.smartCollect.accounts;
  const from = { account_number: sender.accountNumber, ifsc: sender.ifscCode, name: sender.name };
  const credit = { amount: 750_00, utr: world.newUtr(), from };
  expect(standIn.smartCollect.receive(account?.number ?? "", credit)).toBe("credited");
  for (let sweep = 0; sweep < 3; sweep += 1) await fetchMissedCredits();
  expect(await tenant.balance()).toBe(750_00);
  const asked = standIn.requests.filter((request) => request.path.endsWith("/bank_transfer"));
  expect(asked).toHaveLength(1);
});

test("credits no sandbox transfer without a sender and rejects an invalid one", async () => {
  const { tenant, account } = await openReceiver(world);
  const body = { account_number: account.account_number ?? "", amount: 10 };
  await tenant.ask(simulateCredit, { body });
  await world.work();
  expect(await tenant.balance()).toBe(0);
  for (const wrong of [{}, { ...body, amount: 1.005 }, { ...body, utr_reference: "x" }]) {
    expect((await tenant.post("/sandbox/credits", wrong)).status).toBe(400);
  }
});

test("accepts a sandbox transfer from the tenant's own approved account, once for a key, and tracks it", async () => {
  const { tenant, account, bankAccount } = await openReceiver(world);
  const otherReceiver = await openReceiver(world);
  const body = { account_number: account.account_number ?? "", amount: 250 };
  const path = "/sandbox/credits";
  const own = { ...body, from_bank_account: bankAccount };
  const rejectedAnswer = await otherReceiver.tenant.post(path, own);
  expect([rejectedAnswer.status, rejectedAnswer.body.error.fields]).toEqual([
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
  expect((await otherReceiver.tenant.get(`${path}/${utr}`)).status).toBe(404);

  const { data } = await boss.ask(simulateCredit, {
    body: { ...body, from_bank_account: otherReceiver.bankAccount },
  });
  await world.work();
  expect((await follow(boss, data.utr_reference)).data).toEqual({
    state: "suspense",
    why: "The sender is not an approved bank account of the tenant",
  });
});
