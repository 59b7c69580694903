import { expect, test } from "vitest";
import { findCycle } from "./no-import-cycles.ts";

test("finds chunks that import each other in a cycle, and accepts shared ones", () => {
  const shared: [string, string[]][] = [
    ["page", ["a", "b"]],
    ["a", ["base"]],
    ["b", ["base"]],
    ["base", []],
  ];
  expect(findCycle(new Map(shared))).toBeUndefined();
  expect(findCycle(new Map([...shared, ["base", ["c"]], ["c", ["b"]]]))).toEqual([
    "base",
    "c",
    "b",
    "base",
  ]);
});
