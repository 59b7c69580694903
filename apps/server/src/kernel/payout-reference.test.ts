// The guarantee: a reference names the cell that issued it, fits every provider's field, and can't be
// confused with one from before cells.
import { afterEach, expect, test } from "vitest";
import { useClock } from "./clock.ts";
import { newReference, useCell } from "./payout-reference.ts";

afterEach(() => useCell("A"));

test("carries the letter of its cell, A without a setting", () => {
  expect(newReference()).toMatch(/^RKA[0-9A-HJKMNP-TV-Z]{14}$/);
  useCell("L");
  expect(newReference()).toMatch(/^RKL[0-9A-HJKMNP-TV-Z]{14}$/);
});

test("fits the shortest field of a provider, and a text's variable with the longest decision", () => {
  expect(newReference().length).toBeLessThanOrEqual(20);
  expect(`${newReference()} as cancelled`.length).toBeLessThanOrEqual(30);
});

test("differs from a reference without a letter in its length and, until 2047, in its third character", () => {
  const restore = useClock(() => new Date("2047-12-31T00:00:00Z"));
  const { length, 2: cell, 3: day } = newReference();
  restore();
  expect(length).toBe(17);
  expect(cell).toMatch(/[A-Z]/);
  // Where a reference without a letter, of 16 characters, has its cell.
  expect(day).toMatch(/[0-9]/);
});
