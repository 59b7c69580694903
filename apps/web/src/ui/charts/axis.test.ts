import { expect, test } from "vitest";
import { axisFor, labelledPoints } from "./axis.ts";

test("an axis includes its highest value and has round steps from 0", () => {
  expect(axisFor(3_70_000)).toEqual({
    top: 4_00_000,
    ticks: [0, 1_00_000, 2_00_000, 3_00_000, 4_00_000],
  });
  expect(axisFor(92)).toEqual({ top: 100, ticks: [0, 20, 40, 60, 80, 100] });
});

test("an axis of counts has whole steps", () => {
  expect(axisFor(2, { whole: true }).ticks).toEqual([0, 1, 2]);
  expect(axisFor(1, { whole: true }).ticks).toEqual([0, 1]);
});

test("an empty axis still has a height", () => {
  expect(axisFor(0).top).toBe(1);
});

test("labels the last point, and the others at even distances before it", () => {
  expect(labelledPoints(7, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(labelledPoints(30, 6)).toEqual([4, 9, 14, 19, 24, 29]);
  expect(labelledPoints(1, 6)).toEqual([0]);
});
