// The guarantee: a balance is paid out to the paisa, in as few payouts as the cap allows, each of at
// least ₹1; a cap that is too low is named, and stops nothing else.
import { limits } from "@rokad/contract/limits";
import fc from "fast-check";
import { expect, test } from "vitest";
import { splitBalance } from "./split-balance.ts";

test("the parts make up the balance, none above the cap and none below ₹1", () => {
  const balance = fc.bigInt({ min: 100n, max: 9_00_00_000_00n });
  const cap = fc.oneof(
    fc.bigInt({ min: 1_00n, max: BigInt(limits.payoutPaiseMax) }),
    fc.bigInt({ min: 1_00n, max: 3_00n }),
  );
  const near = fc.tuple(cap, fc.bigInt({ min: -100n, max: 150n })).map(([at, by]) => 2n * at + by);
  fc.assert(
    fc.property(fc.oneof(balance, near), cap, (paise, max) => {
      const fewest = (paise + max - 1n) / max;
      const parts = splitBalance(paise, max);
      if (fewest > limits.closingPayoutsMax || fewest * 100n > paise) {
        expect(parts).toBeUndefined();
        return;
      }
      expect(parts).toHaveLength(Number(fewest));
      expect(parts?.reduce((sum, part) => sum + part, 0n)).toBe(paise);
      for (const part of parts ?? []) expect(part >= 100n && part <= max).toBe(true);
    }),
  );
});

test("a last part below ₹1 takes what it lacks from the part before", () => {
  expect(splitBalance(5_00_000_50n, 5_00_000_00n)).toEqual([4_99_999_50n, 1_00n]);
});

test("a cap of ₹1 pays out whole rupees only, and a provider without a cap takes nothing", () => {
  expect(splitBalance(3_00n, 1_00n)).toEqual([1_00n, 1_00n, 1_00n]);
  expect(splitBalance(500_50n, 1_00n)).toBeUndefined();
  expect(splitBalance(1_50n, 0n)).toBeUndefined();
});

test("a balance below ₹1 can't be paid out", () => {
  expect(splitBalance(99n, 5_00_000_00n)).toEqual([]);
});
