// The guarantee: a receipt shows the outcome of a payout, and an open payout has none.
import { afterAll, beforeAll, expect, test } from "vitest";
import { upiOrder, impsOrder } from "../../../test/forms.ts";
import type { Payer } from "../../../test/payer.ts";
import { openPayoutWorld, type PayoutWorld } from "../../../test/payout-world.ts";
import { readPdf } from "../../../test/read-pdf.ts";

let world: PayoutWorld;
let payer: Payer;

beforeAll(async () => {
  world = await openPayoutWorld();
  payer = await world.payer("₹10,000");
});

afterAll(() => world.close());

async function receiptOf(id: string, of: Payer = payer) {
  const answer = await world.app.inject({
    url: `/api/v1/payouts/${id}/receipt`,
    headers: { authorization: `Bearer ${of.token}` },
  });
  const isPdf = answer.headers["content-type"] === "application/pdf";
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: isPdf ? (await readPdf(answer.rawPayload)).join(" ") : "",
    error: isPdf ? undefined : answer.json().error,
  };
}

const initiate = async (order: object): Promise<string> => (await payer.pay(order)).body.data.id;

test("the receipt of a paid payout has amount in figures and words, charges, beneficiary, UTR and times [10.8]", async () => {
  const id = await initiate(
    impsOrder({ amount: 1500.25, purpose: "vendor_bill", remarks: "Invoice 118" }),
  );
  await world.settle();
  const shown = await payer.shown(id);
  const { headers, text: receipt } = await receiptOf(id);
  expect(headers["content-disposition"]).toBe(
    `attachment; filename="receipt-${shown.reference_id}.pdf"`,
  );
  for (const text of [
    "Sharma Traders",
    "Paid to the beneficiary on",
    "₹1,500.25",
    "One Thousand Five Hundred Rupees And Twenty Five Paise Only",
    "Platform fee ₹5.00",
    "GST on the fee ₹0.90",
    "Total deducted ₹1,506.15",
    "Asha Rao",
    "****6789",
    "HDFC0000001",
    "HDFC Bank",
    "Purpose Vendor bill",
    "Invoice 118",
    shown.reference_id,
    shown.utr_number,
    "Requested on",
    "Paid on",
  ]) {
    expect(receipt).toContain(text);
  }
  expect(receipt).not.toContain("000123456789");
});

test("a receipt shows remarks in the scripts of India", async () => {
  const remarks = "சம்பளம் નવેમ્બર বেতন ವೇತನ ਤਨਖਾਹ ശമ്പളം जीत ₹ O’Brien";
  const id = await initiate(impsOrder({ amount: 1111.5, remarks }));
  await world.settle();
  const { text } = await receiptOf(id);
  expect(text).toContain("₹ O’Brien");
  expect(text).not.toContain("?");
});

test("the receipt of a failed payout says that nobody was paid and what was refunded [10.9]", async () => {
  const id = await initiate(upiOrder("failure@upi"));
  await world.settle();
  const { text } = await receiptOf(id);
  expect(text).toContain("Failed, not paid");
  expect(text).toContain("The beneficiary was not paid. ₹1,005.90 (amount, fee and GST) refunded");
  expect(text).toContain("failure@upi");
  expect(text).not.toContain("Purpose");
  expect(text).not.toContain("Paid on");
  expect(text).not.toContain("UTR");
});

test("the receipt of a returned payout shows the payment and the return [10.10]", async () => {
  const id = await initiate(upiOrder("reversed@upi"));
  await world.settle();
  expect((await receiptOf(id)).text).toContain("Paid to the beneficiary on");
  world.pass(6_000);
  await world.work();
  const { text } = await receiptOf(id);
  expect(text).toContain("Returned by the bank");
  expect(text).toContain("₹1,005.90 (amount, fee and GST) refunded");
  expect(text).toContain("Paid on");
  expect(text).toContain("Returned on");
});

test("an open payout has no receipt, and the error says when there will be one [10.11]", async () => {
  const id = await initiate(upiOrder("pending@upi"));
  await world.settle();
  const { status, error } = await receiptOf(id);
  expect([status, error.code, error.message]).toEqual([
    409,
    "PAYOUT_NOT_FINISHED",
    "This payout is still in progress. Its receipt is available after it succeeds or fails.",
  ]);
});

test("another tenant's receipt gets the same answer as a missing one [10.12]", async () => {
  const id = await initiate(upiOrder());
  await world.settle();
  const other = await world.payer();
  const missing = "0190b6a2-1111-7111-8111-111111111111";
  for (const requested of [id, missing]) {
    const { status, error } = await receiptOf(requested, other);
    expect([status, error.code]).toEqual([404, "NOT_FOUND"]);
  }
  expect((await receiptOf("no-id")).status).toBe(400);
});
