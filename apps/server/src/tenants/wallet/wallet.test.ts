// The balance is the amount that can be spent, and the history adds up to it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { impsOrder, upiOrder } from "../../../test/forms.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const inr = (amount: number) => ({ amount, currency: "INR" });
/** The total of a payout of ₹1,000: ₹5.00 fee and 18 % GST on it. */
const total = 1_000_00 + 5_90;

describe("the balance", () => {
  test("of a new tenant is zero, without an update time [25.11]", async () => {
    const { body } = await (await world.retailer()).get("/wallet/balance");
    expect(body.data).toEqual({
      main_balance: inr(0),
      held_balance: inr(0),
      closing_since: null,
      funds_queue: {
        is_on: false,
        wait_hours: 96,
        count: 0,
        total: inr(0),
        missing: inr(0),
        first_expires_at: null,
      },
      request_holds: {
        at_submission: false,
        count: 0,
        total: inr(0),
      },
      receivable: inr(0),
      last_updated: null,
    });
  });

  test("is the amount that can be spent; the total of a payout in progress is on hold [25.11]", async () => {
    const tenant = await world.operator({ wallet: "₹5,000" });
    await tenant.pay(upiOrder("pending@upi"));
    const { body } = await tenant.get("/wallet/balance");
    expect(body.data).toMatchObject({
      main_balance: inr(5_000_00 - total),
      held_balance: inr(total),
    });
    expect(body.data.last_updated).not.toBeNull();
  });
});

describe("the history", () => {
  let tenant: SignedIn;
  beforeAll(async () => {
    tenant = await world.operator({ wallet: "₹10,000" });
    await tenant.pay(impsOrder({ beneficiary_name: "Ravi Kumar" }));
    await tenant.pay(upiOrder("failure@upi"));
    await tenant.pay(upiOrder("reversed@upi"));
    await tenant.pay(upiOrder("pending@upi"));
    await world.work();
  });

  test("has a row for each payout, each credited deposit and each return, newest first [25.22]", async () => {
    await world.requestDeposit(tenant, 700);
    const { body } = await tenant.get("/wallet/history");
    const rows = body.data.map(({ type, status, description, amount }) => [
      type,
      status,
      description,
      amount.amount,
    ]);
    expect(rows).toEqual([
      ["credit", "success", "Payout reversed", total],
      ["debit", "pending", "Payout to Asha Rao", total],
      ["debit", "success", "Payout to Asha Rao", total],
      ["debit", "failed", "Payout to Asha Rao", total],
      ["debit", "success", "Payout to Ravi Kumar", total],
      ["credit", "success", "Wallet Credit", 10_000_00],
    ]);
  });

  test("gives every row its own constant id", async () => {
    const idsOf = async () => (await tenant.get("/wallet/history")).body.data.map((row) => row._id);
    const ids = await idsOf();
    expect(new Set(ids).size).toBe(6);
    expect(await idsOf()).toEqual(ids);
  });

  test("has a payout's fee, GST, masked destination and failure reason", async () => {
    const { body } = await tenant.get("/wallet/history", { type: "debit" });
    const [pending, returned, failed, paid] = body.data;
    expect(paid?.payout).toMatchObject({
      beneficiary_name: "Ravi Kumar",
      account_number: "****6789",
      bank_name: "HDFC Bank",
      ifsc_code: "HDFC0000001",
      upi_id: null,
      amount: inr(1_000_00),
      txn_fee: inr(5_00),
      gst_amount: inr(90),
      status: "success",
      failure_reason: null,
    });
    expect(paid?.payout?.utr_number).toMatch(/^\d{12}$/);
    expect(paid?.reference).toBe(paid?.payout?.reference_id);
    expect(failed?.payout).toMatchObject({
      upi_id: "failure@upi",
      account_number: null,
      failure_reason: "The beneficiary's account is closed or invalid",
    });
    // The payout is failed in its table; here its debit counts, and the return has its own row.
    expect(returned?.payout).toMatchObject({ status: "failed", failure_reason: null });
    expect(pending?.payout).toMatchObject({ status: "processing" });
  });

  test("has a deposit's UTR", async () => {
    const { body } = await tenant.get("/wallet/history", { type: "credit" });
    const deposit = body.data.at(-1);
    expect(deposit?.deposit?.utr_reference).toMatch(/^UTR\d{12}$/);
    expect(deposit?.reference).toBe(deposit?.deposit?.utr_reference);
    expect(deposit?.payout).toBeUndefined();
  });

  test("adds up the whole filter, and a failed payout counts as zero [25.22, 25.45]", async () => {
    const { body } = await tenant.get("/wallet/history", { limit: "1" });
    expect(body.summary).toEqual({
      total_credits: inr(10_000_00 + total),
      total_debits: inr(3 * total),
      net_balance: inr(10_000_00 - 2 * total),
    });
    expect(body.pagination).toEqual({
      current_page: 1,
      per_page: 1,
      total_records: 6,
      total_pages: 6,
      has_prev: false,
      has_next: true,
    });
  });

  test("adds up to the balance: credits minus debits", async () => {
    const { body } = await tenant.get("/wallet/history");
    expect(body.summary.net_balance.amount).toBe(await tenant.balance());
    expect(await world.faults()).toEqual([]);
  });

  test("of one type has its own totals and pages [11.5, 25.22]", async () => {
    const { body: credits } = await tenant.get("/wallet/history", { type: "credit" });
    expect([credits.total, credits.summary.total_debits]).toEqual([2, inr(0)]);
    const { body: debits } = await tenant.get("/wallet/history", { type: "debit" });
    expect([debits.total, debits.summary.net_balance]).toEqual([4, inr(-3 * total)]);
  });

  test("has the same rows with any page size [25.23]", async () => {
    const all = (await tenant.get("/wallet/history")).body.data;
    const paged = [];
    for (const page of ["1", "2", "3", "4"]) {
      paged.push(...(await tenant.get("/wallet/history", { page, limit: "2" })).body.data);
    }
    expect(paged).toEqual(all);
  });

  test("has no row of another tenant", async () => {
    const other = await world.operator();
    const { body } = await other.get("/wallet/history");
    expect([body.data, body.total, body.summary.net_balance]).toEqual([[], 0, inr(0)]);
  });

  test("is exported completely, with negative debits and masked accounts [11.19, 25.24]", async () => {
    const { headers, text } = await tenant.get("/wallet/history/export", { type: "all" });
    expect(headers["content-disposition"]).toMatch(
      /^attachment; filename="wallet-history-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const lines = text.trim().split("\r\n");
    expect(lines).toHaveLength(7);
    expect(text.startsWith("\uFEFFDate,Type,Amount,Description,")).toBe(true);
    expect(lines.map((line) => line.split(",")[2])).toEqual([
      "Amount",
      "1005.90",
      "-1005.90",
      "-1005.90",
      "-1005.90",
      "-1005.90",
      "10000.00",
    ]);
    expect(text).toContain("****6789");
    expect(text).not.toContain("000123456789");
    const { text: credits } = await tenant.get("/wallet/history/export", { type: "credit" });
    expect(credits.trim().split("\r\n")).toHaveLength(3);
  });
});

test("a credit belongs to the Indian day of its credit, not of its request [11.5, 25.23]", async () => {
  const boss = await world.superAdmin();
  const { tenant, id } = await world.at("2026-03-10T18:29:00Z", async () => {
    const asker = await world.retailer();
    return { tenant: asker, id: (await world.requestDeposit(asker, 100))._id };
  });
  await world.at("2026-03-10T18:30:00Z", async () => {
    expect((await boss.post(`/super-admin/deposits/${id}/approve`, {})).status).toBe(200);
  });
  const reader = await world.signIn(tenant.mobile);
  const totalOn = async (from: string, to: string) =>
    (await reader.get("/wallet/history", { from, to })).body.total;
  expect(await totalOn("2026-03-10", "2026-03-10")).toBe(0);
  expect(await totalOn("2026-03-11", "2026-03-11")).toBe(1);
  expect(await totalOn("2026-03-10", "2026-03-11")).toBe(1);
  expect(await totalOn("2026-03-12", "2026-03-12")).toBe(0);
  const { body } = await reader.get("/wallet/history");
  expect(body.data[0]?.createdAt).toBe("2026-03-10T18:30:00.000Z");
});
