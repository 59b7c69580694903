import { expect, test } from "vitest";
import { changeOf, pointsOf } from "./trends.ts";

const inr = (amount: number) => ({ amount, currency: "INR" as const });

test("compares with the period before", () => {
  expect(changeOf(inr(150), inr(100))).toBe(50);
  expect(changeOf(inr(0), inr(100))).toBe(-100);
  expect(pointsOf(98, 96)).toBe(2);
  expect(pointsOf(90, 90)).toBe(0);
});

test("says nothing when there was nothing before", () => {
  expect(changeOf(inr(150), inr(0))).toBeUndefined();
  expect(pointsOf(98, null)).toBeUndefined();
  expect(pointsOf(98, 0)).toBeUndefined();
  expect(pointsOf(null, 96)).toBeUndefined();
});
