// A bank account is decided once, the queue shows the facts for the decision, and the audit log
// records each access to a full number.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountForm } from "../../../test/forms.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database } from "../../database/db.ts";

let world: World;
let boss: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  world = await openWorld();
  boss = await world.superAdmin();
  other = await world.newSuperAdmin("Ravi Nair");
});
afterAll(() => world.close());

const unknownId = "01900000-0000-7000-8000-000000000000";
const statusesOf = (answers: readonly { status: number }[]) =>
  answers.map((answer) => answer.status).toSorted();

/** Adds a pending account. @returns its id. */
async function addAccount(tenant: SignedIn, change: Partial<ReturnType<typeof accountForm>> = {}) {
  const form = { ...accountForm(world.newAccountNumber()), ...change };
  return (await tenant.post("/wallet/bank-accounts", form)).body.data._id;
}

async function queueRow(id: string) {
  const { body } = await boss.get("/super-admin/bank-accounts", { limit: "100" });
  const row = body.data.find((account) => account._id === id);
  if (!row) throw new Error(`${id} is not on the first page`);
  return row;
}

const logOf = (id: string) =>
  database()
    .selectFrom("audit_log")
    .select(["act", "actor_id", "reason", "before", "after"])
    .where("subject_id", "=", id)
    .orderBy("seq")
    .execute();

describe("the queue", () => {
  test("has every tenant, oldest first, numbers masked, and is searched by tenant, holder or IFSC [16.20]", async () => {
    const tenant = await world.retailer({ name: "Gupta Textiles" });
    const ids = [
      await addAccount(tenant),
      await addAccount(tenant, { account_holder_name: "Kaveri Gupta" }),
    ];
    const { body } = await boss.get("/super-admin/bank-accounts", { status: "pending" });
    const mine = body.data.filter((account) => account.tenant.id === tenant.id);
    expect(mine.map(({ _id }) => _id)).toEqual(ids);
    expect(mine[0]).toMatchObject({
      tenant: { id: tenant.id, name: "Gupta Textiles", phone: tenant.mobile },
      account_number: expect.stringMatching(/^\*{4}\d{4}$/) as string,
      ifsc_bank: "HDFC Bank",
      decided_by: null,
    });
    const times = body.data.map((account) => account.created_at);
    expect(times).toEqual(times.toSorted());
    const found = async (search: string) =>
      (await boss.get("/super-admin/bank-accounts", { search })).body;
    for (const words of ["gupta TEX", tenant.mobile.slice(2)])
      expect((await found(words)).total).toBe(2);
    expect((await found("kaveri")).data.map(({ _id }) => _id)).toEqual([ids[1]]);
    expect((await found("%")).total).toBe(0);
    expect((await found("hdfc0000001")).total).toBeGreaterThan(1);
  });

  test("counts pending accounts and today's decisions, regardless of the filter", async () => {
    const summaryOf = async () =>
      (await boss.get("/super-admin/bank-accounts", { search: "nobody" })).body.summary;
    const before = await summaryOf();
    const tenant = await world.retailer();
    const [yes, no] = [await addAccount(tenant), await addAccount(tenant)];
    await world.at("2026-01-01T00:00:00Z", () => addAccount(tenant));
    await boss.post(`/super-admin/bank-accounts/${yes}/approve`, {});
    await boss.post(`/super-admin/bank-accounts/${no}/reject`, { reason: "No" });
    expect(await summaryOf()).toEqual({
      waiting: before.waiting + 1,
      oldest_waiting_at: "2026-01-01T00:00:00.000Z",
      approved_today: before.approved_today + 1,
      rejected_today: before.rejected_today + 1,
    });
  });
});

describe("a warning about an account", () => {
  const messagesOf = async (id: string) =>
    Object.fromEntries((await queueRow(id)).warnings.map(({ code, message }) => [code, message]));

  test("is absent when name, bank and branch match", async () => {
    const tenant = await world.retailer({ name: "Sharma Traders" });
    expect(await messagesOf(await addAccount(tenant))).toEqual({});
  });

  test("reports a holder unlike the tenant, and a bank other than the IFSC's [16.21, 16.22]", async () => {
    const tenant = await world.retailer({ name: "Verma Stores" });
    const id = await addAccount(tenant, { bank_name: "Axis Bank" });
    expect(await messagesOf(id)).toEqual({
      NAME_DIFFERS: "The holder Sharma Traders does not match the tenant's name Verma Stores",
      BANK_DIFFERS: "HDFC0000001 belongs to HDFC Bank, but the tenant entered Axis Bank",
    });
    await boss.post(`/super-admin/bank-accounts/${id}/approve`, {});
    expect(await messagesOf(id)).toEqual({});
  });

  test("reports an unknown bank or branch [16.22]", async () => {
    const tenant = await world.retailer({ name: "Sharma Traders" });
    const [bank, branch] = [
      await addAccount(tenant, { ifsc_code: "ZZZZ0000001" }),
      await addAccount(tenant, { ifsc_code: "HDFC0ZZZZZZ" }),
    ];
    expect(await messagesOf(bank)).toEqual({
      IFSC_UNKNOWN: "No bank has IFSC codes that begin with ZZZZ",
    });
    expect(await messagesOf(branch)).toEqual({
      BRANCH_UNKNOWN: "Branch HDFC0ZZZZZZ is not in our list; it may be new",
    });
  });

  test("reports another tenant with the same account, at any branch of the bank [16.23]", async () => {
    const [tenant, second] = [
      await world.retailer({ name: "Sharma Traders" }),
      await world.retailer({ name: "Sharma Brothers" }),
    ];
    const number = world.newAccountNumber();
    const mine = await addAccount(tenant, { account_number: number });
    expect(await messagesOf(mine)).toEqual({});
    const theirs = await addAccount(second, { account_number: number, ifsc_code: "HDFC0000060" });
    await addAccount(second, {
      account_number: number,
      ifsc_code: "ICIC0000001",
      bank_name: "ICICI",
    });
    expect(await messagesOf(mine)).toEqual({
      USED_BY_ANOTHER: "Another tenant also has this account: Sharma Brothers",
    });
    await boss.post(`/super-admin/bank-accounts/${theirs}/reject`, { reason: "No" });
    expect(await messagesOf(mine)).toEqual({});
  });

  test("reports an earlier rejection of the account, with the reason", async () => {
    const tenant = await world.retailer({ name: "Sharma Traders" });
    const number = world.newAccountNumber();
    const first = await addAccount(tenant, { account_number: number });
    await boss.post(`/super-admin/bank-accounts/${first}/reject`, { reason: "Blurred papers" });
    const again = await addAccount(tenant, { account_number: number });
    expect((await messagesOf(again))["REJECTED_BEFORE"]).toMatch(
      /^This account was rejected on .*: Blurred papers$/,
    );
  });
});

describe("the decision", () => {
  test("is made once: of 8 by two people at the same time one counts, and the errors name its reviewer [16.25]", async () => {
    const tenant = await world.retailer();
    const address = `/super-admin/bank-accounts/${await addAccount(tenant)}` as const;
    const decisions = Array.from({ length: 8 }, (_, at) =>
      at % 2 === 0
        ? boss.post(`${address}/approve`, {})
        : other.post(`${address}/reject`, { reason: "No" }),
    );
    const answers = await Promise.all(decisions);
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    const winner = answers.findIndex((answer) => answer.status === 200);
    const { body: list } = await tenant.get("/wallet/bank-accounts");
    expect(list.data[0]?.status).toBe(winner % 2 === 0 ? "approved" : "rejected");
    const [name, how] = winner % 2 === 0 ? ["Meera Iyer", "approved"] : ["Ravi Nair", "rejected"];
    // Each of the other person's four answers names the winner.
    const losers = answers.filter((_, at) => at % 2 !== winner % 2);
    for (const { body } of losers)
      expect(body.error.message).toMatch(
        new RegExp(`^This bank account was already ${how} by ${name} on `),
      );
  });

  test("to reject needs a reason, which the owner sees [13.7]", async () => {
    const tenant = await world.retailer();
    const address = `/super-admin/bank-accounts/${await addAccount(tenant)}/reject` as const;
    const silent = await boss.post(address, { reason: "  " });
    expect(silent.body.error.fields).toEqual({ reason: "A reason is required" });
    await boss.post(address, { reason: "The name differs" });
    const { body: list } = await tenant.get("/wallet/bank-accounts");
    expect(list.data[0]).toMatchObject({
      status: "rejected",
      rejection_reason: "The name differs",
    });
    const again = await boss.post(address, { reason: "Once more" });
    expect(again.body.error).toMatchObject({ code: "ALREADY_DECIDED" });
    expect(again.body.error.message).toMatch(/^This bank account was already rejected by you on /);
  });

  test("on an unknown id is a 404", async () => {
    for (const how of ["approve", "reveal"] as const) {
      const { status } = await boss.post(`/super-admin/bank-accounts/${unknownId}/${how}`, {});
      expect(status).toBe(404);
      expect((await boss.post(`/super-admin/bank-accounts/1/${how}`, {})).status).toBe(400);
    }
  });

  test("on several accounts is made for each on its own [16.26]", async () => {
    const tenant = await world.retailer();
    const [one, two, three] = [
      await addAccount(tenant),
      await addAccount(tenant),
      await addAccount(tenant),
    ];
    await other.post(`/super-admin/bank-accounts/${two}/approve`, {});
    const { body } = await boss.post("/super-admin/bank-accounts/approve", { ids: [one, two] });
    expect(body.data.map(({ outcome, code }) => [outcome, code])).toEqual([
      ["approved", null],
      ["refused", "ALREADY_DECIDED"],
    ]);
    expect(body.data[1]?.message).toMatch(/^This bank account was already approved by Ravi Nair/);
    const ids = [three];
    const rejected = await boss.post("/super-admin/bank-accounts/reject", { ids, reason: "No" });
    expect(rejected.body.data).toEqual([
      { id: three, outcome: "rejected", message: "Bank account rejected", code: null },
    ]);
    const { body: list } = await tenant.get("/wallet/bank-accounts");
    expect(list.data.map(({ status }) => status)).toEqual(["rejected", "approved", "approved"]);
  });

  test("is in the audit log without the full number", async () => {
    const tenant = await world.retailer();
    const id = await addAccount(tenant, { account_number: "000099887766" });
    await boss.post(`/super-admin/bank-accounts/${id}/approve`, { note: "Cheque seen" });
    expect(await logOf(id)).toEqual([
      {
        act: "bank_account.approved",
        actor_id: boss.id,
        reason: "Cheque seen",
        before: { status: "pending" },
        after: {
          status: "approved",
          tenant: tenant.id,
          account_number: "****7766",
          ifsc_code: "HDFC0000001",
        },
      },
    ]);
  });
});

test("a super admin can reveal the full number, and the audit log records who did [16.24]", async () => {
  const tenant = await world.retailer();
  const id = await addAccount(tenant, { account_number: "000011223344" });
  const { body } = await other.post(`/super-admin/bank-accounts/${id}/reveal`);
  expect(body.data).toEqual({ account_number: "000011223344" });
  expect(await logOf(id)).toEqual([
    {
      act: "secret.revealed",
      actor_id: other.id,
      reason: null,
      before: null,
      after: { tenant: tenant.id, account_number: "****3344" },
    },
  ]);
});
