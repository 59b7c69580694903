import { expect, test } from "vitest";
import { hasFeature, hasRole } from "./session.ts";

const shop = {
  id: "1",
  name: "A shop",
  phone: "9000000003",
  role: "retailer" as const,
  features: ["wallet_topup" as const],
};

test("a feature is there only for somebody who is signed in and has it", () => {
  expect(hasFeature(shop, "wallet_topup")).toBe(true);
  expect(hasFeature(shop, "view_reports")).toBe(false);
  expect(hasFeature(null, "wallet_topup")).toBe(false);
});

test("a role is the person's own, and nobody has none", () => {
  expect(hasRole(shop, "retailer")).toBe(true);
  expect(hasRole(shop, "operator")).toBe(false);
  expect(hasRole(null, "retailer")).toBe(false);
});
