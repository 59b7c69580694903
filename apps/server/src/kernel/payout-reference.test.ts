// The guarantee: a reference names the cell that issued it, fits every provider's field, and can't be
// confused with one from before cells.
import { afterEach, expect, test } from "vitest";
import { now, useClock } from "./clock.ts";
import { newReference, providerKeyOf, referenceOf, useCell } from "./payout-reference.ts";

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

test("is the same for an equal order of one day, and another for any other order or day", () => {
  const day = new Date("2026-11-29T04:00:00Z");
  const order = { payerId: "one", key: "batch 1", digest: "ab" };
  const reference = referenceOf(order, day);
  expect(reference).toMatch(/^RKA[0-9A-HJKMNP-TV-Z]{14}$/);
  expect(referenceOf({ ...order }, new Date("2026-11-29T18:29:00Z"))).toBe(reference);
  const others = [
    referenceOf({ ...order, payerId: "two" }, day),
    referenceOf({ ...order, key: "batch 2" }, day),
    referenceOf({ ...order, digest: "ac" }, day),
    referenceOf(order, new Date("2026-11-29T18:30:00Z")),
  ];
  expect(new Set([reference, ...others]).size).toBe(5);
});

test("is its provider's key if it is an order's; of any other payout, the id is, until 2064", () => {
  const keyOf = (reference: string) => providerKeyOf({ id: "id", reference });
  const restore = useClock(() => new Date("2064-01-01T00:00:00Z"));
  const ofOrder = referenceOf({}, now());
  expect([keyOf(newReference()), keyOf(ofOrder)]).toEqual(["id", ofOrder]);
  restore();
  const first = referenceOf({}, new Date("2020-01-01T00:00:00Z"));
  expect([keyOf(newReference()), keyOf(first)]).toEqual(["id", first]);
  // From before cells.
  expect(keyOf("RKG2F8Q3ZK8M2W4X")).toBe("id");
});
