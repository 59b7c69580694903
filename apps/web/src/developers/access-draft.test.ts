import { apiKeyAccessForm } from "@rokad/contract/api-keys";
import { expect, test } from "vitest";
import { changedAccessOf } from "./access-draft.ts";

const blank = { networks: "203.0.113.7\n", perPayout: undefined, perDay: undefined };
const money = (amount: number) => ({ amount, currency: "INR" as const });
const limits = {
  per_payout: money(5_000_00),
  per_day: money(10_000_00),
  used_today: money(0),
  signed_by: { id: "1", name: "Ravi Sharma" },
  signed_at: "2026-11-20T06:30:00.000Z",
};

test("the addresses of a key without limits change without signing new ones", () => {
  const stopped = { scopes: ["payouts:send" as const], limits: null };
  const access = changedAccessOf(blank, stopped);
  expect(access).toEqual({ networks: ["203.0.113.7"], limits: null });
  expect(apiKeyAccessForm.safeParse(access).success).toBe(true);
  const half = changedAccessOf({ ...blank, perDay: 500 }, stopped);
  expect(apiKeyAccessForm.safeParse(half).success).toBe(false);
});

test("the limits of a key that sends can't be left out", () => {
  const access = changedAccessOf(blank, { scopes: ["payouts:send"], limits });
  expect(apiKeyAccessForm.safeParse(access).success).toBe(false);
});
