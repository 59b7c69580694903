// The guarantee: every place that shows payouts shows a cancelled one as such, with its money back,
// and no total counts it as sent, failed or charged.
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPdf } from "../../../test/read-pdf.ts";
import { openUnsentWorld, totalPaise, type UnsentWorld } from "../../../test/unsent-world.ts";
import { today } from "../../kernel/days.ts";

let world: UnsentWorld;
let payer: Awaited<ReturnType<UnsentWorld["payerOfBoth"]>>;
let cancelled: { id: string; reference: string };
beforeAll(async () => {
  world = await openUnsentWorld();
  payer = await world.payerOfBoth();
  await world.create(payer);
  await world.settle();
  cancelled = await world.create(payer);
  const path = `/super-admin/payouts/${cancelled.id}/cancel` as const;
  await world.boss.post(path, { reason: "Wrong beneficiary" });
});
afterAll(() => world.close());

test("the history lists, filters and counts it, without its charges", async () => {
  const all = (await payer.get("/payouts", { page: "1", limit: "20" })).body;
  expect(all.data.map(({ status }: { status: string }) => status)).toEqual([
    "cancelled",
    "success",
  ]);
  expect(all.summary).toMatchObject({
    total_amount: { amount: 1_000_00 },
    total_charges: { amount: 5_90 },
    success_count: 1,
    pending_count: 0,
  });
  const only = (await payer.get("/payouts", { status: "cancelled", page: "1", limit: "20" })).body;
  expect([only.total, only.data[0].id, only.summary.total_amount.amount]).toEqual([
    1,
    cancelled.id,
    1_000_00,
  ]);
  for (const status of ["failed", "pending", "processing"])
    expect((await payer.get("/payouts", { status })).body.total).toBe(0);
});

test("exports have its status and reason", async () => {
  const { text } = await payer.get("/payouts/export", { status: "cancelled" });
  const [, line, ...others] = text.trim().split("\n");
  expect(line).toContain(cancelled.reference);
  expect(line).toContain(",cancelled,,Wrong beneficiary");
  expect(others).toEqual([]);
});

test("the dashboard and the statistics leave it out", async () => {
  const { data } = (await payer.get("/payouts/summary")).body;
  expect(data).toMatchObject({
    today_count: 1,
    today_volume: { amount: 1_000_00 },
    success_rate: 100,
    failed_today_count: 0,
    pending_count: 0,
  });
  const analytics = (await payer.get("/payouts/analytics")).body.data;
  expect(analytics.totals).toMatchObject({ count: 1, failed_count: 0, success_rate: 100 });
});

test("the wallet history shows it as a debit that did not happen", async () => {
  const { body } = await payer.get("/wallet/history", { page: "1", limit: "20" });
  expect(body.data[0]).toMatchObject({
    type: "debit",
    status: "cancelled",
    amount: { amount: totalPaise },
    payout: { status: "cancelled", failure_reason: "Wrong beneficiary" },
  });
  expect(body.total).toBe(3);
  expect(body.summary.total_debits.amount).toBe(totalPaise);
  expect(body.summary.net_balance.amount).toBe(await payer.balance());
  const { text } = await payer.get("/wallet/history/export");
  expect(text).toContain(",cancelled,Wrong beneficiary,");
});

test("the statement has both of its lines", async () => {
  const day = today();
  const { body } = await payer.get("/reports/statement", { from: day, to: day });
  const lines = body.data.filter(({ payout_id: id }: { payout_id: string }) => id === cancelled.id);
  expect(lines).toMatchObject([
    { kind: "payout", debit: { amount: totalPaise } },
    {
      kind: "payout_cancelled",
      particulars: "Cancelled payout to Sample Traders",
      detail: "Wrong beneficiary",
      credit: { amount: totalPaise },
      utr: null,
    },
  ]);
});

test("its receipt says that nothing was paid", async () => {
  const response = await payer.app.inject({
    url: `/api/v1/payouts/${cancelled.id}/receipt`,
    headers: { authorization: `Bearer ${payer.token}` },
  });
  const text = (await readPdf(response.rawPayload)).join(" ");
  expect(text).toContain("Cancelled, not paid");
  expect(text).toContain("Cancelled before it was sent. ₹1,005.90 (amount, fee and GST) refunded");
  expect(text).not.toContain("Paid on");
});

test("the tenant's statistics count it as a transaction only", async () => {
  const { body } = await world.boss.get(`/super-admin/tenants/${payer.id}/statistics`);
  expect(body.data).toMatchObject({ transactions: 3, failed: 0, volume: { amount: 1_000_00 } });
});
