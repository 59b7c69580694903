// The guarantee: analytics and trend cover only the tenant's payouts, to the paisa, on days in India.
import type { PayoutForm } from "@rokad/contract/payout-form";
import type { PayoutSums } from "@rokad/contract/payout-analytics";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { impsOrder, upiOrder } from "../../../test/forms.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";

let world: World;
let payer: string;
let otherOwner: string;
let spread: string;
let newcomer: string;
let unallowed: string;

const inr = (amount: number) => ({ amount, currency: "INR" });
const later = "2026-03-12T06:00:00Z";

beforeAll(async () => {
  world = await openWorld();
  await world.at("2026-02-01T06:00:00Z", async () => {
    payer = (await world.operator({ wallet: "₹50,000" })).mobile;
    otherOwner = (await world.operator({ wallet: "₹10,000" })).mobile;
    spread = (await world.operator({ wallet: "₹10,000" })).mobile;
    newcomer = (await world.operator()).mobile;
    unallowed = (await world.retailer({ features: ["wallet_topup", "create_payout"] })).mobile;
  });
  const sbi = { account_number: "32145678901", ifsc_code: "SBIN0000691" };
  // 28 February 23:59:59 in India, and a second later 1 March.
  await payAt("2026-02-28T18:29:59Z", payer, [impsOrder({ amount: 400 })]);
  await payAt("2026-02-28T18:30:00Z", payer, [impsOrder({ amount: 1_000 })]);
  await payAt("2026-03-05T05:00:00Z", payer, [
    upiOrder("failure@upi", { amount: 2_000 }),
    upiOrder("reversed@upi", { amount: 300 }),
    impsOrder({ amount: 500.5, ...sbi }),
    upiOrder("asha@okhdfc", { amount: 250 }),
  ]);
  await payAt("2026-03-05T06:00:00Z", otherOwner, [impsOrder({ amount: 5_000 })]);
  // 10 March 23:59:59, still open; and 11 March 00:00:00.
  await payAt("2026-03-10T18:29:59Z", payer, [upiOrder("pending@upi", { amount: 700 })]);
  await payAt("2026-03-10T18:30:00Z", payer, [impsOrder({ amount: 900 })]);
  const banks = ["HDFC", "SBIN", "ICIC", "UTIB", "KKBK", "BARB", "CNRB"];
  await payAt(
    "2026-03-11T06:00:00Z",
    spread,
    banks.map((bank, nth) =>
      impsOrder({ amount: 700 - nth * 100, ifsc_code: `${bank}0000${nth + 101}` }),
    ),
  );
});
afterAll(() => world.close());

describe("the analytics of a period", () => {
  test("total payouts that did not fail, and rate finished ones [5.26]", async () => {
    const { data } = await analytics(payer, { from: "2026-03-01", to: "2026-03-10" });
    expect(data.totals).toEqual({
      volume: inr(2_450_50),
      count: 4,
      success_count: 3,
      failed_count: 2,
      success_rate: 60,
      fees: inr(20_00),
      gst: inr(3_60),
    });
  });

  test("have every day, starting at midnight in India [5.25]", async () => {
    const { data } = await analytics(payer, { from: "2026-02-28", to: "2026-03-11" });
    expect(data.by_day).toHaveLength(12);
    expect(Object.fromEntries(data.by_day.flatMap(figuresOf))).toEqual({
      "2026-02-28": [400_00, 1, 0, 100],
      "2026-03-01": [1_000_00, 1, 0, 100],
      "2026-03-05": [750_50, 2, 2, 50],
      "2026-03-10": [700_00, 0, 0, null],
      "2026-03-11": [900_00, 1, 0, 100],
    });
  });

  test("compare with the period of the same length before [5.28]", async () => {
    const { data } = await analytics(payer, { from: "2026-03-01", to: "2026-03-10" });
    expect(data.previous_period).toEqual({ from: "2026-02-19", to: "2026-02-28" });
    expect(data.previous).toMatchObject({ volume: inr(400_00), count: 1, success_rate: 100 });
  });

  test("split payouts by method, and IMPS payouts by bank [5.27]", async () => {
    const { data } = await analytics(payer, { from: "2026-03-01", to: "2026-03-10" });
    expect(data.by_method).toMatchObject([
      { method: "imps", volume: inr(1_500_50), count: 2, failed_count: 0, success_rate: 100 },
      { method: "upi", volume: inr(950_00), count: 2, failed_count: 2, success_rate: 33 },
    ]);
    expect(data.by_bank).toMatchObject([
      { bank_name: "HDFC Bank", volume: inr(1_000_00) },
      { bank_name: "State Bank of India", volume: inr(500_50) },
    ]);
    expect(data.other_banks).toBeNull();
  });

  test("name the five largest banks and add up the others [5.27]", async () => {
    const { data } = await analytics(spread, { from: "2026-03-11", to: "2026-03-11" });
    expect(data.by_bank.map(({ volume }) => volume.amount)).toEqual([
      700_00, 600_00, 500_00, 400_00, 300_00,
    ]);
    expect(data.other_banks).toMatchObject({ banks: 2, volume: inr(300_00), count: 2 });
  });

  test("cover the last 30 days by default, today included", async () => {
    const { data } = await analytics(payer, {});
    expect(data.period).toEqual({ from: "2026-02-11", to: "2026-03-12" });
    expect(data.by_day).toHaveLength(30);
    const { data: since } = await analytics(payer, { from: "2026-03-11" });
    expect(since.period).toEqual({ from: "2026-03-11", to: "2026-03-12" });
  });

  test("are zero without a rate for a tenant without payouts", async () => {
    const { data } = await analytics(newcomer, {});
    expect(data.totals).toMatchObject({ volume: inr(0), count: 0, success_rate: null });
    expect([data.by_bank, data.other_banks]).toEqual([[], null]);
  });
});

describe("a period is rejected", () => {
  test.each([
    [{ from: "2026-03-02", to: "2026-03-01" }, { from: "From date cannot be after the to date" }],
    [{ from: "2999-01-01" }, { from: "From date cannot be in the future" }],
    [{ to: "2999-01-01" }, { to: "To date cannot be in the future" }],
    [{ from: "2025-02-01", to: "2026-03-01" }, { from: "Choose a period of at most a year" }],
    [{ from: "2020-01-01" }, { from: "Choose a period of at most a year" }],
    [{ from: "2026-02-30" }, { from: "This day does not exist" }],
    [{ to: "0001-01-01" }, { to: "This day does not exist" }],
    [{ to: "yesterday" }, { to: "Use a date as YYYY-MM-DD" }],
  ])("when it is %o [5.29]", async (query, fields) => {
    const { status, body } = await request(payer, "/payouts/analytics", query);
    expect([status, body.error.code]).toEqual([400, "INVALID_INPUT"]);
    expect(body.error.fields).toEqual(fields);
  });

  test("but not when it is a whole leap year [5.29]", async () => {
    const { status } = await request(payer, "/payouts/analytics", {
      from: "2024-01-01",
      to: "2024-12-31",
    });
    expect(status).toBe(200);
  });
});

test("analytics require the feature payout_analytics; the trend does not [5.24]", async () => {
  const refused = await request(unallowed, "/payouts/analytics");
  expect([refused.status, refused.body.error.code]).toEqual([403, "FEATURE_NOT_ENABLED"]);
  expect((await request(unallowed, "/payouts/trend")).status).toBe(200);
});

test("the trend is two weeks of days up to today and the two weeks before [5.44]", async () => {
  const { body } = await request(payer, "/payouts/trend");
  const { days, previous } = body.data;
  const volumes = (rows: typeof days) =>
    rows.flatMap(({ day, volume, count, success_count: done }) =>
      count > 0 ? [[day, volume.amount, count, done]] : [],
    );
  expect([days.length, days[0]?.day, days.at(-1)?.day]).toEqual([14, "2026-02-27", "2026-03-12"]);
  expect([previous.length, previous[0]?.day]).toEqual([14, "2026-02-13"]);
  expect(volumes(days)).toEqual([
    ["2026-02-28", 400_00, 1, 1],
    ["2026-03-01", 1_000_00, 1, 1],
    ["2026-03-05", 750_50, 2, 2],
    ["2026-03-10", 700_00, 1, 0],
    ["2026-03-11", 900_00, 1, 1],
  ]);
  expect(volumes(previous)).toEqual([]);
});

/** Creates the payouts in order, and lets the bank process them. */
async function payAt(instant: string, mobile: string, orders: readonly PayoutForm[]) {
  await world.at(instant, async () => {
    const tenant = await world.signIn(mobile);
    for (const order of orders) {
      const { status, text } = await tenant.pay(order);
      if (status !== 201) throw new Error(text);
    }
    await world.work();
  });
}

/** One session per person; the clock stays at `later`, so none expires. */
const readers = new Map<string, Promise<SignedIn>>();

function reader(mobile: string): Promise<SignedIn> {
  const known = readers.get(mobile) ?? world.signIn(mobile);
  readers.set(mobile, known);
  return known;
}

function request<const P extends "/payouts/analytics" | "/payouts/trend">(
  mobile: string,
  path: P,
  query: Readonly<Record<string, string>> = {},
) {
  return world.at(later, async () => (await reader(mobile)).get(path, query));
}

async function analytics(mobile: string, query: { from?: string; to?: string }) {
  return (await request(mobile, "/payouts/analytics", query)).body;
}

/** Volume, successes, failures and rate of a day with payouts. */
function figuresOf(day: PayoutSums & { day: string }) {
  const { volume, success_count: done, failed_count: failed, success_rate: rate } = day;
  return volume.amount + done + failed > 0
    ? [[day.day, [volume.amount, done, failed, rate]] as const]
    : [];
}
