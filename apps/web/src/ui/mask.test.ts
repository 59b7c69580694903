import { expect, test } from "vitest";
import { maskAccount, maskValue } from "./mask.ts";

test("an account number shows four stars and its last four digits [27.26]", () => {
  expect(maskAccount("50100123455019")).toBe("****5019");
  expect(maskAccount("5019")).toBe("5019");
  expect(maskAccount("")).toBe("");
});

test("any other value shows its first 2 and last 4 characters [27.26]", () => {
  expect(maskValue("ABCDEFGHIJ")).toBe("AB****GHIJ");
  expect(maskValue("ABCDEF")).toBe("ABCDEF");
  expect(maskValue("ABCDE")).toBe("ABCDE");
  expect(maskValue("ABCD")).toBe("ABCD");
});
