import { expect, test } from "vitest";
import { choosePins } from "./use-pinned-columns.ts";

const places = ["title", "line", "value", "status", "foot"];
const widths = [150, 200, 100, 90, 80];

test.for([
  { box: 600, pinned: [0, 3, 4], why: "all three while the widest other column has room" },
  { box: 500, pinned: [3, 4], why: "the title scrolls first" },
  { box: 360, pinned: [4], why: "then the status" },
  { box: 250, pinned: [4], why: "the last column always stays" },
])("pins columns of a table $box wide: $why", ({ box, pinned }) => {
  expect([...choosePins(places, widths, box)].toSorted()).toEqual(pinned);
});

test("pins the last column even if it is only a figure", () => {
  expect([...choosePins(["line", "value"], [300, 100], 350)]).toEqual([1]);
});
