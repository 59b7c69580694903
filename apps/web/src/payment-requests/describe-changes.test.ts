import type { PaymentRequest } from "@rokad/contract/payment-requests";
import { expect, test } from "vitest";
import { describeChanges } from "./describe-changes.ts";
import { labelOf, stepOf } from "./request-labels.ts";
import { keepUnchanged } from "./use-chosen-requests.ts";

const inr = (rupees: number) => ({ amount: rupees * 100, currency: "INR" as const });
const person = { id: "1", name: "Asha Rao" };
const step = { approvals: 1, roles: ["approver" as const], people: [], given: [] };

function request(part: Partial<PaymentRequest> = {}): PaymentRequest {
  return {
    id: "a",
    revision: 1,
    content_hash: "6f1c".repeat(16),
    state: "awaiting_approval",
    created_at: "2026-11-20T06:30:00.000Z",
    submitted_at: "2026-11-20T06:30:00.000Z",
    expires_at: "2026-12-20T06:30:00.000Z",
    maker: person,
    source: "console",
    method: "imps",
    beneficiary_name: "Kiran Traders",
    beneficiary_email: "kiran@example.com",
    beneficiary_phone: "9876543210",
    beneficiary_address: "1 Sample Road, Pune",
    purpose: null,
    remarks: null,
    bank_name: "HDFC Bank",
    account_number: "123456789012",
    ifsc_code: "HDFC0000001",
    upi_id: null,
    is_new_beneficiary: false,
    beneficiary: null,
    repeat_reason: null,
    send_advice: false,
    amount: inr(100),
    txn_fee: inr(5),
    gst_amount: inr(1),
    total: inr(106),
    on_hold: null,
    policy_version: 1,
    day_total: null,
    steps: [step, step],
    waiting_for: {
      step: 1,
      missing: 1,
      people: [{ ...person, in_place_of: null }],
      since: "2026-11-20",
      sentence: "",
    },
    cooling: null,
    blocked: null,
    closing_reason: null,
    closed_by: null,
    closed_at: null,
    payout: null,
    can: ["approve"],
    ...part,
  };
}

test("says what an edit changed, with values that were or became empty", () => {
  const after = request({ amount: inr(200), total: inr(206), remarks: "Invoice 118" });
  expect(describeChanges(request(), after)).toEqual([
    { name: "Amount", before: "₹100.00", after: "₹200.00" },
    { name: "Remarks", before: "None", after: "Invoice 118" },
    { name: "Total deduction", before: "₹106.00", after: "₹206.00" },
  ]);
  expect(describeChanges(request(), request())).toEqual([]);
});

test("says by which step a request waits, and whether an approved one is sent", () => {
  expect(stepOf(request())).toBe("Step 2 of 2");
  expect(stepOf(request({ state: "draft", waiting_for: null }))).toBeUndefined();
  const approved = { state: "approved" as const, waiting_for: null };
  expect(labelOf(request(approved)).text).toBe("Approved, not sent");
  const payout = { id: "p", reference_id: "PAY1" };
  expect(labelOf(request({ ...approved, payout })).text).toBe("Sent");
});

test("a chosen request that changed, left its page, or can no longer be approved is not chosen", () => {
  const here = { request: request(), page: 1 };
  const elsewhere = { request: request({ id: "b" }), page: 2 };
  const kept = (...rows: PaymentRequest[]) => keepUnchanged([here, elsewhere], { rows, page: 1 });
  expect(kept(request())).toEqual([here, elsewhere]);
  expect(kept(request({ content_hash: "ab".repeat(32) }))).toEqual([elsewhere]);
  expect(kept(request({ can: [] }))).toEqual([elsewhere]);
  // Another approver decided it, so that it left the list.
  expect(kept()).toEqual([elsewhere]);
});
