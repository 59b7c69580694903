import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Payer } from "../../test/payer.ts";
import { impsOrder, openPayoutWorld, upiOrder, type PayoutWorld } from "../../test/payout-world.ts";
import { database } from "../database/db.ts";
import { today } from "../kernel/days.ts";
import { applyProviderUpdates } from "./send/apply-provider-updates.ts";

// A payout from the form to its outcome over HTTP; the test controls the worker and the clock.

let world: PayoutWorld;
beforeAll(async () => {
  world = await openPayoutWorld();
});
afterAll(() => world.close());

const total = 1_000_00 + 5_90;

test("a payout deducts amount, fee and GST at once and succeeds with a UTR [8.36, 25.33, 27.47]", async () => {
  const payer = await world.payer("₹10,000");
  const { status, body } = await payer.pay(impsOrder());
  expect(status).toBe(201);
  expect(body.data.reference_id).toMatch(/^[A-Z0-9]{1,20}$/);
  expect(body.message).toBe(`Payout initiated successfully! Reference: ${body.data.reference_id}`);
  expect(await payer.balance()).toBe(10_000_00 - total);

  await world.settle();
  const shown = await payer.shown(body.data.id);
  expect(shown).toMatchObject({
    status: "success",
    amount: { amount: 1_000_00, currency: "INR" },
    txn_fee: { amount: 5_00 },
    gst_amount: { amount: 90 },
    total: { amount: total },
    bank_name: "HDFC Bank",
  });
  expect(shown.utr_number).toMatch(/^\d{12}$/);
  expect(shown.events).toEqual(["requested", "sent", "accepted", "success"]);
  expect(await payer.balance()).toBe(10_000_00 - total);
  expect(await world.faults()).toEqual([]);
});

test("a failed payout refunds everything and shows the reason [8.37]", async () => {
  const payer = await world.payer("₹10,000");
  const { body } = await payer.pay(upiOrder("failure@upi"));
  expect(await payer.balance()).toBe(10_000_00 - total);
  await world.settle();
  const shown = await payer.shown(body.data.id);
  expect(shown).toMatchObject({
    status: "failed",
    utr_number: null,
    failure_reason: "The beneficiary's account is closed or invalid",
  });
  expect(await payer.balance()).toBe(10_000_00);
  expect(await world.faults()).toEqual([]);
});

test("a return after success refunds amount, fee and GST, and the timeline shows both [10.3, 25.19]", async () => {
  const payer = await world.payer("₹10,000");
  const { body } = await payer.pay(upiOrder("reversed@upi"));
  await world.settle();
  expect((await payer.shown(body.data.id)).status).toBe("success");
  world.pass(6_000);
  await world.work();
  const shown = await payer.shown(body.data.id);
  expect(shown.status).toBe("failed");
  expect(shown.failure_reason).toBe("The beneficiary's bank returned the payment");
  expect(shown.events).toEqual(["requested", "sent", "accepted", "success", "reversed"]);
  expect(await payer.balance()).toBe(10_000_00);

  const { body: history } = await payer.get("/wallet/history");
  expect(history.data.slice(0, 2)).toMatchObject([
    {
      type: "credit",
      description: "Payout reversed",
      amount: { amount: total },
      status: "success",
    },
    { type: "debit", amount: { amount: total }, status: "success" },
  ]);
  expect(await world.faults()).toEqual([]);
});

test("a timed-out call is not a failure: a status check finds the payout paid, once", async () => {
  const payer = await world.payer("₹10,000");
  const { body } = await payer.pay(upiOrder("timeout@upi"));
  await world.work();
  expect((await payer.shown(body.data.id)).status).toBe("processing");
  expect(await payer.balance()).toBe(10_000_00 - total);
  world.pass(2_000);
  await world.work();
  const shown = await payer.shown(body.data.id);
  expect(shown.status).toBe("success");
  expect(shown.events).toEqual(["requested", "sent", "unknown", "success"]);
});

test("a provider that is down gets the same payout again until it accepts it", async () => {
  const payer = await world.payer("₹10,000");
  const { body } = await payer.pay(
    impsOrder({ account_number: "000000000503", ifsc_code: "HDFC0000503" }),
  );
  for (let tries = 0; tries < 4; tries += 1) {
    await world.work();
    expect((await payer.shown(body.data.id)).status).toBe("processing");
    world.pass(16_000);
  }
  await world.settle();
  expect((await payer.shown(body.data.id)).status).toBe("success");
  expect(await world.faults()).toEqual([]);
});

test("a payout that the bank leaves open stays processing, and its timeline does not grow", async () => {
  const payer = await world.payer("₹10,000");
  const { body } = await payer.pay(upiOrder("pending@upi"));
  await world.settle();
  for (let checks = 0; checks < 5; checks += 1) {
    world.pass(2 * 60_000);
    await world.work();
  }
  const shown = await payer.shown(body.data.id);
  expect(shown.status).toBe("processing");
  expect(shown.timeline).toHaveLength(3);
});

test("a slow failure is processing for a while and then refunds everything", async () => {
  const payer = await world.payer("₹10,000");
  const { body } = await payer.pay(upiOrder("slowfail@upi"));
  await world.settle();
  expect((await payer.shown(body.data.id)).status).toBe("processing");
  world.pass(8_000);
  await world.work();
  expect((await payer.shown(body.data.id)).status).toBe("failed");
  expect(await payer.balance()).toBe(10_000_00);
});

describe("rejects an impossible payout before a code is sent", () => {
  const send = async (payer: Payer, order: object) => {
    const answer = await payer.post("/payouts/otp/send", { mobile: payer.mobile, payout: order });
    const { body: messages } = await payer.get("/sandbox/messages", { mobile: payer.mobile });
    expect(messages.data.filter((one: { purpose: string }) => one.purpose === "payout")).toEqual(
      [],
    );
    return answer;
  };

  test("a wallet that covers the amount but not the charges", async () => {
    const { status, body } = await send(await world.payer("₹1,005"), impsOrder());
    expect([status, body.error.code]).toEqual([422, "INSUFFICIENT_BALANCE"]);
  });

  test("no provider allowed", async () => {
    const payer = await world.payer("₹2,000");
    await database()
      .updateTable("tenants")
      .set({ allowed_providers: [] })
      .where("mobile", "=", payer.mobile)
      .execute();
    const { status, body } = await send(payer, impsOrder());
    expect([status, body.error.code]).toEqual([422, "NO_PROVIDER"]);
  });

  test("without the feature create_payout", async () => {
    const { status, body } = await send(
      await world.payer(undefined, ["wallet_topup"]),
      impsOrder(),
    );
    expect([status, body.error.code]).toEqual([403, "FEATURE_NOT_ENABLED"]);
  });

  test("with another mobile number than the payer's [25.31]", async () => {
    const payer = await world.payer("₹2,000");
    const { status, body } = await payer.post("/payouts/otp/send", {
      mobile: "9876543210",
      payout: impsOrder(),
    });
    expect([status, Object.keys(body.error.fields)]).toEqual([400, ["mobile"]]);
  });
});

describe("the list", () => {
  test("has one format for the dashboard and the history [25.15, 25.17, 25.45]", async () => {
    const payer = await world.payer("₹50,000");
    for (let count = 0; count < 6; count += 1) await payer.pay(impsOrder({ amount: 100 + count }));
    const recent = await payer.get("/payouts", { limit: "5" });
    expect(recent.body.data).toHaveLength(5);
    expect(recent.body.total).toBe(6);
    expect(recent.body.data[0].amount.amount).toBe(105_00);
    const second = await payer.get("/payouts", { page: "2", limit: "5" });
    expect(second.body.data).toHaveLength(1);
    expect(second.body.pagination).toEqual({
      current_page: 2,
      per_page: 5,
      total_records: 6,
      total_pages: 2,
      has_prev: true,
      has_next: false,
    });
    expect(second.body.summary).toMatchObject({
      total_amount: { amount: 615_00 },
      pending_count: 6,
    });
  });

  test("filters by status and whole Indian days, both ends included [9.7, 25.17]", async () => {
    const payer = await world.payer("₹10,000");
    // By the world's clock, which earlier tests have moved ahead.
    const day = today();
    await payer.pay(impsOrder());
    await world.settle();
    const count = async (query: Record<string, string>) =>
      (await payer.get("/payouts", query)).body.total;
    expect(await count({ status: "success", from_date: day, to_date: day })).toBe(1);
    expect(await count({ status: "failed" })).toBe(0);
    expect(await count({ to_date: "2020-01-01" })).toBe(0);
    const wrong = await payer.get("/payouts", { from_date: day, to_date: "2020-01-01" });
    expect(wrong.body.error.fields).toEqual({ from_date: "From date cannot be after the to date" });
  });

  test("is exported completely, with masked accounts and harmless formulas [9.27, 25.18]", async () => {
    const payer = await world.payer("₹10,000");
    await payer.pay(impsOrder({ purpose: "utility" }));
    const { status, headers, text } = await payer.get("/payouts/export", { status: "all" });
    expect(status).toBe(200);
    expect(headers["content-disposition"]).toMatch(/payouts-export-\d{4}-\d\d-\d\d\.csv/);
    expect(text.startsWith("\uFEFFDate,")).toBe(true);
    expect(text).toContain("****6789");
    expect(text).not.toContain("000123456789");
    const [titles, row, ...others] = text.trim().split("\r\n");
    expect([titles?.split(",").slice(-2), row?.split(",").slice(-2)]).toEqual([
      ["Purpose", "Waits for funds"],
      ["Utility bill", ""],
    ]);
    expect(others).toEqual([]);
  });
});

test("another tenant's payout gets the same answer as a missing one [10.6, 25.19]", async () => {
  const payer = await world.payer("₹10,000");
  const other = await world.payer();
  const { body } = await payer.pay(impsOrder());
  const existing = await other.get(`/payouts/${body.data.id}`);
  const missing = await other.get("/payouts/01900000-0000-7000-8000-000000000000");
  expect(existing.status).toBe(404);
  expect({ ...existing.body.error, request_id: "" }).toEqual({
    ...missing.body.error,
    request_id: "",
  });
});

test("the summary counts payouts that have not failed [5.16, 5.18, 25.13]", async () => {
  const payer = await world.payer("₹10,000");
  await payer.pay(impsOrder());
  await payer.pay(upiOrder("failure@upi"));
  await world.settle();
  const { body } = await payer.get("/payouts/summary");
  expect(body.data).toMatchObject({
    today_volume: { amount: 1_000_00 },
    today_count: 1,
    monthly_volume: { amount: 1_000_00 },
    monthly_count: 1,
    success_rate: 50,
    pending_count: 0,
    failed_today_count: 1,
    average_amount: { amount: 1_000_00 },
  });
});

// The last test, because it moves the clock beyond every session.
test("a return three days after success refunds amount, fee and GST [38.10]", async () => {
  const payer = await world.payer("₹10,000");
  const { id, reference_id: reference } = (await payer.pay(upiOrder("asha@okhdfc"))).body.data;
  await world.settle();
  expect(await payer.balance()).toBe(10_000_00 - total);
  world.pass(3 * 24 * 60 * 60_000);
  const update = { reference, adapter: "sandbox", state: "reversed", reason: "Returned" } as const;
  await Promise.all([applyProviderUpdates([update]), applyProviderUpdates([update])]);
  const { token } = await world.signIn(payer.mobile);
  const later = new Payer(world.app, payer.mobile, token);
  expect((await later.shown(id)).events.slice(-2)).toEqual(["success", "reversed"]);
  expect(await later.balance()).toBe(10_000_00);
  expect(await world.faults()).toEqual([]);
});
