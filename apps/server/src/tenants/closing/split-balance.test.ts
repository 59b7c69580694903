// The guarantee: a balance is paid out to the paisa, in as few payouts as the cap allows, each of at
// least ₹1.
import fc from "fast-check";
import { expect, test } from "vitest";
import { splitBalance } from "./split-balance.ts";

test("the parts make up the balance, none above the cap and none below ₹1", () => {
  const balance = fc.bigInt({ min: 100n, max: 9_00_00_000_00n });
  const cap = fc.bigInt({ min: 2_00n, max: 5_00_000_00n });
  const near = fc.tuple(cap, fc.bigInt({ min: -150n, max: 150n })).map(([at, by]) => 2n * at + by);
  fc.assert(
    fc.property(fc.oneof(balance, near), cap, (paise, max) => {
      fc.pre(paise / max < 2_000n);
      const parts = splitBalance(paise, max);
      expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(paise);
      for (const part of parts) expect(part >= 100n && part <= max).toBe(true);
      const fewest = (paise + max - 1n) / max;
      expect(BigInt(parts.length) - fewest).toBeLessThanOrEqual(1n);
    }),
  );
});

test("a last part below ₹1 takes the rest of it from the part before", () => {
  expect(splitBalance(5_00_000_50n, 5_00_000_00n)).toEqual([4_99_999_00n, 1_50n]);
});

test("a balance below ₹1 can't be paid out", () => {
  expect(splitBalance(99n, 5_00_000_00n)).toEqual([]);
});
