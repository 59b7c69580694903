import { expect, test } from "vitest";
import { ringIn } from "./no-rings.ts";

test("files that import one another in a ring are found, and shared ones are none", () => {
  const shared: [string, string[]][] = [
    ["page", ["a", "b"]],
    ["a", ["base"]],
    ["b", ["base"]],
    ["base", []],
  ];
  expect(ringIn(new Map(shared))).toBeUndefined();
  expect(ringIn(new Map([...shared, ["base", ["c"]], ["c", ["b"]]]))).toEqual([
    "base",
    "c",
    "b",
    "base",
  ]);
});
