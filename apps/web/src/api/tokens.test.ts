import { expect, test } from "vitest";
import { expiryByThisClock } from "./tokens.ts";

const jwt = (claims: object) =>
  `${btoa("{}")}.${btoa(JSON.stringify(claims)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "")}.sig`;

test("computes the expiry from the token's lifetime, however wrong this clock is", () => {
  const clockTenMinutesFast = 1_700_000_600_000;
  const token = jwt({ iat: 1_700_000_000, exp: 1_700_000_900, name: "रोकड़?>".length });
  expect(expiryByThisClock(token, clockTenMinutesFast)).toBe(clockTenMinutesFast + 900_000);
});

test("an unreadable token has no known expiry", () => {
  expect(expiryByThisClock("not-a-jwt", 0)).toBeNull();
  expect(expiryByThisClock(jwt({ exp: 1 }), 0)).toBeNull();
});
