import { describe, expect, test } from "vitest";
import { keepAmountCharacters, toMoney, parseRupees } from "./parse-rupees.ts";

describe("a typed amount", () => {
  test.each([
    ["1500", 1500],
    ["1,500.50", 1500.5],
    ["₹ 1,28,45,632.50", 12845632.5],
    ["0.01", 0.01],
    [".5", 0.5],
    ["12.", 12],
  ])("%s is %s rupees", (text, rupees) => {
    expect(parseRupees(text)).toBe(rupees);
  });

  test("empty text is undefined", () => {
    expect(parseRupees("")).toBeUndefined();
  });

  test.each(["1e3", "-5", "1.2.3", "abc", "0x10", "."])("%s is not an amount", (text) => {
    expect(parseRupees(text)).toBeNaN();
  });

  test("is money only in whole paise", () => {
    expect(toMoney(1500.25)).toEqual({ amount: 150025, currency: "INR" });
    expect(toMoney(1.005)).toBeUndefined();
    expect(toMoney(Number.NaN)).toBeUndefined();
    expect(toMoney(undefined)).toBeUndefined();
  });

  test.each([
    ["₹1,500.50abc", "1,500.50"],
    ["Rs. 1,500", "1,500"],
    ["Rs.1,500.50", "1,500.50"],
    ["INR 1500/-", "1500"],
    ["१,५००.५०", "1,500.50"],
  ])("of %s the field keeps %s", (text, kept) => {
    expect(keepAmountCharacters(text)).toBe(kept);
  });
});
