// The guarantee: a processed refund and a lost dispute name the credit that they take back and its
// amount, as RazorpayX documents; everything else takes nothing back.
import { expect, test } from "vitest";
import { razorpayxWebhook } from "./webhook.ts";

const read = (event: string, payload: object) =>
  razorpayxWebhook.read(Buffer.from(JSON.stringify({ entity: "event", event, payload })));

const refund = (over: object = {}) => ({
  refund: {
    entity: {
      id: "rfnd_FS8TWyPrCsa0OB",
      entity: "refund",
      amount: 50_000,
      currency: "INR",
      payment_id: "pay_FPoJKWQQ8lK13n",
      acquirer_data: { arn: null },
      created_at: 1_597_734_071,
      status: "processed",
      speed_processed: "normal",
      ...over,
    },
  },
});

const dispute = (over: object = {}) => ({
  dispute: {
    entity: {
      id: "disp_AHfqOvkldwsbqt",
      entity: "dispute",
      payment_id: "pay_EsyWjHrfzb59eR",
      amount: 10_000,
      currency: "INR",
      amount_deducted: 10_000,
      reason_code: "chargeback_unauthorized",
      status: "lost",
      ...over,
    },
  },
});

test("a processed refund takes back its part of the payment", () => {
  expect(read("refund.processed", refund())).toEqual([
    {
      about: "chargeback",
      chargeback: {
        reference: "rfnd_FS8TWyPrCsa0OB",
        creditReference: "pay_FPoJKWQQ8lK13n",
        amountPaise: 500_00n,
      },
    },
  ]);
});

test("a lost dispute takes back what was deducted", () => {
  expect(read("payment.dispute.lost", dispute({ amount_deducted: 9_999 }))).toMatchObject([
    { chargeback: { reference: "disp_AHfqOvkldwsbqt", amountPaise: 99_99n } },
  ]);
});

test.each<[string, string, object]>([
  ["a refund that is still pending", "refund.processed", refund({ status: "pending" })],
  ["a refund in another currency", "refund.processed", refund({ currency: "USD" })],
  ["a refund that was created or failed", "refund.failed", refund()],
  ["a dispute that was raised", "payment.dispute.created", dispute({ status: "open" })],
  ["a dispute without a deduction", "payment.dispute.lost", dispute({ amount_deducted: 0 })],
  ["a dispute that was won after all", "payment.dispute.lost", dispute({ status: "won" })],
])("%s takes nothing back", (_, event, payload) => {
  expect(read(event, payload)).toEqual([{ about: "other" }]);
});

test("an event without an id, a payment or a positive amount is unusable", () => {
  for (const over of [{ id: "pay_1" }, { payment_id: "" }, { amount: 0 }, { amount: "500" }]) {
    expect(() => read("refund.processed", refund(over))).toThrow("documented format");
  }
});
