import { expect, test } from "vitest";
import { addressOf } from "./address.ts";

test("fills in parameters and encodes them, so they can't reach another call", () => {
  expect(addressOf({ path: "/payouts/{id}" }, { params: { id: "0190b6a2" } })).toBe(
    "/payouts/0190b6a2",
  );
  expect(addressOf({ path: "/payouts/{id}" }, { params: { id: "../tenants?x=1" } })).toBe(
    "/payouts/..%2Ftenants%3Fx%3D1",
  );
});

test("the query leaves out values that are undefined, empty or 'all' [25.5]", () => {
  const query = { status: "all", utr: "", from: undefined, page: 2, limit: 20 };
  expect(addressOf({ path: "/payouts" }, { query })).toBe("/payouts?page=2&limit=20");
  expect(addressOf({ path: "/payouts" }, { query: { status: "all" } })).toBe("/payouts");
});
