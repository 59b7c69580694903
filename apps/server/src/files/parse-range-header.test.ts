import { expect, test } from "vitest";
import { parseRangeHeader } from "./parse-range-header.ts";

test.for([
  [undefined, undefined],
  ["bytes=0-", { start: 0, end: 100 }],
  ["bytes=40-", { start: 40, end: 100 }],
  ["bytes=40-49", { start: 40, end: 50 }],
  ["bytes=40-4000", { start: 40, end: 100 }],
  ["bytes=99-99", { start: 99, end: 100 }],
  ["bytes=-10", { start: 90, end: 100 }],
  ["bytes=-1000", { start: 0, end: 100 }],
  ["bytes=100-", null],
  ["bytes=-0", null],
  // The standard ignores an invalid range.
  ["bytes=-", undefined],
  ["bytes=50-40", undefined],
  ["bytes=0-1,5-6", undefined],
  ["rows=0-1", undefined],
  ["bytes=1e3-", undefined],
] as const)("parses %j of 100 bytes as %j", ([header, expected]) => {
  expect(parseRangeHeader(header, 100)).toEqual(expected);
});

test("an empty file has no range", () => {
  expect(parseRangeHeader("bytes=0-", 0)).toBeNull();
  expect(parseRangeHeader("bytes=-5", 0)).toBeNull();
});
