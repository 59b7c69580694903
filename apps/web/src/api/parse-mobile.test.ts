import { expect, test } from "vitest";
import { isCompleteMobile, parseMobile } from "./parse-mobile.ts";

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
  ["०९०००० ००००३", "9000000003"],
  ["９０００００００03", "9000000003"],
])("reads %j as %j [1.4]", (text, mobile) => {
  expect(parseMobile(text)).toBe(mobile);
});

test("only a complete number replaces the typed text", () => {
  expect(isCompleteMobile("+91 98765 43210")).toBe(true);
  expect(isCompleteMobile("९००००००००३")).toBe(true);
  expect(isCompleteMobile("43210")).toBe(false);
});
