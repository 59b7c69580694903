// The guarantee: a super admin's session alone moves, redirects and reveals nothing. Before
// signatures these requests took ₹4,99,000 out in minutes: a tenant with the thief's own phone, a
// bank account, an invented deposit, its approval, and a payout with the tenant's code.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openWorld, type World } from "../world.ts";

const rupees = 4_99_000;
const reason = "Ticket 4711";

let world: World;
/** The stolen access token. */
let stolen: string;
beforeAll(async () => {
  world = await openWorld();
  stolen = (await world.superAdmin()).token;
});
afterAll(() => world.close());

/** One request of the thief, with a session and nothing else. */
async function request(token: string | undefined, method: "POST" | "PUT", path: string, body = {}) {
  const answer = await world.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      "content-type": "application/json",
    },
    payload: JSON.stringify(body),
  });
  const { data, error } = JSON.parse(answer.body) as {
    data?: Partial<Record<"_id" | "access_token", string>>;
    error?: { code: string };
  };
  return { status: answer.statusCode, data, code: error?.code };
}

const tenantForm = (phone: string) => ({
  name: "Quick Traders",
  phone,
  password: "Correct-horse-9",
  role: "operator",
  features: ["wallet_topup", "create_payout"],
  allowed_providers: ["primary"],
});

const accountForm = {
  account_holder_name: "Quick Traders",
  account_number: "009988776655",
  ifsc_code: "HDFC0000060",
  bank_name: "HDFC Bank",
  branch_name: "Pune",
  account_type: "current",
};

const payout = {
  method: "upi",
  upi_id: "thief@okhdfc",
  beneficiary_name: "Asha Rao",
  beneficiary_email: "asha@example.com",
  beneficiary_phone: "9876543210",
  beneficiary_address: "12 MG Road",
  amount: rupees,
};

/** Signs in to a tenant with the thief's own phone. */
async function signIn(mobile: string): Promise<string> {
  await request(undefined, "POST", "/auth/send-otp", { mobile });
  const otp = await world.codeFor(mobile);
  const answer = await request(undefined, "POST", "/auth/verify-otp", { mobile, otp });
  return answer.data?.access_token ?? "";
}

describe("with a stolen session of a super admin", () => {
  test("13 requests don't take ₹4,99,000 out", async () => {
    const mobile = world.newMobile();
    const refused: (string | undefined)[] = [];
    const created = await request(stolen, "POST", "/super-admin/tenants", tenantForm(mobile));
    refused.push(created.code);
    const own = await signIn(mobile);
    const account = await request(own, "POST", "/wallet/bank-accounts", accountForm);
    const accountId = account.data?._id ?? randomUUID();
    const accounts = `/super-admin/bank-accounts/${accountId}`;
    refused.push((await request(stolen, "POST", `${accounts}/approve`)).code);
    const deposit = await request(own, "POST", "/wallet/deposit/initiate", {
      bank_account: accountId,
      amount: rupees + 1_000,
      utr_reference: world.newUtr(),
    });
    const deposits = `/super-admin/deposits/${deposit.data?._id ?? randomUUID()}`;
    refused.push((await request(stolen, "POST", `${deposits}/approve`)).code);
    await request(own, "POST", "/payouts/otp/send", { mobile, payout });
    const otp = await world.codeFor(mobile);
    const token = await request(own, "POST", "/payouts/otp/verify", { mobile, otp });
    const sent = await request(own, "POST", "/payouts/initiate", { ...payout, ...token.data });
    await world.work();
    expect(sent.status).not.toBe(201);
    // The account and the deposit don't exist, because the first step failed.
    expect(refused).toEqual(["STEP_UP_REQUIRED", "NOT_FOUND", "NOT_FOUND"]);
  });

  test("no wallet of an accomplice is filled", async () => {
    const accomplice = await world.operator({ name: "Accomplice Traders" });
    const account = await request(accomplice.token, "POST", "/wallet/bank-accounts", accountForm);
    const at = `/super-admin/bank-accounts/${account.data?._id}/approve`;
    expect((await request(stolen, "POST", at)).code).toBe("STEP_UP_REQUIRED");
    const deposit = await world.requestDeposit(accomplice, rupees);
    const single = `/super-admin/deposits/${deposit._id}/approve`;
    const many = { ids: [deposit._id] };
    for (const answer of [
      await request(stolen, "POST", single),
      await request(stolen, "POST", single, { received_amount: 9_99_000, amount_reason: reason }),
      await request(stolen, "POST", "/super-admin/deposits/approve", many),
    ])
      expect(answer).toMatchObject({ status: 403, code: "STEP_UP_REQUIRED" });
    expect(await accomplice.balance()).toBe(0);
  });

  test("no tenant gets other features, providers or password", async () => {
    const tenant = await world.retailer({ features: [] });
    const edit = { features: ["create_payout"], password: "Thief-horse-99" };
    const answer = await request(stolen, "PUT", `/super-admin/tenants/${tenant.id}`, edit);
    expect(answer).toMatchObject({ status: 403, code: "STEP_UP_REQUIRED" });
  });

  test("no whole account number is revealed", async () => {
    const tenant = await world.operator();
    const account = await world.approvedAccount(tenant);
    const at = `/super-admin/bank-accounts/${account}/reveal`;
    expect((await request(stolen, "POST", at)).code).toBe("STEP_UP_REQUIRED");
  });

  test("no setting that guards money changes, and no receiving account", async () => {
    const changes = [{ key: "second_approval_above_paise", seen: null, value: 50_000_00 }];
    const settings = await request(stolen, "PUT", "/super-admin/settings", { changes, reason });
    expect(settings).toMatchObject({ status: 403, code: "STEP_UP_REQUIRED" });
    const account = { ...accountForm, label: "Main", reason };
    const added = await request(stolen, "POST", "/super-admin/receiving-accounts", account);
    expect(added).toMatchObject({ status: 403, code: "STEP_UP_REQUIRED" });
  });

  test("guessed and invented signatures are refused", async () => {
    const tenant = await world.operator();
    const deposit = await world.requestDeposit(tenant, 500);
    for (const signature of ["000000", randomUUID(), "A".repeat(43), `${randomUUID()}.000000`]) {
      const answer = await world.app.inject({
        method: "POST",
        url: `/api/v1/super-admin/deposits/${deposit._id}/approve`,
        headers: { authorization: `Bearer ${stolen}`, "step-up": signature },
      });
      expect(answer.statusCode).toBe(403);
    }
    expect(await tenant.balance()).toBe(0);
  });
});
