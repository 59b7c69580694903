import { expect, test } from "vitest";
import { axisUpTo, namedPoints } from "./axis.ts";

test("an axis holds its highest value and has round steps from 0", () => {
  expect(axisUpTo(3_70_000)).toEqual({
    top: 4_00_000,
    ticks: [0, 1_00_000, 2_00_000, 3_00_000, 4_00_000],
  });
  expect(axisUpTo(92)).toEqual({ top: 100, ticks: [0, 20, 40, 60, 80, 100] });
});

test("an axis of counts has no half payouts", () => {
  expect(axisUpTo(2, { whole: true }).ticks).toEqual([0, 1, 2]);
  expect(axisUpTo(1, { whole: true }).ticks).toEqual([0, 1]);
});

test("an axis without anything on it still has a height", () => {
  expect(axisUpTo(0).top).toBe(1);
});

test("the last point is named, and the others evenly before it", () => {
  expect(namedPoints(7, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(namedPoints(30, 6)).toEqual([4, 9, 14, 19, 24, 29]);
  expect(namedPoints(1, 6)).toEqual([0]);
});
