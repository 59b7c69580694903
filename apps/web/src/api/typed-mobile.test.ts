import { expect, test } from "vitest";
import { isWholeMobile, mobileIn } from "./typed-mobile.ts";

test.each([
  ["9876543210", "9876543210"],
  ["98765 43210", "9876543210"],
  ["+91 98765-43210", "9876543210"],
  ["+919876543210", "9876543210"],
  ["098765 43210", "9876543210"],
  ["0091 98765 43210", "9876543210"],
  ["91987 65432", "9198765432"],
  ["91987 654321", "9198765432"],
  ["98765432101", "9876543210"],
  ["phone: 98", "98"],
])("of a number typed as %j the ten digits stay: %j", (text, mobile) => {
  expect(mobileIn(text)).toBe(mobile);
});

test("only a whole number replaces what was typed before", () => {
  expect(isWholeMobile("+91 98765 43210")).toBe(true);
  expect(isWholeMobile("43210")).toBe(false);
});
