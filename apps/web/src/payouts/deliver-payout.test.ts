import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError, NoAnswerError } from "../api/api-error.ts";
import type { UnansweredPayout } from "./unanswered-payout.ts";

// The guarantee: whatever the connection does, a payout goes out once and its end is told truly.

const send = vi.fn();
vi.mock("../api/client.ts", () => ({ send: (...args: unknown[]) => send(...args) as unknown }));
vi.mock("../api/use-api.ts", () => ({ refreshApi: async () => {} }));

const { deliverPayout } = await import("./deliver-payout.ts");
const { readUnanswered } = await import("./unanswered-payout.ts");

function fakeStorage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
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

test("is written down before the first try and forgotten with the answer", async () => {
  const one = payout();
  send.mockImplementation(async () => {
    expect(readUnanswered("rohan")?.key).toBe(one.key);
    return accepted;
  });
  expect(await deliverPayout(one)).toMatchObject({ end: "sent", reference: "RK1" });
  expect(readUnanswered("rohan")).toBeNull();
});

test("two presses are one request", async () => {
  const one = payout();
  send.mockResolvedValue(accepted);
  const outcomes = await Promise.all([deliverPayout(one), deliverPayout(one)]);
  expect(outcomes[0]).toBe(outcomes[1]);
  expect(send).toHaveBeenCalledTimes(1);
});

test.each([
  ["silence", new NoAnswerError()],
  ["an error of the server", new ApiError({ status: 503, message: "Try again" })],
  ["too many requests", new ApiError({ status: 429 })],
])("%s keeps it, and asking again uses the same key", async (_, error) => {
  const one = payout();
  send.mockRejectedValueOnce(error);
  expect(await deliverPayout(one)).toEqual({ end: "unheard" });
  expect(readUnanswered("rohan")).toEqual(one);
  send.mockResolvedValueOnce(accepted);
  expect(await deliverPayout(one)).toMatchObject({ end: "sent" });
  expect(keysSent()).toEqual([one.key, one.key]);
});

test("a refusal of the first try is final and says why", async () => {
  const one = payout();
  send.mockRejectedValueOnce(new ApiError({ status: 422, message: "Add funds and try again." }));
  expect(await deliverPayout(one)).toEqual({ end: "refused", message: "Add funds and try again." });
  expect(readUnanswered("rohan")).toBeNull();
  expect(send).toHaveBeenCalledTimes(1);
});

test("a repeat that is refused is told as refused: the server has looked for the first try", async () => {
  const one = payout();
  send.mockRejectedValueOnce(new NoAnswerError());
  await deliverPayout(one);
  const ranOut = { status: 403, code: "PAYOUT_NOT_AUTHORISED", message: "The OTP has run out" };
  send.mockRejectedValueOnce(new ApiError(ranOut));
  expect(await deliverPayout(one)).toEqual({ end: "refused", message: "The OTP has run out" });
  expect(readUnanswered("rohan")).toBeNull();
});

test("a right that was taken away says nothing of the payout, so it stays unanswered", async () => {
  const one = payout();
  send.mockRejectedValueOnce(new ApiError({ status: 403, code: "FEATURE_NOT_ENABLED" }));
  expect(await deliverPayout(one)).toEqual({ end: "unheard" });
  expect(readUnanswered("rohan")).toEqual(one);
});
