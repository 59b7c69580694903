// The guarantee: the console shows the fees and limits that the server applies.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openWorld, type World } from "../../../test/world.ts";
import { adminCommand } from "../../admin-commands.ts";
import { now } from "../../kernel/clock.ts";
import { database } from "../../database/db.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const inr = (amount: number) => ({ amount, currency: "INR" });

test("fees, limits and target are the defaults until a super admin changes them [15.4, 25.20, 27.45]", async () => {
  const tenant = await world.retailer();
  const { body } = await tenant.get("/platform/config");
  expect(body.data).toEqual({
    txn_fees: inr(5_00),
    gst_percent: 18,
    monthly_target: inr(1_00_00_000_00),
    limits: {
      deposit: { min: inr(100_00), max: inr(10_00_000_00) },
      payout: {
        upi: { min: inr(1_00), max: inr(5_00_000_00) },
        imps: { min: inr(1_00), max: inr(5_00_000_00) },
      },
      otp_resend_seconds: 30,
    },
    receiving_account: null,
    receiving_accounts: [],
    receiving_account_changes: [],
    sandbox: { sms: true, provider: true },
  });
});

describe("the receiving account", () => {
  const set = (options: string) =>
    adminCommand(["set-receiving-account", ...options.split(" ")], (line) => printed.push(line));
  const printed: string[] = [];
  const shown = async () => {
    const { body } = await (await world.retailer()).get("/platform/config");
    return body.data.receiving_account;
  };

  test("is set by command, gets its bank from the IFSC, and is shown to tenants in full [25.21]", async () => {
    await set("--holder Rokad --number 00120034005600 --ifsc hdfc0000060");
    expect(printed.at(-1)).toBe(
      "Tenants see the account 00120034005600, HDFC0000060 (HDFC Bank) for deposits",
    );
    expect(await shown()).toEqual({
      account_holder_name: "Rokad",
      account_number: "00120034005600",
      ifsc_code: "HDFC0000060",
      bank_name: "HDFC Bank",
      branch_name: null,
    });
  });

  test("is replaced by the next one and removed by --none", async () => {
    await set("--holder Rokad --number 99887766554 --ifsc SBIN0000691 --bank SBI --branch Pune");
    expect(await shown()).toMatchObject({ account_number: "99887766554", branch_name: "Pune" });
    await set("--none");
    expect(await shown()).toBeNull();
  });

  test("is rejected with a message for each wrong option, and nothing changes", async () => {
    await expect(set("--holder R --number 12ab --ifsc nonsense --branch x")).rejects.toThrow(
      [
        "--holder: Name must be at least 2 characters",
        "--number: Account number must be 9-18 digits",
        "--ifsc: Invalid IFSC code format",
        "--bank: Bank name is required",
        "--branch: Branch name must be at least 2 characters",
      ].join("\n"),
    );
    await expect(set("--nmber 12")).rejects.toThrow("Unknown option '--nmber'");
    expect(await shown()).toBeNull();
  });
});

test("a changed setting applies to the next request [25.20, 27.45]", async () => {
  const tenant = await world.retailer();
  await database()
    .insertInto("settings")
    .values([
      { key: "fee_paise", value: "750", updated_at: now() },
      { key: "gst_percent", value: "12.5", updated_at: now() },
      { key: "upi_payout_paise_max", value: "10000000", updated_at: now() },
    ])
    .execute();
  const { body } = await tenant.get("/platform/config");
  expect(body.data).toMatchObject({
    txn_fees: inr(7_50),
    gst_percent: 12.5,
    limits: { payout: { upi: { max: inr(1_00_000_00) }, imps: { max: inr(5_00_000_00) } } },
  });
});

test("super admins may read it, and people without a session may not", async () => {
  expect((await (await world.superAdmin()).get("/platform/config")).status).toBe(200);
  expect((await world.anyone.get("/platform/config")).status).toBe(401);
});

test("an IFSC in any case has its bank and whether the branch is known [25.35]", async () => {
  const tenant = await world.retailer();
  const { body: known } = await tenant.get("/banks/ifsc/hdfc0000001");
  expect(known.data).toEqual({
    ifsc_code: "HDFC0000001",
    bank_name: "HDFC Bank",
    known: true,
    warning: null,
  });
  const { body: lagging } = await tenant.get("/banks/ifsc/HDFC0ZZZZZZ");
  expect(lagging.data).toMatchObject({
    known: false,
    warning: "HDFC0ZZZZZZ is not in our list of branches. Check the IFSC.",
  });
  const { body: merged } = await tenant.get("/banks/ifsc/SYNB0000001");
  expect(merged.data.warning).toBe("Syndicate Bank is now Canara Bank. Ask for the new IFSC.");
});

test("an IFSC without a bank is not found, and a malformed one is rejected [25.35]", async () => {
  const tenant = await world.retailer();
  const { status, body } = await tenant.get("/banks/ifsc/ZZZZ0000001");
  expect([status, body.error.code, body.error.message]).toEqual([
    404,
    "IFSC_NOT_FOUND",
    "We could not find a bank for this IFSC code",
  ]);
  const wrong = await tenant.get("/banks/ifsc/HDFC1000001");
  expect([wrong.status, wrong.body.error.fields]).toEqual([
    400,
    { code: "Please enter a valid IFSC code" },
  ]);
});
