import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError, NoAnswerError } from "../api/api-error.ts";
import type { UnansweredPayout } from "./unanswered-payout.ts";

// The guarantee: a payout goes out once and its outcome is correct, even if the connection fails.

const send = vi.fn();
vi.mock("../api/client.ts", () => ({ send: (...args: unknown[]) => send(...args) as unknown }));
vi.mock("../api/use-api.ts", () => ({ refreshApi: async () => {} }));

const { deliverPayout } = await import("./deliver-payout.ts");
const { readDraft, saveDraft } = await import("./payout-draft.ts");
const { readUnanswered } = await import("./unanswered-payout.ts");

function fakeStorage() {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
}

let number = 0;
function payout(): UnansweredPayout {
  return {
    payerId: "rohan",
    key: `key-${++number}`,
    authorizationToken: "token",
    at: Date.parse("2026-11-21T10:00:00Z"),
    order: {
      method: "imps",
      beneficiary_name: "Asha Verma",
      beneficiary_email: "asha@example.com",
      beneficiary_phone: "9876543210",
      beneficiary_address: "12 MG Road",
      account_number: "001234567890",
      ifsc_code: "HDFC0000123",
      amount: 1500.25,
    },
  };
}
const accepted = {
  message: "Payout initiated successfully! Reference: RK1",
  data: { id: "p1", reference_id: "RK1" },
};
const keysSent = () =>
  send.mock.calls
    .map(([, , options]) => (options as { idempotencyKey?: string } | undefined)?.idempotencyKey)
    .filter(Boolean);

beforeEach(() => {
  vi.stubGlobal("localStorage", fakeStorage());
  vi.stubGlobal("sessionStorage", fakeStorage());
});
afterEach(() => {
  send.mockReset();
  vi.unstubAllGlobals();
});

test("saves the payout before the first attempt and deletes it after the answer", async () => {
  const request = payout();
  send.mockImplementation(async () => {
    expect(readUnanswered("rohan")?.key).toBe(request.key);
    return accepted;
  });
  expect(await deliverPayout(request)).toMatchObject({ end: "sent", reference: "RK1" });
  expect(readUnanswered("rohan")).toBeNull();
});

test("sends one request for two presses", async () => {
  const request = payout();
  send.mockResolvedValue(accepted);
  const outcomes = await Promise.all([deliverPayout(request), deliverPayout(request)]);
  expect(outcomes[0]).toBe(outcomes[1]);
  expect(send).toHaveBeenCalledTimes(1);
});

test.each([
  ["no answer", new NoAnswerError()],
  ["a server error", new ApiError({ status: 503, message: "Try again" })],
  ["too many requests", new ApiError({ status: 429 })],
])("keeps the payout after %s and retries under the same key [8.33]", async (_, error) => {
  const request = payout();
  send.mockRejectedValueOnce(error);
  expect(await deliverPayout(request)).toEqual({ end: "unanswered" });
  expect(readUnanswered("rohan")).toEqual(request);
  send.mockResolvedValueOnce(accepted);
  expect(await deliverPayout(request)).toMatchObject({ end: "sent" });
  expect(keysSent()).toEqual([request.key, request.key]);
});

test("treats a rejected first attempt as final and returns the reason [26.23]", async () => {
  const request = payout();
  send.mockRejectedValueOnce(new ApiError({ status: 422, message: "Add funds and try again." }));
  expect(await deliverPayout(request)).toEqual({
    end: "rejected",
    message: "Add funds and try again.",
  });
  expect(readUnanswered("rohan")).toBeNull();
  expect(send).toHaveBeenCalledTimes(1);
});

test("treats a rejected repeat as final: the server checked for the first attempt", async () => {
  const request = payout();
  send.mockRejectedValueOnce(new NoAnswerError());
  await deliverPayout(request);
  const expiredCode = {
    status: 403,
    code: "PAYOUT_NOT_AUTHORISED",
    message: "The OTP has run out",
  };
  send.mockRejectedValueOnce(new ApiError(expiredCode));
  expect(await deliverPayout(request)).toEqual({ end: "rejected", message: "The OTP has run out" });
  expect(readUnanswered("rohan")).toBeNull();
});

test("keeps the payout unanswered after a permission was removed", async () => {
  const request = payout();
  send.mockRejectedValueOnce(new ApiError({ status: 403, code: "FEATURE_NOT_ENABLED" }));
  expect(await deliverPayout(request)).toEqual({ end: "unanswered" });
  expect(readUnanswered("rohan")).toEqual(request);
});

test("a payout that was sent deletes its own draft, and no other one", async () => {
  send.mockResolvedValue(accepted);
  for (const [amount, isLeft] of [
    [1500.25, false],
    [99, true],
  ] as const) {
    const sent = payout();
    saveDraft(sent.payerId, { ...sent.order, amount });
    await deliverPayout(sent);
    expect(readDraft(sent.payerId) !== null).toBe(isLeft);
  }
});
