// A tenant adds an account once, a super admin decides it once, and no other tenant sees it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountForm } from "../../../test/forms.ts";
import { openWorld, type World } from "../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const statusesOf = (answers: readonly { status: number }[]) =>
  answers.map((answer) => answer.status).toSorted();

describe("adding an account", () => {
  test("creates a pending account with a masked number [25.30]", async () => {
    const tenant = await world.retailer();
    const form = { ...accountForm("000012345678"), ifsc_code: " hdfc0000001 " };
    const { status, body } = await tenant.post("/wallet/bank-accounts", form);
    expect(status).toBe(201);
    expect(body.message).toBe("Bank account added successfully!");
    expect(body.data).toMatchObject({
      account_number: "****5678",
      ifsc_code: "HDFC0000001",
      status: "pending",
      rejection_reason: null,
    });
    const { body: list } = await tenant.get("/wallet/bank-accounts");
    expect(list.data).toEqual([body.data]);
  });

  test("rejects the same account and IFSC a second time", async () => {
    const tenant = await world.retailer();
    const form = accountForm(world.newAccountNumber());
    await tenant.post("/wallet/bank-accounts", form);
    const { status, body } = await tenant.post("/wallet/bank-accounts", form);
    expect(status).toBe(409);
    expect(body.error).toMatchObject({
      code: "BANK_ACCOUNT_EXISTS",
      message: "This bank account was already added",
      fields: { account_number: "This bank account was already added" },
    });
    const elsewhere = { ...form, ifsc_code: "ICIC0000001" };
    expect((await tenant.post("/wallet/bank-accounts", elsewhere)).status).toBe(201);
  });

  test("accepts one of 8 requests at the same time", async () => {
    const tenant = await world.retailer();
    const form = accountForm(world.newAccountNumber());
    const tries = Array.from({ length: 8 }, () => tenant.post("/wallet/bank-accounts", form));
    expect(statusesOf(await Promise.all(tries))).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
  });

  test("accepts a rejected account again, and the same account of another tenant", async () => {
    const [tenant, other] = [await world.retailer(), await world.operator()];
    const boss = await world.superAdmin();
    const form = accountForm(world.newAccountNumber());
    const { body } = await tenant.post("/wallet/bank-accounts", form);
    await boss.post(`/super-admin/bank-accounts/${body.data._id}/reject`, { reason: "Misspelt" });
    expect((await tenant.post("/wallet/bank-accounts", form)).status).toBe(201);
    expect((await other.post("/wallet/bank-accounts", form)).status).toBe(201);
  });

  test.for([
    ["account_holder_name", "", "Account holder name is required"],
    ["account_holder_name", "A", "Name must be at least 2 characters"],
    ["account_holder_name", "A".repeat(51), "Name must not exceed 50 characters"],
    ["account_holder_name", "A\u0000B", "Please remove line breaks and hidden characters"],
    ["account_number", "", "Account number is required"],
    ["account_number", "12345678", "Account number must be 9-18 digits"],
    ["account_number", "1234567890123456789", "Account number must be 9-18 digits"],
    ["account_number", "12345678x", "Account number must be 9-18 digits"],
    ["account_number", 123456789, "Account number is required"],
    ["ifsc_code", "", "IFSC code is required"],
    ["ifsc_code", "HDFC1000001", "Invalid IFSC code format"],
    ["bank_name", "B", "Bank name must be at least 2 characters"],
    ["bank_name", "B".repeat(101), "Bank name must not exceed 100 characters"],
    ["branch_name", "B", "Branch name must be at least 2 characters"],
    ["branch_name", "B".repeat(101), "Branch name must not exceed 100 characters"],
    ["account_type", "", "Account type is required"],
    ["account_type", "fixed", "Invalid account type"],
  ] as const)("rejects %s = %j: %s", async ([field, value, message]) => {
    const tenant = await theTenant();
    const form = { ...accountForm("123456789"), [field]: value };
    const { status, body } = await tenant.post("/wallet/bank-accounts", form);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: "INVALID_INPUT", message });
    expect(body.error.fields).toEqual({ [field]: message });
  });

  let shared: ReturnType<World["retailer"]> | undefined;
  const theTenant = () => (shared ??= world.retailer());
});

describe("the idempotency key", () => {
  test("gives the same answer to the same request and creates one account", async () => {
    const tenant = await world.retailer();
    const form = accountForm(world.newAccountNumber());
    const first = await tenant.post("/wallet/bank-accounts", form, { key: "again" });
    const second = await tenant.post("/wallet/bank-accounts", form, { key: "again" });
    expect([second.status, second.text]).toEqual([201, first.text]);
    expect((await tenant.get("/wallet/bank-accounts")).body.total).toBe(1);
  });

  test("rejects another request and belongs to one tenant", async () => {
    const [tenant, other] = [await world.retailer(), await world.retailer()];
    const form = accountForm(world.newAccountNumber());
    await tenant.post("/wallet/bank-accounts", form, { key: "mine" });
    const changed = { ...form, branch_name: "Andheri" };
    const reused = await tenant.post("/wallet/bank-accounts", changed, { key: "mine" });
    expect([reused.status, reused.body.error.code]).toEqual([409, "IDEMPOTENCY_KEY_REUSED"]);
    const theirs = await other.post("/wallet/bank-accounts", changed, { key: "mine" });
    expect(theirs.status).toBe(201);
  });

  test("creates one account from 20 requests at the same time [34.3]", async () => {
    const tenant = await world.retailer();
    const form = accountForm(world.newAccountNumber());
    const tries = Array.from({ length: 20 }, () =>
      tenant.post("/wallet/bank-accounts", form, { key: "twenty" }),
    );
    const answers = await Promise.all(tries);
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect((await tenant.get("/wallet/bank-accounts")).body.total).toBe(1);
  });

  test("stays free when the request was rejected", async () => {
    const tenant = await world.retailer();
    const form = accountForm(world.newAccountNumber());
    await tenant.post("/wallet/bank-accounts", form);
    const rejectedAnswer = await tenant.post("/wallet/bank-accounts", form, { key: "free" });
    expect(rejectedAnswer.status).toBe(409);
    const another = accountForm(world.newAccountNumber());
    const taken = await tenant.post("/wallet/bank-accounts", another, { key: "free" });
    expect(taken.status).toBe(201);
  });
});

describe("the list", () => {
  test("has 12 accounts per page, newest first, and reports its end [13.13, 25.29, 25.45]", async () => {
    const tenant = await world.retailer();
    for (let added = 1; added <= 13; added += 1) {
      await tenant.post("/wallet/bank-accounts", accountForm(String(900_000_000 + added)));
    }
    const { body: first } = await tenant.get("/wallet/bank-accounts");
    expect(first.data.map((account) => account.account_number)).toEqual(
      ["13", "12", "11", "10", "09", "08", "07", "06", "05", "04", "03", "02"].map(
        (end) => `****00${end}`,
      ),
    );
    expect(first.pagination).toEqual({
      current_page: 1,
      per_page: 12,
      total_records: 13,
      total_pages: 2,
      has_prev: false,
      has_next: true,
    });
    const { body: last } = await tenant.get("/wallet/bank-accounts", { page: "2" });
    expect(last.data.map((account) => account.account_number)).toEqual(["****0001"]);
    expect(last.pagination).toMatchObject({ has_prev: true, has_next: false });
    const { body: beyond } = await tenant.get("/wallet/bank-accounts", { page: "9999999" });
    expect([beyond.data, beyond.total]).toEqual([[], 13]);
  });

  test("is empty for a new tenant and has no pages", async () => {
    const { body } = await (await world.retailer()).get("/wallet/bank-accounts");
    expect([body.data, body.total, body.pagination.total_pages]).toEqual([[], 0, 0]);
  });

  test("filters by status [25.29]", async () => {
    const tenant = await world.retailer();
    const approved = await world.approvedAccount(tenant);
    await tenant.post("/wallet/bank-accounts", accountForm(world.newAccountNumber()));
    const idsOf = async (status: string) =>
      (await tenant.get("/wallet/bank-accounts", { status })).body.data.map((one) => one._id);
    expect(await idsOf("approved")).toEqual([approved]);
    expect(await idsOf("pending")).toHaveLength(1);
    expect(await idsOf("rejected")).toEqual([]);
    expect(await idsOf("all")).toHaveLength(2);
  });

  test.for([
    [{ page: "0" }, "page must be a whole number from 1"],
    [{ page: "1.5" }, "page must be a whole number from 1"],
    [{ page: "x" }, "page must be a whole number from 1"],
    [{ limit: "101" }, "limit must be a whole number from 1 to 100"],
  ] as const)("rejects %j", async ([query, message]) => {
    const tenant = await world.retailer();
    const { status, body } = await tenant.get("/wallet/bank-accounts", query);
    expect([status, body.error.message]).toEqual([400, message]);
  });

  test("has no account of another tenant", async () => {
    const [tenant, other] = [await world.retailer(), await world.retailer()];
    await tenant.post("/wallet/bank-accounts", accountForm(world.newAccountNumber()));
    expect((await other.get("/wallet/bank-accounts")).body.data).toEqual([]);
  });
});
