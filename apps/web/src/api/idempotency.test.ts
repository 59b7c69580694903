import { expect, test } from "vitest";
import { fingerprint, newKey } from "./idempotency.ts";

test("a key is 128 random bits", () => {
  expect(newKey()).toMatch(/^[0-9a-f]{32}$/);
  expect(newKey()).not.toBe(newKey());
});

test("the same content has the same fingerprint, any change another", () => {
  const payout = { body: { amount: 1500, account_number: "50100123455019" } };
  expect(fingerprint(payout)).toBe(fingerprint(structuredClone(payout)));
  expect(fingerprint(payout)).not.toBe(fingerprint({ body: { ...payout.body, amount: 1500.01 } }));
  expect(fingerprint(payout)).not.toContain("5019");
});

test("a new authorisation token does not change the fingerprint", () => {
  const first = { body: { amount: 1500, authorization_token: "t1" } };
  const again = { body: { amount: 1500, authorization_token: "t2" } };
  expect(fingerprint(first, ["authorization_token"])).toBe(
    fingerprint(again, ["authorization_token"]),
  );
  expect(fingerprint(first)).not.toBe(fingerprint(again));
});
