// A bank transfer is credited once, to the tenant who made it, and only after a super admin
// approves it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountForm } from "../../../test/forms.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";

let world: World;
let boss: SignedIn;
beforeAll(async () => {
  world = await openWorld();
  boss = await world.superAdmin();
});
afterAll(() => world.close());

const statusesOf = (answers: readonly { status: number }[]) =>
  answers.map((answer) => answer.status).toSorted();
const inr = (amount: number) => ({ amount, currency: "INR" });

/** A tenant with a whitelisted account, and a form that passes every rule. */
async function tenantWithForm() {
  const tenant = await world.retailer();
  const account = await world.approvedAccount(tenant);
  const form = { bank_account: account, amount: 2500.5, utr_reference: world.newUtr() };
  return { tenant, form };
}

describe("a deposit request", () => {
  test("waits for a decision and credits nothing [25.27]", async () => {
    const { tenant, form } = await tenantWithForm();
    const body = { ...form, utr_reference: " hdfc52026112100 ", remarks: "For November" };
    const { status, body: answer } = await tenant.post("/wallet/deposit/initiate", body);
    expect(status).toBe(201);
    expect(answer.message).toBe(
      "Deposit request submitted successfully! You'll be notified once processed.",
    );
    expect(answer.data).toMatchObject({
      amount: inr(2500_50),
      utr_reference: "HDFC52026112100",
      status: "pending",
      remarks: "For November",
      processed_at: null,
      bank_account: { account_holder_name: "Sharma Traders" },
    });
    expect(answer.data.bank_account?.account_number).toMatch(/^\*{4}\d{4}$/);
    expect(await tenant.balance()).toBe(0);
  });

  test("needs the feature wallet_topup", async () => {
    const tenant = await world.retailer({ features: ["create_payout"] });
    const { status, body } = await tenant.post("/wallet/deposit/initiate", {});
    expect([status, body.error.code]).toEqual([403, "FEATURE_NOT_ENABLED"]);
  });

  test("needs the tenant's own account; another tenant's gets the same error as an unknown one [25.28]", async () => {
    const { tenant, form } = await tenantWithForm();
    const { form: theirs } = await tenantWithForm();
    const none = { ...form, bank_account: "01900000-0000-7000-8000-000000000000" };
    const stolen = { ...form, bank_account: theirs.bank_account };
    const [first, second] = [
      await tenant.post("/wallet/deposit/initiate", none),
      await tenant.post("/wallet/deposit/initiate", stolen),
    ];
    expect(first.status).toBe(400);
    expect(first.body.error.fields).toEqual({
      bank_account: "Please select one of your bank accounts",
    });
    expect({ ...second.body.error, request_id: "" }).toEqual({
      ...first.body.error,
      request_id: "",
    });
  });

  test("needs an approved account [25.28]", async () => {
    const { tenant, form } = await tenantWithForm();
    const { body: added } = await tenant.post(
      "/wallet/bank-accounts",
      accountForm(world.newAccountNumber()),
    );
    const fromIt = { ...form, bank_account: added.data._id };
    const pending = await tenant.post("/wallet/deposit/initiate", fromIt);
    expect([pending.status, pending.body.error.code]).toEqual([422, "BANK_ACCOUNT_NOT_APPROVED"]);
    await boss.post(`/super-admin/bank-accounts/${added.data._id}/reject`, { reason: "No" });
    const rejected = await tenant.post("/wallet/deposit/initiate", fromIt);
    expect([rejected.status, rejected.body.error.code]).toEqual([422, "BANK_ACCOUNT_NOT_APPROVED"]);
  });

  test.for([
    ["bank_account", "", "Please select a bank account"],
    ["bank_account", undefined, "Please select a bank account"],
    ["amount", undefined, "Amount is required"],
    ["amount", 99.99, "Minimum deposit amount is ₹100"],
    ["amount", 0, "Minimum deposit amount is ₹100"],
    ["amount", -500, "Minimum deposit amount is ₹100"],
    ["amount", 1_000_000.01, "Maximum deposit amount is ₹10,00,000"],
    ["amount", 100.005, "Enter an amount in rupees with at most two decimals"],
    ["amount", "500", "Enter an amount in rupees with at most two decimals"],
    ["utr_reference", "", "UTR reference is required"],
    ["utr_reference", "A".repeat(11), "UTR reference must be at least 12 characters"],
    ["utr_reference", "A".repeat(23), "UTR reference must not exceed 22 characters"],
    ["utr_reference", "ABCDEF-123456", "UTR reference can only contain letters and digits"],
    ["remarks", "x".repeat(201), "Remarks must not exceed 200 characters"],
  ] as const)("with %s = %j is rejected: %s", async ([field, value, message]) => {
    const { tenant, form } = await sharedForm();
    const body = { ...form, [field]: value };
    const { status, body: answer } = await tenant.post("/wallet/deposit/initiate", body);
    expect([status, answer.error.fields]).toEqual([400, { [field]: message }]);
  });

  let shared: ReturnType<typeof tenantWithForm> | undefined;
  const sharedForm = () => (shared ??= tenantWithForm());

  test.for([100, 1_000_000, 128.14])("of ₹%d is accepted [27.29]", async (amount) => {
    const { tenant, form } = await tenantWithForm();
    const { status, body } = await tenant.post("/wallet/deposit/initiate", { ...form, amount });
    expect([status, body.data.amount]).toEqual([201, inr(Math.round(amount * 100))]);
  });

  test.for(["1e3", "500.000000000000001", "1000.10000000000000001"])(
    "of %s is rejected, because a double cannot hold it exactly",
    async (amount) => {
      const { tenant, form } = await tenantWithForm();
      const payload = JSON.stringify({ ...form, amount: 0 }).replace(
        '"amount":0',
        `"amount":${amount}`,
      );
      const { statusCode } = await world.app.inject({
        method: "POST",
        url: "/api/v1/wallet/deposit/initiate",
        headers: {
          authorization: `Bearer ${tenant.token}`,
          "content-type": "application/json",
        },
        payload,
      });
      expect(statusCode).toBe(400);
    },
  );

  test("repeated 20 times at once with its idempotency key is one deposit [7.16]", async () => {
    const { tenant, form } = await tenantWithForm();
    const tries = Array.from({ length: 20 }, () =>
      tenant.post("/wallet/deposit/initiate", form, { key: "one-transfer" }),
    );
    const answers = await Promise.all(tries);
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect((await tenant.get("/wallet/deposit/history")).body.total).toBe(1);
    const changed = { ...form, amount: 3000 };
    const reused = await tenant.post("/wallet/deposit/initiate", changed, { key: "one-transfer" });
    expect([reused.status, reused.body.error.code]).toEqual([409, "IDEMPOTENCY_KEY_REUSED"]);
  });
});

describe("a UTR", () => {
  test("is reserved once across tenants, in any letter case, until the deposit is rejected", async () => {
    const [mine, theirs] = [await tenantWithForm(), await tenantWithForm()];
    const theirForm = { ...theirs.form, utr_reference: mine.form.utr_reference.toLowerCase() };
    const { body } = await mine.tenant.post("/wallet/deposit/initiate", mine.form);
    const second = await theirs.tenant.post("/wallet/deposit/initiate", theirForm);
    expect(second.status).toBe(409);
    expect(second.body.error).toMatchObject({
      code: "UTR_ALREADY_USED",
      fields: { utr_reference: "This UTR reference was used for another deposit" },
    });
    await boss.post(`/super-admin/deposits/${body.data._id}/reject`, { reason: "Not yours" });
    expect((await theirs.tenant.post("/wallet/deposit/initiate", theirForm)).status).toBe(201);
    expect((await mine.tenant.post("/wallet/deposit/initiate", mine.form)).status).toBe(409);
  });

  test("reserved 8 times at the same time is reserved once", async () => {
    const [mine, theirs] = [await tenantWithForm(), await tenantWithForm()];
    const theirForm = { ...theirs.form, utr_reference: mine.form.utr_reference };
    const tries = Array.from({ length: 8 }, (_, at) =>
      at % 2 === 0
        ? mine.tenant.post("/wallet/deposit/initiate", mine.form)
        : theirs.tenant.post("/wallet/deposit/initiate", theirForm),
    );
    expect(statusesOf(await Promise.all(tries))).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
  });
});

describe("the decision", () => {
  test("to approve credits the wallet", async () => {
    const tenant = await world.retailer();
    const { _id: id } = await world.requestDeposit(tenant, 2500.5);
    const { status, body } = await boss.post(`/super-admin/deposits/${id}/approve`, {});
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      status: "completed",
      failure_reason: null,
      tenant: { id: tenant.id, phone: tenant.mobile },
    });
    expect(body.data.processed_at).not.toBeNull();
    expect(await tenant.balance()).toBe(2500_50);
    expect(await world.faults()).toEqual([]);
  });

  test("made 8 times at the same time credits once", async () => {
    const tenant = await world.retailer();
    const { _id: id } = await world.requestDeposit(tenant, 1000);
    const approvals = Array.from({ length: 8 }, () =>
      boss.post(`/super-admin/deposits/${id}/approve`, {}),
    );
    const answers = await Promise.all(approvals);
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    const rejectedAnswer = answers.find((answer) => answer.status === 409);
    expect(rejectedAnswer?.body.error.code).toBe("ALREADY_DECIDED");
    expect(rejectedAnswer?.body.error.message).toMatch(
      /^This deposit was already approved by you on \d\d\/\d\d\/\d{4} \d\d:\d\d$/,
    );
    expect(await tenant.balance()).toBe(1000_00);
    expect((await tenant.get("/wallet/history")).body.total).toBe(1);
    expect(await world.faults()).toEqual([]);
  });

  test("to approve and to reject at the same time has exactly one of the two results", async () => {
    const tenant = await world.retailer();
    const { _id: id } = await world.requestDeposit(tenant, 1000);
    const answers = await Promise.all([
      boss.post(`/super-admin/deposits/${id}/reject`, { reason: "No" }),
      boss.post(`/super-admin/deposits/${id}/approve`, {}),
    ]);
    expect(statusesOf(answers)).toEqual([200, 409]);
    const [rejected] = answers;
    expect(await tenant.balance()).toBe(rejected.status === 200 ? 0 : 1000_00);
    expect(await world.faults()).toEqual([]);
  });

  test("on 20 deposits of one tenant at the same time credits each", async () => {
    const tenant = await world.retailer();
    const account = await world.approvedAccount(tenant);
    const ids: string[] = [];
    for (let made = 0; made < 20; made += 1) {
      ids.push((await world.requestDeposit(tenant, 100, account))._id);
    }
    await Promise.all(ids.map((id) => boss.post(`/super-admin/deposits/${id}/approve`, {})));
    expect(await tenant.balance()).toBe(20 * 100_00);
    expect(await world.faults()).toEqual([]);
  });

  test("to reject credits nothing, and the tenant sees the reason", async () => {
    const tenant = await world.retailer();
    const { _id: id } = await world.requestDeposit(tenant, 1000);
    const silent = await boss.post(`/super-admin/deposits/${id}/reject`, {});
    expect(silent.body.error.fields).toEqual({ reason: "A reason is required" });
    await boss.post(`/super-admin/deposits/${id}/reject`, { reason: "No such transfer" });
    const { body } = await tenant.get("/wallet/deposit/history");
    expect(body.data[0]).toMatchObject({ status: "failed", failure_reason: "No such transfer" });
    expect(await tenant.balance()).toBe(0);
    const late = await boss.post(`/super-admin/deposits/${id}/approve`, {});
    expect(late.body.error.message).toMatch(/^This deposit was already rejected by you on /);
  });

  test("on an unknown deposit is a 404", async () => {
    const none = "01900000-0000-7000-8000-000000000000";
    expect((await boss.post(`/super-admin/deposits/${none}/approve`, {})).status).toBe(404);
  });
});
