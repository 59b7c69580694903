import { expect, test } from "vitest";
import { parseCode } from "./parse-code.ts";

test.each([
  ["123456", "123456"],
  ["12 34 56", "123456"],
  [" 123-456\n", "123456"],
  ["12ab3", "123"],
  ["1234567", "123456"],
  ["", ""],
  ["१२३४५६", "123456"],
  ["१२३४५", "12345"],
  ["１２ ３４ ５６", "123456"],
])("reads %j as the code %j [1.11]", (text, code) => {
  expect(parseCode(text)).toBe(code);
});

test.each([
  ["482913 is your Rokad sign-in code. It is valid for 5 minutes.", "482913"],
  ["Valid for 5 minutes: 482913. Do not share it.", "482913"],
  ["Pay ₹1,506.15 to Asha Traders with 482913", "482913"],
])("finds the code in a whole message: %j [1.12]", (text, code) => {
  expect(parseCode(text)).toBe(code);
});
