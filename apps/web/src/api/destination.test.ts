import { expect, test } from "vitest";
import { isOwnPath } from "./destination.ts";

test("stores only a page of this console for after the sign-in", () => {
  expect(isOwnPath("/dashboard/payouts/history?page=3")).toBe(true);
  expect(isOwnPath("//evil.example")).toBe(false);
  expect(isOwnPath("/\\evil.example")).toBe(false);
  expect(isOwnPath("https://evil.example")).toBe(false);
  expect(isOwnPath("javascript:alert(1)")).toBe(false);
  expect(isOwnPath("/login")).toBe(false);
});
