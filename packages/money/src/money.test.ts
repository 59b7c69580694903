import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatMoney, formatMoneyShort } from "./format.ts";
import {
  add,
  MixedCurrencyError,
  money,
  NonIntegerAmountError,
  subtract,
  toDecimal,
} from "./money.ts";
import { percentOf, rupeesToPaise } from "./rupees.ts";
import { amountInWords } from "./words.ts";

describe("a money value", () => {
  test("holds whole paise only [26.25, 27.27]", () => {
    expect(() => money(1.5)).toThrow(NonIntegerAmountError);
    expect(() => money(Number.NaN)).toThrow(NonIntegerAmountError);
    expect(() => money(2 ** 53)).toThrow(NonIntegerAmountError);
    expect(money(150)).toEqual({ amount: 150, currency: "INR" });
  });

  test("adds one currency, refuses two, and subtracting keeps the first [26.26]", () => {
    expect(add(money(1), money(2))).toEqual(money(3));
    expect(() => add(money(1), money(2, "USD"))).toThrow(MixedCurrencyError);
    expect(subtract(money(5), money(2, "USD"))).toEqual(money(3));
  });

  test("divides by the currency's own factor [27.49]", () => {
    expect(toDecimal(money(5))).toBe("0.05");
    expect(toDecimal(money(-150615))).toBe("-1506.15");
    expect(toDecimal(money(1500, "JPY"))).toBe("1500");
    expect(toDecimal(money(Number.MAX_SAFE_INTEGER))).toBe("90071992547409.91");
  });
});

describe("shown to a person", () => {
  test("groups in lakh and crore [27.28]", () => {
    expect(formatMoney(money(1_28_45_632_50))).toBe("₹1,28,45,632.50");
    expect(formatMoney(money(-1_234_50))).toBe("−₹1,234.50");
    expect(formatMoney(money(Number.MAX_SAFE_INTEGER))).toBe("₹9,00,71,99,25,47,409.91");
  });

  test("has optional trailing zeros, code and rounding [27.48]", () => {
    expect(formatMoney(money(100_00), { trailingZeros: false })).toBe("₹100");
    expect(formatMoney(money(100_50), { trailingZeros: false })).toBe("₹100.50");
    expect(formatMoney(money(100_00), { code: true }).replace(/\s/, " ")).toBe("INR 100.00");
    expect(formatMoney(money(100_50), { round: true })).toBe("₹101");
    expect(formatMoney(money(100_49), { round: true })).toBe("₹100");
  });

  test("is short on axes", () => {
    expect(formatMoneyShort(money(1_00_00_000_00))).toBe("₹1Cr");
    expect(formatMoneyShort(money(2_50_000_00))).toBe("₹2.5L");
    expect(formatMoneyShort(money(1_25_000_00))).toBe("₹1.25L");
    expect(formatMoneyShort(money(50_000_00))).toBe("₹50K");
    expect(formatMoneyShort(money(0))).toBe("₹0");
  });

  test("reads in words", () => {
    expect(amountInWords(money(1_23_456_78))).toBe(
      "One Lakh Twenty Three Thousand Four Hundred Fifty Six Rupees And Seventy Eight Paise Only",
    );
    expect(amountInWords(money(10_00_000_00))).toBe("Ten Lakh Rupees Only");
  });
});

describe("rupees as typed", () => {
  test.each([
    [1, 100n],
    [0.1, 10n],
    ["1506.15", 150615n],
    [500000, 50000000n],
    [4.35, 435n],
  ])("%s is %s paise", (rupees, paise) => {
    expect(rupeesToPaise(rupees)).toBe(paise);
  });

  test.each([1.005, -1, Number.NaN, Infinity, 1e21, 0.1 + 0.2, "1e3", "", " 1", "0x10"])(
    "rejects %s",
    (rupees) => {
      expect(() => rupeesToPaise(rupees)).toThrow(RangeError);
    },
  );

  test("converts each two-decimal amount without loss [27.33]", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000_00 }), (paise) => {
        expect(rupeesToPaise(Number(toDecimal(money(paise))))).toBe(BigInt(paise));
      }),
    );
  });

  test("GST is rounded half up to a paisa [27.46]", () => {
    expect(percentOf(500n, 18)).toBe(90n);
    expect(percentOf(525n, 18)).toBe(95n); // 94.5
    expect(percentOf(3n, 18)).toBe(1n); // 0.54
    expect(percentOf(2n, 18)).toBe(0n); // 0.36
  });
});
