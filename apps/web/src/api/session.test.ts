import { afterEach, expect, test, vi } from "vitest";
import { hasFeature, hasRole, personKey, saveUser } from "./session.ts";

afterEach(() => vi.unstubAllGlobals());

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

test("a tab whose session acts for another business by now opens its home page", () => {
  const assign = vi.fn();
  vi.stubGlobal("localStorage", { setItem: () => undefined });
  vi.stubGlobal("location", { assign });
  saveUser(shop);
  const own = personKey();
  saveUser({ ...shop, phone: "9000000004" });
  // A colleague of the same business has drafts and keys of their own.
  expect(personKey()).not.toBe(own);
  expect(assign).not.toHaveBeenCalled();
  saveUser({ ...shop, id: "2" });
  expect(assign.mock.calls).toEqual([["/"]]);
});
