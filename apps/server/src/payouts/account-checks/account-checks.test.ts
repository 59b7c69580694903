// The guarantee: the payer sees the bank's name before a code is sent. A bank is asked once per
// account and within the hourly limit, and never delays the payer. An unknown answer blocks no
// payout; an invalid account is not paid.
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Payer } from "../../../test/payer.ts";
import {
  impsOrder,
  openPayoutWorld,
  upiOrder,
  type PayoutWorld,
} from "../../../test/payout-world.ts";
import { accountForm } from "../../../test/forms.ts";
import { database } from "../../database/db.ts";
import { deleteExpiredRows } from "../../worker/retention.ts";
import type { Provider } from "../../providers/provider.ts";
import { adapterOf, useProviders } from "../../providers/configured-providers.ts";
import { checkAccount } from "./check-account.ts";
import { checkBankAccountJob } from "./check-bank-account.ts";

let world: PayoutWorld;
let sandbox: Provider;
const validate = vi.fn<NonNullable<Provider["validate"]>>();
beforeAll(async () => {
  world = await openPayoutWorld();
  sandbox = adapterOf("primary");
});
beforeEach(() => {
  validate.mockReset();
  validate.mockImplementation((account) => validateAtBank(account));
  useProviders({ primary: { ...sandbox, validate }, alternative: sandbox });
});
afterAll(() => world.close());

const validateAtBank: NonNullable<Provider["validate"]> = (account) => {
  if (!sandbox.validate) throw new Error("The sandbox validates accounts");
  return sandbox.validate(account);
};
const beneficiaryOf = ({ method, beneficiary_name, ...order }: Record<string, unknown>) => ({
  method,
  beneficiary_name,
  ...("upi_id" in order
    ? { upi_id: order["upi_id"] }
    : { account_number: order["account_number"], ifsc_code: order["ifsc_code"] }),
});
const check = async (payer: Payer, order: Record<string, unknown>) =>
  (await payer.post("/payouts/beneficiary-check", beneficiaryOf(order))).body.data;
const upi = {
  destination: { method: "upi", upiId: "anyone@upi" },
  typedName: "Asha Devi",
} as const;
const allow = (perHour: number) =>
  database()
    .insertInto("settings")
    .values({ key: "account_checks_per_hour", value: String(perHour), updated_at: new Date() })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value: String(perHour) }))
    .execute();

describe("The payer's answer", () => {
  test.each([
    [
      "any@upi",
      { verdict: "valid", name_at_bank: "SAMPLE TRADERS", match: "match", match_score: 100 },
    ],
    [
      "othername@upi",
      { verdict: "valid", name_at_bank: "RAVINDRA V KULKARNI", match: "different" },
    ],
    ["partname@upi", { verdict: "valid", match: "partial", match_score: 67 }],
    ["noname@upi", { verdict: "valid", name_at_bank: null, match: "unknown", match_score: null }],
    ["unknown@upi", { verdict: "unknown", reason: "This bank does not report account holders" }],
    ["namedown@upi", { verdict: "unknown", reason: "The bank is unavailable right now" }],
    ["invalid@upi", { verdict: "invalid", reason: "The account does not exist or is closed" }],
  ])("for %s [36.1]", async (upiId, answer) => {
    const payer = await world.payer();
    expect(await check(payer, upiOrder(upiId))).toMatchObject(answer);
  });

  test("uses the provider's score for the name it received, and our own for another name [36.2]", async () => {
    validate.mockResolvedValue({ verdict: "valid", nameAtBank: "Asha Devi", matchScore: 71.4 });
    const payer = await world.payer();
    const order = { beneficiary_name: "A Devi" };
    expect(await check(payer, impsOrder(order))).toMatchObject({ match_score: 71 });
    expect(await check(payer, impsOrder({ beneficiary_name: "Asha Devi" }))).toMatchObject({
      match_score: 100,
    });
    expect(validate).toHaveBeenCalledTimes(1);
  });

  test("wrong input names its field; without the feature or as a super admin it is rejected [36.8]", async () => {
    const payer = await world.payer();
    const wrong = await payer.post("/payouts/beneficiary-check", { method: "imps" });
    expect([wrong.status, Object.keys(wrong.body.error.fields)]).toEqual([
      400,
      ["beneficiary_name", "account_number", "ifsc_code"],
    ]);
    const without = await world.payer(undefined, ["wallet_topup"]);
    const refused = await without.post("/payouts/beneficiary-check", beneficiaryOf(impsOrder()));
    expect([refused.status, refused.body.error.code]).toEqual([403, "FEATURE_NOT_ENABLED"]);
    expect(validate).not.toHaveBeenCalled();
  });
});

describe("A bank is asked", () => {
  test("once for an account, by each tenant for itself, and again after 30 days [36.3]", async () => {
    const [payer, other] = [await world.payer(), await world.payer()];
    for (const one of [payer, payer, other]) await check(one, impsOrder());
    expect(validate).toHaveBeenCalledTimes(2);
    await check(payer, impsOrder({ ifsc_code: "ICIC0000026" }));
    expect(validate).toHaveBeenCalledTimes(3);
    await database()
      .updateTable("account_checks")
      .set({ answered_at: new Date(Date.now() - 31 * 86_400_000) })
      .execute();
    await check(payer, impsOrder());
    expect(validate).toHaveBeenCalledTimes(4);
  });

  test("once for eight simultaneous calls, and all get its answer [36.3]", async () => {
    const payer = await world.payer();
    const answers = await Promise.all(Array.from({ length: 8 }, () => check(payer, impsOrder())));
    expect(validate).toHaveBeenCalledTimes(1);
    expect(new Set(answers.map(({ name_at_bank }) => name_at_bank))).toEqual(
      new Set(["SAMPLE TRADERS"]),
    );
  });

  test("up to the hourly limit, even by ten calls at once; beyond it, no payout is blocked [36.4]", async () => {
    await allow(3);
    const payer = await world.payer("₹5,000");
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => check(payer, upiOrder(`person${index}@upi`))),
    );
    expect(validate).toHaveBeenCalledTimes(3);
    expect(answers.filter(({ verdict }) => verdict === "unknown")).toHaveLength(7);
    expect(answers.find(({ verdict }) => verdict === "unknown").reason).toContain(
      "3 account checks",
    );
    const order = upiOrder("person9@upi");
    const sent = await payer.post("/payouts/otp/send", { mobile: payer.mobile, payout: order });
    expect(sent.status).toBe(200);
    await allow(0);
    expect(await check(await world.payer(), impsOrder())).toMatchObject({ verdict: "unknown" });
    expect(validate).toHaveBeenCalledTimes(3);
    await allow(60);
  });

  test("through the first provider that can, skipping paused ones [36.5]", async () => {
    const { validate: _none, ...mute } = sandbox;
    const both = await world.operator({ allowedProviders: ["primary", "alternative"] });
    useProviders({ primary: mute, alternative: { ...sandbox, validate } });
    const answer = await both.post("/payouts/beneficiary-check", beneficiaryOf(impsOrder()));
    expect(answer.body.data).toMatchObject({ verdict: "valid" });
    const only = await world.payer();
    expect(await check(only, impsOrder())).toMatchObject({
      verdict: "unknown",
      reason: "None of your providers offers account checks",
    });
    expect(validate).toHaveBeenCalledTimes(1);
  });
});

describe("A bank that is slow", () => {
  test("does not delay the payer; its answer is stored for the next check [36.6]", async () => {
    const { promise, resolve } = Promise.withResolvers<{ verdict: "valid"; nameAtBank: string }>();
    validate.mockReturnValue(promise);
    const { id } = await world.operator();
    const requester = { tenantId: id, allowedProviders: ["primary"] } as const;
    const early = await checkAccount(requester, upi, { waitMs: 20 });
    expect(early.check).toMatchObject({
      verdict: "unknown",
      reason: "The bank has not answered in time",
    });
    resolve({ verdict: "valid", nameAtBank: "Asha Devi" });
    const late = await checkAccount(requester, upi);
    expect(late.check).toMatchObject({ verdict: "valid", match: "match" });
    expect(validate).toHaveBeenCalledTimes(1);
  });

  test("is asked again a minute after the asking process crashed [36.6]", async () => {
    validate.mockReturnValueOnce(new Promise(() => undefined));
    const { id } = await world.operator();
    const requester = { tenantId: id, allowedProviders: ["primary"] } as const;
    await checkAccount(requester, upi, { waitMs: 1 });
    await database()
      .updateTable("account_checks")
      .set({ requested_at: new Date(Date.now() - 61_000) })
      .where("tenant_id", "=", id)
      .execute();
    expect((await checkAccount(requester, upi)).check.verdict).toBe("valid");
    expect(validate).toHaveBeenCalledTimes(2);
  });
});

test("an unknown account gets no code, and is checked again a day later [36.7]", async () => {
  const payer = await world.payer("₹5,000");
  const order = upiOrder("invalid@upi");
  const send = () => payer.post("/payouts/otp/send", { mobile: payer.mobile, payout: order });
  expect((await send()).status).toBe(200);
  await check(payer, order);
  const { status, body } = await send();
  expect([status, body.error.code]).toEqual([422, "BENEFICIARY_INVALID"]);
  expect(body.error.message).toContain("UPI ID not found");
  await database()
    .updateTable("account_checks")
    .set({ answered_at: new Date(Date.now() - 25 * 3_600_000) })
    .where("verdict", "=", "invalid")
    .execute();
  await check(payer, order);
  expect(validate).toHaveBeenCalledTimes(2);
});

describe("An account to be whitelisted", () => {
  const jobOf = (id: string) =>
    checkBankAccountJob(
      {
        id: "job",
        kind: "check_bank_account",
        payload: { bank_account_id: id },
        createdBy: null,
        tries: 1,
      },
      { progress: () => undefined, signal: new AbortController().signal },
    );

  async function addAccount(change: object) {
    const tenant = await world.operator({ name: "Sharma Traders" });
    const form = { ...accountForm(world.newAccountNumber()), ...change };
    const { body } = await tenant.post("/wallet/bank-accounts", form);
    return { tenant, id: body.data._id, first: body.data };
  }

  test("is added without waiting, and later shows the bank's name to owner and reviewer [36.9]", async () => {
    const { tenant, id, first } = await addAccount({
      account_number: "000000000401",
      ifsc_code: "HDFC0000401",
    });
    expect(first.account_check).toBeNull();
    const { payload } = await database()
      .selectFrom("background_jobs")
      .select("payload")
      .where("kind", "=", "check_bank_account")
      .orderBy("created_at", "desc")
      .executeTakeFirstOrThrow();
    expect(payload).toEqual({ bank_account_id: id });
    await Promise.all([jobOf(id), jobOf(id)]);
    await jobOf(id);
    expect(validate).toHaveBeenCalledTimes(1);
    const own = (await tenant.get("/wallet/bank-accounts")).body.data[0];
    expect(own?.account_check).toMatchObject({
      name_at_bank: "RAVINDRA V KULKARNI",
      match: "different",
    });
    const boss = await world.superAdmin();
    const { body } = await boss.get("/super-admin/bank-accounts", { search: "000000000401" });
    expect(body.data[0]?.warnings.map(({ code }) => code)).toContain("NAME_AT_BANK_DIFFERS");
    const approved = await boss.post(`/super-admin/bank-accounts/${id}/approve`, {});
    expect(approved.body.data.account_check?.match).toBe("different");
    await database()
      .updateTable("account_checks")
      .set({ requested_at: new Date(Date.now() - 91 * 86_400_000) })
      .execute();
    await deleteExpiredRows(database());
    expect((await tenant.get("/wallet/bank-accounts")).body.data[0]?.account_check).not.toBeNull();
  });

  test("that its bank does not know warns the reviewer [36.9]", async () => {
    const { id } = await addAccount({ account_number: "000000000404", ifsc_code: "HDFC0000404" });
    await jobOf(id);
    const boss = await world.superAdmin();
    const { body } = await boss.get("/super-admin/bank-accounts", { search: "000000000404" });
    expect(body.data[0]?.warnings[0]).toEqual({
      code: "BANK_KNOWS_NO_SUCH_ACCOUNT",
      message: "The bank could not find this account: The account does not exist or is closed",
    });
  });
});

test("the table contains no account number or name in plain text [36.10]", async () => {
  const payer = await world.payer();
  await check(
    payer,
    impsOrder({ account_number: "998877665544", beneficiary_name: "Zubin Irani" }),
  );
  const rows = await database().selectFrom("account_checks").selectAll().execute();
  const text = JSON.stringify(rows, (_, value: unknown) =>
    value !== null && typeof value === "object" && "data" in value
      ? Buffer.from(value.data as number[]).toString("latin1")
      : value,
  );
  expect(text).not.toContain("998877665544");
  expect(text.toLowerCase()).not.toContain("irani");
});
