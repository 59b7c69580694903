import { expect, test } from "vitest";
import { maskAccount, maskValue } from "./mask.ts";

test("an account number shows four stars and its last four digits [27.26]", () => {
  expect(maskAccount("50100123455019")).toBe("****5019");
  expect(maskAccount("5019")).toBe("5019");
  expect(maskAccount("")).toBe("");
});

test("any other value shows its first 2 and last 4 characters [27.26]", () => {
  expect(maskValue("ABCDEFGHIJ")).toBe("AB****GHIJ");
  expect(maskValue("ABCDEFG")).toBe("AB*DEFG");
  expect(maskValue("ABCD")).toBe("ABCD");
});

test("no value of more than 4 characters is shown whole", () => {
  expect(maskValue("ABCDEF")).toBe("AB**EF");
  expect(maskValue("ABCDE")).toBe("AB*DE");
});
