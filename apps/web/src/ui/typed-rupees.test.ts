import { describe, expect, test } from "vitest";
import { amountCharacters, moneyTyped, typedRupees } from "./typed-rupees.ts";

describe("an amount as typed", () => {
  test.each([
    ["1500", 1500],
    ["1,500.50", 1500.5],
    ["₹ 1,28,45,632.50", 12845632.5],
    ["0.01", 0.01],
    [".5", 0.5],
    ["12.", 12],
  ])("%s is %s rupees", (text, rupees) => {
    expect(typedRupees(text)).toBe(rupees);
  });

  test("nothing is nothing", () => {
    expect(typedRupees("")).toBeUndefined();
  });

  test.each(["1e3", "-5", "1.2.3", "abc", "0x10", "."])("%s is no amount", (text) => {
    expect(typedRupees(text)).toBeNaN();
  });

  test("is money when it is whole paise", () => {
    expect(moneyTyped(1500.25)).toEqual({ amount: 150025, currency: "INR" });
    expect(moneyTyped(1.005)).toBeUndefined();
    expect(moneyTyped(Number.NaN)).toBeUndefined();
    expect(moneyTyped(undefined)).toBeUndefined();
  });

  test("only an amount's characters get through", () => {
    expect(amountCharacters("₹1,500.50abc")).toBe("1,500.50");
  });
});
