// An edit replaces only the revision that the person began with.
import type { PaymentRequest } from "@rokad/contract/payment-requests";
import { expect, test, vi } from "vitest";
import { ApiError } from "../api/api-error.ts";
import { payoutFormSchema } from "./payout-form.ts";

const send = vi.fn();
vi.mock("../api/client.ts", () => ({ send: (...args: unknown[]) => send(...args) as unknown }));

const { draftOfRequest, editedHash } = await import("./edited-draft.ts");

const request = {
  content_hash: "6f1c".repeat(16),
  method: "imps",
  beneficiary_name: "Kiran Traders",
  beneficiary_email: "kiran@example.com",
  beneficiary_phone: "9876543210",
  beneficiary_address: "1 Sample Road, Pune",
  account_number: "123456789012",
  ifsc_code: "HDFC0000001",
  upi_id: null,
  beneficiary: null,
  amount: { amount: 500_00, currency: "INR" },
} as PaymentRequest;

test("a draft keeps the hash of its revision, which is not part of the payout", async () => {
  const draft = await draftOfRequest(request);
  const newer = { ...request, content_hash: "ab".repeat(32) };
  expect(editedHash(draft, newer)).toBe(request.content_hash);
  // As the tab keeps it over a reload.
  const kept = JSON.parse(JSON.stringify(draft)) as typeof draft;
  expect(editedHash({ ...kept, amount: 600 }, newer)).toBe(request.content_hash);
  const result = await payoutFormSchema["~standard"].validate(draft);
  expect(result).toMatchObject({ value: { amount: 500, beneficiary_name: "Kiran Traders" } });
  expect(result).not.toHaveProperty("value.content_hash");
});

test("a draft without a hash is of the request as it is", () => {
  expect(editedHash({ amount: 500 }, request)).toBe(request.content_hash);
});

test("a request of a payee whose account was replaced fills in no account", async () => {
  const beneficiary = { id: "b1", destination_id: "d1" } as PaymentRequest["beneficiary"];
  const refusal = new ApiError({ status: 409, code: "BENEFICIARY_NOT_PAYABLE" });
  send.mockRejectedValueOnce(refusal);
  await expect(draftOfRequest({ ...request, beneficiary })).rejects.toBe(refusal);
});
