import { expect, test } from "vitest";
import { hasFeature, hasRole } from "./session.ts";

const shop = {
  id: "1",
  name: "A shop",
  phone: "9000000003",
  role: "retailer" as const,
  features: ["wallet_topup" as const],
};

test("a user has a feature only when signed in with it [24.14]", () => {
  expect(hasFeature(shop, "wallet_topup")).toBe(true);
  expect(hasFeature(shop, "view_reports")).toBe(false);
  expect(hasFeature(null, "wallet_topup")).toBe(false);
});

test("a user has only their own role; without a user there is none", () => {
  expect(hasRole(shop, "retailer")).toBe(true);
  expect(hasRole(shop, "operator")).toBe(false);
  expect(hasRole(null, "retailer")).toBe(false);
});
