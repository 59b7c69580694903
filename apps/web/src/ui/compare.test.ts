import { expect, test } from "vitest";
import { changeOf, changeOfNumber, pointsOf } from "./compare.ts";

const inr = (amount: number) => ({ amount, currency: "INR" as const });

test("compares with the previous period [5.19]", () => {
  expect(changeOf(inr(150), inr(100))).toBe(50);
  expect(changeOf(inr(0), inr(100))).toBe(-100);
  expect(changeOfNumber(3, 4)).toBe(-25);
  expect(pointsOf(98, 96)).toBe(2);
  expect(pointsOf(90, 90)).toBe(0);
  expect(pointsOf(98, 0)).toBe(98);
});

test("gives null when the earlier figure is zero or missing [5.19]", () => {
  expect(changeOf(inr(150), inr(0))).toBeNull();
  expect(pointsOf(98, null)).toBeNull();
  expect(pointsOf(null, 96)).toBeNull();
});
